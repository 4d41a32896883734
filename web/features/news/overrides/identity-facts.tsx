import type { IdentityFact, ExclusionRule } from '#domain/news/overrides.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../../ui/button.tsx'
import { SourceLink } from '../source-link.tsx'

const GROUPS: [title: string, kinds: string[]][] = [
  ['Names', ['name']],
  ['Title of its site', ['title']],
  ['Description', ['description']],
  ['Feeds and news pages', ['feed', 'newsroom', 'sitemap']],
  ['Careers', ['careers', 'greenhouse', 'lever', 'ashby']],
  ['GitHub', ['github']],
  ['Filings', ['cik']],
  ['People', ['person']],
  ['Places', ['place']],
]
const KNOWN = new Set(GROUPS.flatMap(([, kinds]) => kinds))

const PREFIX: Record<string, string> = {
  greenhouse: 'Greenhouse: ',
  lever: 'Lever: ',
  ashby: 'Ashby: ',
  cik: 'SEC number ',
}

type Props = { facts: IdentityFact[]; onReview: (fact: IdentityFact, isRejected: boolean) => void }

export function IdentityFacts({ facts, onReview }: Props) {
  const groups = [
    ...GROUPS.map(([title, kinds]) => ({ title, own: facts.filter(({ kind }) => kinds.includes(kind)) })),
    { title: 'Other', own: facts.filter(({ kind }) => !KNOWN.has(kind)) },
  ].filter(({ own }) => own.length > 0)
  return groups.map(({ title, own }) => (
    <div key={title} className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[11rem_1fr]">
      <h3 className="pt-2 text-sm text-muted">{title}</h3>
      <ul aria-label={title} className="grid min-w-0">
        {own.map((fact) => (
          <Fact key={`${fact.kind} ${fact.value}`} fact={fact} title={title} onReview={onReview} />
        ))}
      </ul>
    </div>
  ))
}

function Fact({ fact, title, onReview }: { fact: IdentityFact; title: string; onReview: Props['onReview'] }) {
  const { kind, value, isRejected } = fact
  const shown = `${PREFIX[kind] ?? ''}${shortAddress(value) ?? value}`
  const text = /^https?:\/\//.test(value) ? <SourceLink url={value} title={shown} /> : shown
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0 py-1.5 break-words">
        {isRejected ? (
          <s className="text-muted decoration-from-font">
            <span className="sr-only">Rejected: </span>
            {text}
          </s>
        ) : (
          text
        )}
        <p className="text-sm text-muted">
          <Found fact={fact} />
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={`${isRejected ? 'Undo' : 'Reject'}: ${title}, ${shown}`}
        onClick={() => onReview(fact, !isRejected)}
      >
        {isRejected ? 'Undo' : 'Reject'}
      </Button>
    </li>
  )
}

function Found({ fact: { foundAt, foundOn } }: { fact: IdentityFact }) {
  if (foundAt === null) return 'Not on its site'
  return (
    <>
      Found at <SourceLink url={foundAt} title={shortAddress(foundAt) ?? foundAt} />
      {foundOn && ` on ${shortDate(foundOn)}`}
    </>
  )
}

export function shortAddress(address: string): string | null {
  const url = /^https?:\/\//.test(address) ? URL.parse(address) : null
  return url && url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') + url.search
}

type NotMineRulesProps = { rules: ExclusionRule[]; onUndo: (rule: ExclusionRule) => void }

export function NotMineRules({ rules, onUndo }: NotMineRulesProps) {
  if (rules.length === 0) return null
  return (
    <div className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[11rem_1fr]">
      <h3 className="pt-2 text-sm text-muted">Not my company</h3>
      <ul aria-label="Not my company" className="grid min-w-0">
        {rules.map((rule) => (
          <li key={`${rule.kind} ${rule.value}`} className="flex items-start justify-between gap-4">
            <span className="min-w-0 py-1.5 break-words">
              {rule.kind === 'story' ? `The story “${rule.words}”` : rule.words}
            </span>
            <Button variant="quiet" aria-label={`Undo: ${rule.words}`} onClick={() => onUndo(rule)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import type { IdentityFact, ExclusionRule } from '#domain/news/overrides.ts'
import { shortDate } from '#domain/time.ts'
import { shortAddress, webAddress } from '../../../ui/text.ts'
import { SourceLink } from '../source-link.tsx'
import { OwnAliases, OwnFeeds } from './own-names-and-feeds.tsx'
import {
  addAlias,
  addFeed,
  identityQuery,
  reviewFact,
  removeAlias,
  removeFeed,
  takeBackRule,
  useChangeOverrides,
} from './queries.ts'

export function IdentityCardPanel({ companyId }: { companyId: number }) {
  const query = useQuery(identityQuery(companyId))
  const { mutate: applyOverride } = useChangeOverrides(companyId)
  return (
    <section aria-labelledby="identity" className="pt-4">
      <h2 id="identity" className="sr-only">
        How we identify this company
      </h2>
      <Loaded
        what="how we identify this company"
        query={query}
        loading={<LoadingLines label="Loading how we identify this company" widths={['w-4/5', 'w-3/5']} />}
      >
        {(card) => (
          <>
            <p className="mb-4 max-w-[66ch] text-sm text-muted">
              {card.facts.length > 0
                ? 'What the company says about itself, and where we found it. Reject anything wrong and its stories disappear from your view.'
                : 'We have not found anything on its own site yet.'}{' '}
              Changes affect only you.
            </p>
            <IdentityFacts
              facts={card.facts}
              onReview={(fact, isRejected) => applyOverride(reviewFact(fact, isRejected))}
            />
            <NotMineRules rules={card.notMine} onUndo={(rule) => applyOverride(takeBackRule(rule))} />
            <OwnAliases
              aliases={card.aliases}
              onAdd={(alias) => applyOverride(addAlias(alias))}
              onRemove={(alias) => applyOverride(removeAlias(alias))}
            />
            <OwnFeeds
              feeds={card.feeds}
              onAdd={(url) => applyOverride(addFeed(url))}
              onRemove={(url) => applyOverride(removeFeed(url))}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

const BOARDS: Record<string, string> = {
  greenhouse: 'Greenhouse',
  lever: 'Lever',
  ashby: 'Ashby',
  workable: 'Workable',
  smartrecruiters: 'SmartRecruiters',
  recruitee: 'Recruitee',
  personio: 'Personio',
  teamtailor: 'Teamtailor',
  bamboohr: 'BambooHR',
}

const RELEASES: Record<string, string> = {
  'app-store': 'App Store',
  npm: 'npm',
  pypi: 'PyPI',
  crates: 'crates.io',
  huggingface: 'Hugging Face',
}
const SOCIAL: Record<string, string> = { bluesky: 'Bluesky', mastodon: 'Mastodon' }
const SERVICES: Record<string, string> = { ...BOARDS, ...RELEASES, ...SOCIAL }

const GROUPS: [title: string, kinds: string[]][] = [
  ['Names', ['name']],
  ['Title of its site', ['title']],
  ['Description', ['description']],
  ['On its site', ['text']],
  ['Writes about', ['topic']],
  ['Feeds and news pages', ['feed', 'newsroom', 'sitemap']],
  ['Careers', ['careers', ...Object.keys(BOARDS)]],
  ['GitHub', ['github']],
  ['Apps and packages', Object.keys(RELEASES)],
  ['Social accounts', Object.keys(SOCIAL)],
  ['Filings', ['cik', 'companies-house']],
  ['People', ['person']],
  ['Places', ['place']],
]
const KNOWN = new Set(GROUPS.flatMap(([, kinds]) => kinds))

const REGISTERS: Partial<Record<string, string>> = { cik: 'SEC number ', 'companies-house': 'Companies House number ' }
const prefixOf = (kind: string) => (SERVICES[kind] ? `${SERVICES[kind]}: ` : (REGISTERS[kind] ?? ''))

type FactsProps = { facts: IdentityFact[]; onReview: (fact: IdentityFact, isRejected: boolean) => void }

function IdentityFacts({ facts, onReview }: FactsProps) {
  const groups = [
    ...GROUPS.map(([title, kinds]) => ({ title, own: facts.filter(({ kind }) => kinds.includes(kind)) })),
    { title: 'Other', own: facts.filter(({ kind }) => !KNOWN.has(kind)) },
  ].filter(({ own }) => own.length > 0)
  return groups.map(({ title, own }) => (
    <div key={title} className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="pt-2 font-sans text-sm font-normal tracking-normal text-muted">{title}</h3>
      <ul aria-label={title} className="grid min-w-0">
        {own.map((fact) => (
          <Fact key={`${fact.kind} ${fact.value}`} fact={fact} title={title} onReview={onReview} />
        ))}
      </ul>
    </div>
  ))
}

function Fact({ fact, title, onReview }: { fact: IdentityFact; title: string; onReview: FactsProps['onReview'] }) {
  const { kind, value, isRejected } = fact
  const shown = `${prefixOf(kind)}${shortAddress(value) ?? value}`
  const text = webAddress(value) ? <SourceLink url={value} title={shown} /> : shown
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

type NotMineRulesProps = { rules: ExclusionRule[]; onUndo: (rule: ExclusionRule) => void }

function NotMineRules({ rules, onUndo }: NotMineRulesProps) {
  if (rules.length === 0) return null
  return (
    <div className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="pt-2 font-sans text-sm font-normal tracking-normal text-muted">Not my company</h3>
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

import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { HiddenSuggestion, Suggestion, SuggestionRole, SuggestionStory } from '#domain/news/discover.ts'
import { outletName } from '#domain/news/event-line.ts'
import { publishedDate, shortDate } from '#domain/time.ts'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { SourceLink } from '../source-link.tsx'

const EVIDENCE_AT_FIRST = 1

const ROLES: Record<SuggestionRole, string> = {
  investor: 'Investor',
  partner: 'Partner',
  buyer: 'Acquirer',
  bought: 'Acquired',
  merger: 'Merger',
  customer: 'Customer',
  rival: 'Rival',
  'spin-off': 'Spin-off',
  named: 'Named',
}

type SuggestionHandlers = { onAdd: (suggestion: Suggestion) => void; onHide: (suggestion: Suggestion) => void }

type ListProps = SuggestionHandlers & { suggestions: Suggestion[] }

/** Companies and investors are listed separately, because they call for different decisions. */
export function SuggestionLists({ suggestions, ...handlers }: ListProps) {
  const kinds = Map.groupBy(suggestions, ({ kind }) => kind)
  return (
    <div className="grid gap-10">
      <SuggestionSection
        title="Companies in your news"
        text="Customers, partners, rivals, and acquirers of your companies, and companies they bought or spun off."
        suggestions={kinds.get('company') ?? []}
        {...handlers}
      />
      <SuggestionSection
        title="Investors in your companies"
        text="Named in the news of their rounds."
        suggestions={kinds.get('investor') ?? []}
        {...handlers}
      />
    </div>
  )
}

type SectionProps = ListProps & { title: string; text: string }

function SuggestionSection({ title, text, suggestions, onAdd, onHide }: SectionProps) {
  const id = useId()
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">{text}</p>
      <ul className="border-t border-line">
        {suggestions.map((suggestion) => (
          <SuggestionRow
            key={suggestion.name}
            suggestion={suggestion}
            onAdd={() => onAdd(suggestion)}
            onHide={() => onHide(suggestion)}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { suggestion: Suggestion; onAdd: () => void; onHide: () => void }

function SuggestionRow({ suggestion, onAdd, onHide }: RowProps) {
  const { name, roles, stories, companies, evidence, sentence, sentenceUrl } = suggestion
  const isHeadline = evidence.some(({ title }) => title === sentence)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? evidence : evidence.slice(0, EVIDENCE_AT_FIRST)
  const count = `${counted(stories, 'story', 'stories')}${companies > 1 ? ` of ${formatNumber(companies)} companies` : ''}`
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-3 border-b border-line py-5">
      <CompanyLogo company={{ name }} size="row" />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <h3 className="text-lg break-words">{name}</h3>
        <p className="text-sm text-muted">
          {roles.map((role) => ROLES[role]).join(', ')} • {count}
        </p>
        {sentence && sentenceUrl && !isHeadline && (
          <blockquote className="mt-1 max-w-[66ch] font-serif text-base break-words">
            <SourceLink url={sentenceUrl} title={`“${sentence}”`} className="no-underline hover:underline" />
          </blockquote>
        )}
        <ul aria-label={`Stories that name ${name}`} className="mt-1 grid gap-2">
          {shown.map((story) => (
            <Evidence key={`${story.url} ${story.company.id}`} story={story} />
          ))}
        </ul>
        {!showsAll && evidence.length > EVIDENCE_AT_FIRST && (
          <div>
            <Button
              variant="quiet"
              className="-ml-3.5"
              aria-label={`Show ${evidence.length - EVIDENCE_AT_FIRST} more stories that name ${name}`}
              onClick={() => setShowsAll(true)}
            >
              Show {evidence.length - EVIDENCE_AT_FIRST} more
            </Button>
          </div>
        )}
      </div>
      <div className="flex gap-2 self-start max-sm:pl-14">
        <Button aria-label={`Add ${name}`} onClick={onAdd}>
          <Plus aria-hidden />
          Add
        </Button>
        <Button variant="quiet" aria-label={`Hide ${name}`} onClick={onHide}>
          Hide
        </Button>
      </div>
    </li>
  )
}

function Evidence({ story: { title, url, publisher, publishedAt, company } }: { story: SuggestionStory }) {
  const outlet = outletName(publisher, company.name)
  return (
    <li className="max-w-[66ch] min-w-0 break-words">
      <SourceLink url={url} title={title} />
      <span className="block text-sm text-muted">
        About{' '}
        <Link
          to={paths.company(company.id)}
          className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {company.name}
        </Link>
        {outlet && ` • ${outlet}`} • {publishedDate(publishedAt)}
      </span>
    </li>
  )
}

type HiddenProps = { hidden: HiddenSuggestion[]; onBringBack: (name: string) => void }

export function HiddenList({ hidden, onBringBack }: HiddenProps) {
  return (
    <ul aria-label="Hidden suggestions" className="border-t border-line">
      {hidden.map(({ name, hiddenAt }) => (
        <li key={name} className="flex items-center justify-between gap-4 border-b border-line py-3">
          <div className="min-w-0 break-words">
            {name}
            <p className="text-sm text-muted">Hidden on {shortDate(hiddenAt)}</p>
          </div>
          <Button aria-label={`Restore ${name}`} onClick={() => onBringBack(name)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  )
}

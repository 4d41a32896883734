import { useId, useState, type ReactNode } from 'react'
import { shortPhrase } from '#domain/news/morning/short-phrase.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import { dateFormat } from '#domain/time.ts'
import { UntilFound } from '../../../ui/until-found.tsx'
import { EventRow } from '../reading/event-row.tsx'
import { timeOf, type EventLine } from './arrange-events.ts'
import { RowAction } from './row-action.tsx'

type Props = { releases: EventLine; company: { name: string }; now: Date; children: ReactNode }

/** Several releases on a line, which expands to each of them. */
export function ReleasesItem({ releases, company, now, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [newest] = releases
  return (
    <li className="min-w-0 break-words">
      <EventRow
        label={eventLabel(newest)}
        isNew={releases.some(({ isNew }) => isNew)}
        publishedAt={new Date(timeOf(newest)).toISOString()}
        precision="day"
        now={now}
      >
        <p className="max-w-[62ch] font-serif text-base text-pretty">
          {releases.length} releases since {sinceText(releases, now)}, latest: {shortPhrase(newest, company.name)}.
        </p>
        <div className="mt-1 text-sm leading-6 text-muted">
          <RowAction isExpanded={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show all'}
          </RowAction>
        </div>
      </EventRow>
      <UntilFound id={id} isHidden={!isOpen} onFound={() => setOpen(true)}>
        <ul aria-label="Releases" className="divide-y divide-line border-t border-line">
          {children}
        </ul>
      </UntilFound>
    </li>
  )
}

/** "June", or "June 2023" of another year. */
function sinceText(releases: EventLine, now: Date): string {
  const first = new Date(Math.min(...releases.map(timeOf)))
  const isThisYear = first.getUTCFullYear() === now.getUTCFullYear()
  return dateFormat({ month: 'long', timeZone: 'UTC', ...(!isThisYear && { year: 'numeric' }) }).format(first)
}

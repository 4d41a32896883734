import {
  Banknote,
  FileText,
  Newspaper,
  Package,
  UserRoundCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { TimelineEvent } from '#domain/news/analytics.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import type { TimelineType } from '#domain/taxonomy.ts'
import { SourceLink } from '../news/source-link.tsx'
import { factWords } from '../news/story-words.ts'
import { EVENT_WORDS, figure } from './words.ts'

const ICONS: Record<TimelineType, LucideIcon> = {
  funding: Banknote,
  filing: FileText,
  hiring: UsersRound,
  release: Package,
  leadership: UserRoundCog,
  press: Newspaper,
}

type Props = { event: TimelineEvent; company: string; now: Date }

/** When, what kind, what, and what it states. */
export function EventItem({ event, company, now }: Props) {
  const { type, title, url, publisher, tellings, facts } = event
  const Icon = ICONS[type]
  const extractedFacts = facts ? factWords(facts, company) : []
  const others = tellings - 1
  return (
    <li className="relative min-w-0 pb-7 pl-7 break-words">
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Icon aria-hidden className="size-4 flex-none" strokeWidth={1.75} />
        <span className="font-medium text-ink">{EVENT_WORDS[type]}</span>
        <span aria-hidden>•</span>
        <EventDate event={event} now={now} />
      </p>
      <h3 className="mt-0.5 max-w-[66ch] text-lg font-semibold">
        <SourceLink url={url} title={title} />
      </h3>
      {extractedFacts.length > 0 && (
        <p className="mt-0.5 max-w-[66ch] text-sm">{extractedFacts.join(' • ')}</p>
      )}
      {(publisher || others > 0) && (
        <p className="mt-0.5 text-sm text-muted">
          {[publisher, others > 0 && `told by ${figure(others)} more`].filter(Boolean).join(', ')}
        </p>
      )}
    </li>
  )
}

/** No finer than it is known. */
function EventDate({ event: { publishedAt, precision }, now }: { event: TimelineEvent; now: Date }) {
  if (precision === 'day')
    return <time dateTime={publishedAt.slice(0, 10)}>{shortDate(publishedAt, 'UTC')}</time>
  return (
    <time dateTime={publishedAt} title={dateAndTime(publishedAt)}>
      {precision === 'none' && 'no date given, found '}
      {relativeTime(publishedAt, now)}
    </time>
  )
}

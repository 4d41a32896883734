import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Timeline, TimelineEvent } from '#domain/news/analytics.ts'
import { TIMELINE_TYPES, isTimelineType, type TimelineType } from '#domain/taxonomy.ts'
import { Button, Status } from '../../ui/button.tsx'
import { LoadFailure, Skeleton } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow, useQueryChange } from '../../ui/page.tsx'
import { timelineQuery } from './queries.ts'
import { Sparkline, EVENT_LABELS, storyCount } from './sparkline.tsx'
import { formatNumber } from '../../ui/text.ts'
import { Banknote, FileText, Newspaper, Package, UserRoundCog, UsersRound, type LucideIcon } from 'lucide-react'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { SourceLink } from '../news/source-link.tsx'
import { factTexts } from '#domain/news/fact-text.ts'

const AT_FIRST = 12

type Tracked = { id: number; name: string }

export function CompanyTimeline({ company }: { company: Tracked }) {
  const { data, error, refetch } = useQuery(timelineQuery(company.id))
  return (
    <Panel title="Timeline" action={data && <HalfYear timeline={data} />}>
      {error && !data ? (
        <LoadFailure what="the timeline" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Status className="appear-late grid max-w-[66ch] gap-3">
          <span className="sr-only">Loading the timeline</span>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
        </Status>
      ) : data.events.length === 0 ? (
        <p className="text-muted">No events yet.</p>
      ) : (
        <Events events={data.events} company={company} />
      )}
    </Panel>
  )
}

function HalfYear({ timeline: { perWeek } }: { timeline: Timeline }) {
  const total = perWeek.reduce((sum, stories) => sum + stories, 0)
  return (
    <div className="flex items-center gap-4 text-sm text-muted tabular-nums">
      <Sparkline perWeek={perWeek} className="w-44" />
      <span aria-hidden>
        {storyCount(total)} in {perWeek.length} weeks
      </span>
    </div>
  )
}

function Events({ events, company }: { events: TimelineEvent[]; company: Tracked }) {
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const chosen = isTimelineType(search.events) ? search.events : null
  const shown = chosen ? events.filter(({ type }) => type === chosen) : events
  const choose = (type: TimelineType | null) => changeQuery({ ...search, events: type ?? undefined }, true)
  return (
    <>
      <TypeChoice events={events} chosen={chosen} onChoose={choose} />
      {shown.length === 0 ? (
        <p className="text-muted">No events of this type yet.</p>
      ) : (
        <ol className="timeline">
          {shown.slice(0, showsAll ? undefined : AT_FIRST).map((event) => (
            <EventItem key={event.storyId} event={event} company={company.name} now={now} />
          ))}
        </ol>
      )}
      {!showsAll && shown.length > AT_FIRST && (
        <Button onClick={() => setShowsAll(true)}>Show all {formatNumber(shown.length)}</Button>
      )}
    </>
  )
}

type ChoiceProps = {
  events: TimelineEvent[]
  chosen: TimelineType | null
  onChoose: (type: TimelineType | null) => void
}

/** The selected type stays in the list, so that it can be deselected. */
function TypeChoice({ events, chosen, onChoose }: ChoiceProps) {
  const counts = new Map(TIMELINE_TYPES.map((type) => [type, events.filter((event) => event.type === type).length]))
  const types = TIMELINE_TYPES.filter((type) => type === chosen || counts.get(type))
  if (types.length < 2 && chosen === null) return null
  const choices: [type: TimelineType | null, words: string, count: number][] = [
    [null, 'All', events.length],
    ...types.map((type): [TimelineType, string, number] => [type, EVENT_LABELS[type], counts.get(type) ?? 0]),
  ]
  return (
    <fieldset className="mb-6 flex flex-wrap gap-2 print:hidden">
      <legend className="sr-only">Type of event</legend>
      {choices.map(([type, words, count]) => (
        <Button
          key={words}
          variant={type === chosen ? 'primary' : 'plain'}
          aria-pressed={type === chosen}
          onClick={() => onChoose(type)}
        >
          {words} <span className="tabular-nums opacity-80">{formatNumber(count)}</span>
        </Button>
      ))}
    </fieldset>
  )
}

const ICONS: Record<TimelineType, LucideIcon> = {
  funding: Banknote,
  filing: FileText,
  hiring: UsersRound,
  release: Package,
  leadership: UserRoundCog,
  press: Newspaper,
}

type Props = { event: TimelineEvent; company: string; now: Date }

export function EventItem({ event, company, now }: Props) {
  const { type, title, url, publisher, tellings, facts } = event
  const Icon = ICONS[type]
  const extractedFacts = facts ? factTexts(facts, company) : []
  const others = tellings - 1
  return (
    <li className="relative min-w-0 pb-7 pl-7 break-words">
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Icon aria-hidden className="size-4 flex-none" strokeWidth={1.75} />
        <span className="font-medium text-ink">{EVENT_LABELS[type]}</span>
        <span aria-hidden>•</span>
        <EventDate event={event} now={now} />
      </p>
      <h3 className="mt-0.5 max-w-[66ch] text-lg font-semibold">
        <SourceLink url={url} title={title} />
      </h3>
      {extractedFacts.length > 0 && <p className="mt-0.5 max-w-[66ch] text-sm">{extractedFacts.join(' • ')}</p>}
      {(publisher || others > 0) && (
        <p className="mt-0.5 text-sm text-muted">
          {[publisher, others > 0 && `${formatNumber(others)} more ${others === 1 ? 'outlet' : 'outlets'}`]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
    </li>
  )
}

/** No more precise than the source. */
function EventDate({ event: { publishedAt, precision }, now }: { event: TimelineEvent; now: Date }) {
  if (precision === 'day') return <time dateTime={publishedAt.slice(0, 10)}>{shortDate(publishedAt, 'UTC')}</time>
  if (precision === 'none') return <span>Date unknown</span>
  return (
    <time dateTime={publishedAt} title={dateAndTime(publishedAt)}>
      {relativeTime(publishedAt, now)}
    </time>
  )
}

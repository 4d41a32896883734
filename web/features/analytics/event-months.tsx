import { useQuery } from '@tanstack/react-query'
import type { EventCounts } from '#domain/news/analytics.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatNumber } from '../../ui/text.ts'
import { happenedText } from './answers.ts'
import { monthSearch, NewsLink } from './news-link.tsx'
import { Question } from './question.tsx'
import { eventCountsQuery } from './queries.ts'
import { storyCount } from './sparkline.tsx'

export function EventMonths() {
  const query = useQuery(eventCountsQuery)
  return (
    <Loaded what="what happened" query={query} loading={<Skeleton className="appear-late mt-8 h-40 w-full" />}>
      {(counts) => (
        <Question question="What happened?" answer={happenedText(counts)} className="break-inside-avoid">
          {counts.events.length > 0 && <EventTable counts={counts} />}
        </Question>
      )}
    </Loaded>
  )
}

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const wholeMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Shades in percent, from the busiest cell to the quietest. The text stays readable on all of them. */
const DARKEST = 32
const LIGHTEST = 6

function EventTable({ counts: { months, events } }: { counts: EventCounts }) {
  const most = Math.max(...events.flatMap(({ perMonth }) => perMonth), 1)
  const shade = (count: number) => `${Math.round(LIGHTEST + (count / most) * (DARKEST - LIGHTEST))}%`
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">Events by month</caption>
      <thead className="border-b border-line-strong text-muted">
        <tr>
          <th scope="col" className="w-26 pb-2 font-medium md:w-40">
            Event
          </th>
          {months.map((month) => (
            <th
              key={month}
              scope="col"
              abbr={wholeMonth.format(new Date(month))}
              className="pb-2 text-center font-medium"
            >
              {shortMonth.format(new Date(month))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map(({ event, perMonth }) => (
          <tr key={event} className="border-b border-line">
            <th scope="row" className="truncate py-1 pr-3 font-normal">
              <NewsLink search={{ event, from: months[0] ?? '' }}>{event}</NewsLink>
            </th>
            {months.map((month, at) => (
              <td key={month} className="p-0.5 text-center">
                <Cell event={event} month={month} count={perMonth[at] ?? 0} shade={shade(perMonth[at] ?? 0)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { event: string; month: string; count: number; shade: string }

function Cell({ event, month, count, shade }: CellProps) {
  if (count === 0) return <span className="text-muted">–</span>
  return (
    <NewsLink
      search={{ event, ...monthSearch(month) }}
      label={`${event}, ${wholeMonth.format(new Date(month))}: ${storyCount(count)}`}
      className="block rounded-sm py-1.5 tabular-nums hover:underline"
      style={{ backgroundColor: `color-mix(in srgb, var(--color-accent) ${shade}, transparent)` }}
    >
      {formatNumber(count)}
    </NewsLink>
  )
}

import { CheckCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import type { NewsAttention, NewsSummary, NewStory } from '#domain/news/new-stories.ts'
import { withoutName } from '#domain/news/event-line.ts'
import { isAlarming } from '#domain/taxonomy.ts'
import { DAY_MS } from '#domain/time.ts'
import { paths } from '../../../paths.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/page.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { EventLabel, EventDate } from './event-row.tsx'
import { useOnScreen } from './on-screen.ts'
import { attentionQuery, summaryQuery } from '../queries.ts'
import { useMarkAllRead, useMarkRead, useSteadySummary } from './queries.ts'

const AT_FIRST = 4
const MAX_NAMED = 2

type Props = {
  onSettled: () => void
  /** Shown instead while there are no companies. */
  ifEmpty: ReactNode
}

/** Shown above the tabs: what's new at which companies, most important first, and what needs attention. */
export function NewsSummaryPanel({ onSettled, ifEmpty }: Props) {
  const { data, isPending } = useQuery(summaryQuery)
  const attention = useQuery(attentionQuery)
  const isSettled = !isPending && !attention.isPending
  useEffect(() => {
    if (isSettled) onSettled()
  }, [isSettled, onSettled])
  const shown = useSteadySummary(data)
  if (!data || !shown) return null
  if (shown.companies === 0) return ifEmpty
  return <Summary latest={data} shown={shown} attention={attention.data} />
}

type Shown = { latest: NewsSummary; shown: NewsSummary; attention: NewsAttention | undefined }

function Summary({ latest, shown, attention }: Shown) {
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const markAll = useMarkAllRead()
  const { stories } = shown
  // One fewer on a phone, to leave room for the content below.
  const atFirst = AT_FIRST - Number(!useIsWide())
  const visible = stories.slice(0, showsAll ? undefined : atFirst)
  const named = attention ? attentionOf(attention, now) : []
  const unnamed = attention ? attention.total - new Set(named.map(({ companyId }) => companyId)).size : 0
  return (
    <section
      aria-label="New since you were here"
      className="mt-4 rounded-lg border border-line bg-surface px-4 pt-3 pb-2 md:px-6 md:py-5"
    >
      <div className="flex items-center justify-between gap-x-4">
        <h2 className="text-lg font-semibold text-pretty md:text-xl">{headline(shown, now)}</h2>
        {stories.length > 0 && (
          <Button
            variant="quiet"
            className="-mr-3.5 flex-none max-sm:size-11 max-sm:px-0"
            busy={markAll.isPending}
            onClick={() => markAll.mutate(latest)}
          >
            <CheckCheck aria-hidden className="sm:hidden" />
            <span className="max-sm:sr-only">Mark all as read</span>
          </Button>
        )}
      </div>
      {visible.length > 0 && (
        <ul className="mt-2 md:mt-3">
          {visible.map((story) => (
            <StoryLine key={`${story.companyId} ${story.id}`} story={story} now={now} />
          ))}
        </ul>
      )}
      {!showsAll && stories.length > atFirst && (
        <Button variant="quiet" className="-ml-3.5 md:mb-1" onClick={() => setShowsAll(true)}>
          Show {formatNumber(stories.length - atFirst)} more
        </Button>
      )}
      {named.length > 0 && (
        <div className={cx(LINE, visible.length === 0 && 'mt-2 md:mt-3')}>
          <p className="text-sm text-muted">Attention</p>
          <p className="min-w-0 break-words">
            {named.map(({ companyId, name, text }, at) => (
              <Fragment key={`${companyId} ${text}`}>
                {at > 0 && ' · '}
                <Link to={paths.company(companyId)} className="rounded-sm underline-offset-4 hover:underline">
                  {name}
                </Link>
                {text}
              </Fragment>
            ))}
            {unnamed > 0 && ` · ${formatNumber(unnamed)} more`}
          </p>
        </div>
      )}
    </section>
  )
}

const LINE =
  'grid grid-cols-[5.25rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-line py-2 max-md:text-[0.9375rem]/snug md:grid-cols-[7rem_minmax(0,1fr)_auto]'

function StoryLine({ story, now }: { story: NewStory; now: Date }) {
  const markRead = useMarkRead()
  const ref = useOnScreen<HTMLLIElement>(true, () => markRead([story]))
  const { companyId, companyName, label, line, isNamed, publishedAt, precision } = story
  return (
    <li ref={ref} className={cx(LINE, 'group relative')}>
      <EventLabel label={label} isBad={isAlarming(story)} />
      <p className="min-w-0 break-words">
        <Link
          to={paths.company(companyId)}
          // The whole line opens the company.
          className="rounded-sm font-serif font-semibold underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {companyName}
        </Link>
        {isNamed ? ' ' : ': '}
        {isNamed ? withoutName(line, companyName) : line}
      </p>
      <p className="text-sm text-muted tabular-nums max-md:hidden">
        <EventDate publishedAt={publishedAt} precision={precision} now={now} />
      </p>
    </li>
  )
}

export function headline(summary: NewsSummary, now: Date): string {
  const { newStories, hasMore, newCompanies, companies, since, stories } = summary
  const all = companies === 1 ? 'your company' : `your ${formatNumber(companies)} companies`
  // A story found today that happened last week is new, but it isn't from today.
  const isOlder = stories.some(({ publishedAt }) => since && Date.parse(publishedAt) < startOfDay(new Date(since)))
  const from = since && !isOlder ? ` ${sinceText(since, now)}` : ''
  if (newStories === 0 && since === null) return `No news at ${all} yet`
  if (newStories === 0) return `Nothing new at ${all}${from === ' today' ? ' since your last visit' : from}`
  const at = companies === 1 ? all : `${formatNumber(newCompanies)} of ${all}`
  const count = hasMore ? `${formatNumber(newStories)}+ new stories` : counted(newStories, 'new story', 'new stories')
  return `${count} at ${at}${from}`
}

/** Names a day or a date: "this morning" would be wrong in half of all time zones. */
function sinceText(since: string, now: Date): string {
  const then = new Date(since)
  const days = Math.floor((startOfDay(now) - startOfDay(then)) / DAY_MS)
  if (days <= 0) return 'today'
  if (days === 1) return 'since yesterday'
  const options = days < 7 ? ({ weekday: 'long' } as const) : ({ month: 'short', day: 'numeric' } as const)
  return `since ${new Intl.DateTimeFormat('en-US', options).format(then)}`
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

type Named = { companyId: number; name: string; text: string }

export function attentionOf({ notResponding, quiet }: NewsAttention, now: Date): Named[] {
  const silent = quiet.map(({ companyId, name, lastNewsAt }) => ({
    companyId,
    name,
    text: ` has been quiet for ${Math.floor((now.getTime() - Date.parse(lastNewsAt)) / DAY_MS)} days`,
  }))
  const broken = notResponding.map(({ companyId, name, failing, sources }) => ({
    companyId,
    name,
    text:
      sources === failing && sources > 1
        ? ': no source is responding'
        : `: ${failing === 1 ? '1 source is' : `${failing} sources are`} not responding`,
  }))
  return [...silent.slice(0, MAX_NAMED), ...broken.slice(0, MAX_NAMED)]
}

import { useDeferredValue, useId, useRef, type ReactNode } from 'react'
import type { Morning, MorningEvent } from '#domain/news/morning/morning.ts'
import { dateFormat } from '#domain/time.ts'
import { Status } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/page.tsx'
import { counted } from '../../../ui/text.ts'
import { daysText } from './day-line.ts'
import { EventArticle } from './event-article.tsx'
import { MorningSkeleton, SkeletonRow } from './morning-skeleton.tsx'
import type { Day } from './use-morning.ts'

/** What matters today, most important first, above the news of every company. */
export function MorningList({ day }: { day: Day }) {
  const { arrived, show, error, retry, isFetching, reading } = day
  const shown = useDeferredValue(day.shown, undefined)
  const place = useRef<HTMLElement>(null)
  if (!shown && !error) return <MorningSkeleton />
  if (shown?.companies === 0) return null
  const showArrived = () => {
    show()
    place.current?.focus({ preventScroll: true })
  }
  return (
    <section ref={place} tabIndex={-1} aria-label="Today" className="@container -mt-3 mb-6 outline-none sm:-mt-6">
      {error && <NotLoaded shown={shown} isBusy={isFetching} onRetry={retry} />}
      <Status className={BAR}>
        {arrived.length > 0 && (
          <p className={`${NOTICE} bg-accent-soft`}>
            {counted(arrived.length, 'new event', 'new events')}.{' '}
            <button type="button" onClick={showArrived} className={`${ACTION} text-accent`}>
              Show
            </button>
          </p>
        )}
      </Status>
      {shown && <Events morning={shown} />}
      {reading && <SkeletonRow />}
    </section>
  )
}

const BAR = 'mt-3 empty:hidden'
const NOTICE = 'rounded-md px-3.5 py-2 text-sm'
const ACTION = 'ml-2 cursor-pointer rounded-sm font-medium underline-offset-3 hover:underline pointer-coarse:py-3'

type NotLoadedProps = { shown: Morning | undefined; isBusy: boolean; onRetry: () => void }

function NotLoaded({ shown, isBusy, onRetry }: NotLoadedProps) {
  const at = shown && dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(shown.asOf))
  return (
    <div role="alert" className={`${BAR} ${NOTICE} bg-bad-soft`}>
      <span className="font-medium text-bad">Your news did not load.</span>
      {at && <span> This is your list from {at}.</span>}
      <button type="button" aria-disabled={isBusy} onClick={onRetry} className={ACTION}>
        Try again
      </button>
    </div>
  )
}

function Events({ morning: { day, events, earlier, earlierPeriod } }: { morning: Morning }) {
  const isWeek = earlierPeriod === 'week'
  const hasNew = events.length > 0
  const days = daysText(firstDay(earlier) ?? day, day)
  return (
    <>
      {hasNew && (
        <Group title="New" isNamed={false}>
          {events}
        </Group>
      )}
      {earlier.length > 0 && (
        <Group
          title={hasNew ? `Earlier this ${earlierPeriod}` : `This ${earlierPeriod}`}
          note={hasNew ? '' : isWeek ? `What mattered, ${days}` : 'Nothing new this week'}
        >
          {earlier}
        </Group>
      )}
    </>
  )
}

const firstDay = (events: MorningEvent[]) => events.map(({ date }) => date.slice(0, 10)).toSorted()[0]

type GroupProps = { title: string; isNamed?: boolean; note?: ReactNode; children: MorningEvent[] }

function Group({ title, isNamed = true, note, children }: GroupProps) {
  const id = useId()
  const now = useNow()
  return (
    <>
      <div className={isNamed ? 'flex flex-wrap items-baseline gap-x-2.5 pt-4 pb-1' : 'sr-only'}>
        <h2 id={id} className="text-lg leading-snug">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      <ol aria-labelledby={id}>
        {children.map((event) => (
          <EventArticle key={`${event.companyId} ${event.id}`} event={event} now={now} />
        ))}
      </ol>
    </>
  )
}

import type { ReactNode } from 'react'
import { dateAndTime, dateFormat } from '#domain/time.ts'
import { cx } from '../../../ui/button.tsx'

export type EventTime = { publishedAt: string; precision?: 'second' | 'day' | 'none' | undefined }

type Props = EventTime & {
  label: string
  isBad?: boolean
  isNew?: boolean
  /** Of talks, or by unnamed sources. */
  isReported?: boolean
  /** With a sentence in large print. */
  isLarge?: boolean
  now: Date
  children: ReactNode
}

/** One event: its type and date on the left, and what happened on the right. */
export function EventRow({
  now,
  isReported = false,
  isLarge = true,
  children,
  publishedAt,
  precision,
  ...kind
}: Props) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-3 md:grid-cols-[6rem_minmax(0,1fr)]">
      <div className={cx('flex flex-wrap items-baseline gap-x-3 md:block', isLarge ? 'md:pt-1' : 'md:pt-0.5')}>
        <EventLabel {...kind} isReported={isReported} />
        <p className="text-sm text-muted tabular-nums">
          <EventDate publishedAt={publishedAt} precision={precision} now={now} />
        </p>
        {isReported && <ReportedMark />}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

type LabelProps = { label: string; isBad?: boolean; isNew?: boolean; isReported?: boolean }

function EventLabel({ label, isBad = false, isNew = false, isReported = false }: LabelProps) {
  return (
    <p
      className={cx(
        'flex items-center gap-2 text-sm font-medium text-pretty max-md:whitespace-nowrap',
        isReported ? 'text-muted' : isBad ? 'text-bad' : 'text-accent',
      )}
    >
      {isNew && <span aria-hidden className="size-1.5 flex-none rounded-full bg-accent" />}
      {isNew && <span className="sr-only">New: </span>}
      {label}
    </p>
  )
}

export const ReportedMark = () => (
  <span className="block w-fit rounded-sm border border-dashed border-current px-1.25 text-sm/[1.4] font-medium text-warn">
    Reported
  </span>
)

/** No more precise than the source; the year appears only if it isn't the current one. */
export function EventDate({ publishedAt, precision = 'second', now }: EventTime & { now: Date }) {
  if (precision === 'none' || publishedAt === '') return <span>Date unknown</span>
  const day = precision === 'day' ? publishedAt.slice(0, 10) : publishedAt
  return (
    <time dateTime={day} title={precision === 'day' ? undefined : dateAndTime(publishedAt)}>
      {dayText(publishedAt, now, precision === 'day' ? 'UTC' : undefined)}
    </time>
  )
}

/** "Mon, Nov 16", or "Nov 16, 2025". */
export function dayText(publishedAt: string, now: Date, timeZone?: string): string {
  const date = new Date(publishedAt)
  if (Number.isNaN(date.getTime())) return 'Date unknown'
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear()
  return dateFormat({
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    timeZone,
  }).format(date)
}

export const BAD_LABELS: ReadonlySet<string> = new Set(['Layoffs', 'Shutdown', 'Incident', 'Legal'])

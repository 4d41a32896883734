import type { ReactNode } from 'react'
import { dateAndTime, dateFormat } from '#domain/time.ts'
import { cx } from '../../../ui/button.tsx'

export type EventTime = { publishedAt: string; precision?: 'second' | 'day' | 'none' | undefined }

type Props = EventTime & {
  label: string
  isBad?: boolean
  isNew?: boolean
  now: Date
  children: ReactNode
}

/** One event: its type and date on the left, and what happened on the right. */
export function EventRow({ label, isBad = false, isNew = false, now, children, ...time }: Props) {
  return (
    <div className="grid gap-x-5 gap-y-0.5 py-3 md:grid-cols-[7rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline gap-x-3 md:block">
        <EventLabel label={label} isBad={isBad} isNew={isNew} />
        <p className="text-sm text-muted tabular-nums">
          <EventDate {...time} now={now} />
        </p>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

type LabelProps = { label: string; isBad?: boolean; isNew?: boolean }

export function EventLabel({ label, isBad = false, isNew = false }: LabelProps) {
  return (
    <p
      className={cx(
        'flex items-center gap-2 text-sm font-medium text-pretty max-md:whitespace-nowrap',
        isBad ? 'text-bad' : 'text-accent',
      )}
    >
      {isNew && <span aria-hidden className="size-1.5 flex-none rounded-full bg-accent" />}
      {isNew && <span className="sr-only">New: </span>}
      {label}
    </p>
  )
}

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

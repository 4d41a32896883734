export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export type Clock = () => Date

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const WEEK_DAYS = 7
// A clock that runs slightly ahead must not turn fresh news into a date.
const TOLERATED_FUTURE_S = 300

export function relativeTime(value: string | null | undefined, now: Date, timeZone?: string): string {
  if (!value) return 'N/A'
  const then = new Date(value)
  if (Number.isNaN(then.getTime())) return 'Invalid date'
  const seconds = Math.floor((now.getTime() - then.getTime()) / 1000)
  if (seconds < -TOLERATED_FUTURE_S) return shortDate(value, timeZone)
  if (seconds < MINUTE_S) return 'Just now'
  if (seconds < HOUR_S) return ago(Math.floor(seconds / MINUTE_S), 'minute')
  if (seconds < DAY_S) return ago(Math.floor(seconds / HOUR_S), 'hour')
  if (seconds < 2 * DAY_S) return 'Yesterday'
  if (seconds < WEEK_DAYS * DAY_S) return ago(Math.floor(seconds / DAY_S), 'day')
  return shortDate(value, timeZone)
}

export function shortDate(value: string | null | undefined, timeZone?: string): string {
  return format(value, { dateStyle: 'medium', timeZone })
}

export const publishedDate = (value: string, timeZone?: string): string => shortDate(value, zoneOf(value, timeZone))

/** A source that states only the day is stored as midnight in UTC, when it's still the day before in America. */
export const zoneOf = (value: string, timeZone?: string) => (value.endsWith('T00:00:00.000Z') ? 'UTC' : timeZone)

export function dateAndTime(value: string | null | undefined, timeZone?: string): string {
  return format(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

function format(value: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  if (!value) return 'N/A'
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? 'Invalid date' : dateFormat(options).format(date)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes longer than using it a thousand times. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  dateFormats.set(key, made)
  return made
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

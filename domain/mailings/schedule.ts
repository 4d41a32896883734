import { DAY_MS, HOUR_MS } from '../time.ts'

export const DIGESTS = ['off', 'daily', 'weekly'] as const
/** Numbered as in ISO 8601: Monday is 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export type Schedule = {
  digest: (typeof DIGESTS)[number]
  /** For weekly digests only. */
  weekday: number
  hour: number
  timeZone: string
}

export const DEFAULT_SCHEDULE: Schedule = { digest: 'weekly', weekday: 1, hour: 8, timeZone: 'UTC' }

/** A week, plus a day in case today's hour has passed. */
const DAYS_AHEAD = 8

/**
 * The first time after `after` that a digest is due. An hour skipped by daylight saving counts as the first moment
 * after the gap, and a repeated hour counts once.
 */
export function nextDigestAt({ digest, weekday, hour, timeZone }: Schedule, after: Date): Date | null {
  if (digest === 'off') return null
  const today = Date.parse(localTime(after, timeZone).day)
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = new Date(today + ahead * DAY_MS)
    if (digest === 'weekly' && isoWeekday(day) !== weekday) continue
    const at = momentOf(day, hour, timeZone)
    if (at > after) return at
  }
  return null
}

/** The first moment of a local day when clocks show this hour or a later one. */
function momentOf(day: Date, hour: number, timeZone: string): Date {
  const wall = day.getTime() + hour * HOUR_MS
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetAt(new Date(at), timeZone))
  const found = offsets.map((offset) => new Date(wall - offset))
  const exact = found.filter((at) => at.getTime() + offsetAt(at, timeZone) === wall)
  const [first] = (exact.length > 0 ? exact : found.slice(0, 1)).toSorted((a, b) => a.getTime() - b.getTime())
  return first ?? new Date(wall)
}

export type LocalTime = {
  /** "2026-03-08" */
  day: string
  hour: number
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const local = new Date(at.getTime() + offsetAt(at, timeZone)).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

/** How far local clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: Date, timeZone: string): number {
  const seconds = Math.floor(at.getTime() / 1000) * 1000
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, value]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - seconds
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes far longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

export const isoWeekday = (day: Date): number => day.getUTCDay() || 7

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** "8:00 AM" */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

/** "New York" */
export const zoneText = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** "Weekly, Mondays at 8:00 AM (New York)" */
export function scheduleText({ digest, weekday, hour, timeZone }: Schedule): string {
  if (digest === 'off') return 'Off'
  const days = digest === 'daily' ? 'Daily' : `Weekly, ${WEEKDAYS[weekday - 1]}s`
  return `${days} at ${hourText(hour)} (${zoneText(timeZone)})`
}

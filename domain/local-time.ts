import { DAY_MS, HOUR_MS } from './time.ts'

export type LocalTime = {
  /** "2026-03-08" */
  day: string
  hour: number
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const local = new Date(at.getTime() + offsetAt(at, timeZone)).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

/**
 * The first moment of a local day when clocks show this hour or a later one. An hour skipped by daylight saving counts
 * as the first moment after the gap, and a repeated hour counts once.
 */
export function momentOf(day: string, hour: number, timeZone: string): Date {
  const wall = Date.parse(day) + hour * HOUR_MS
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetAt(new Date(at), timeZone))
  const found = offsets.map((offset) => new Date(wall - offset))
  const exact = found.filter((at) => at.getTime() + offsetAt(at, timeZone) === wall)
  const [first] = (exact.length > 0 ? exact : found.slice(0, 1)).toSorted((a, b) => a.getTime() - b.getTime())
  return first ?? new Date(wall)
}

/** "2026-03-08" and -1 make "2026-03-07". */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

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

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

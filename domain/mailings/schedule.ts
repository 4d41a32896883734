import { dayAfter, localTime, momentOf } from '../local-time.ts'

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

/** The first time after `after` that a digest is due. */
export function nextDigestAt({ digest, weekday, hour, timeZone }: Schedule, after: Date): Date | null {
  if (digest === 'off') return null
  const today = localTime(after, timeZone).day
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = dayAfter(today, ahead)
    if (digest === 'weekly' && isoWeekday(new Date(day)) !== weekday) continue
    const at = momentOf(day, hour, timeZone)
    if (at > after) return at
  }
  return null
}

export const isoWeekday = (day: Date): number => day.getUTCDay() || 7

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

import { dayAfter, localTime, momentOf } from '../../local-time.ts'
import { DAY_MS, dateFormat } from '../../time.ts'

/** Whoever reads after midnight still reads yesterday's news. */
const FIRST_HOUR = 5

export type ReadingDay = { day: string; begins: Date }

export function readingDay(now: Date, timeZone: string): ReadingDay {
  const { day, hour } = localTime(now, timeZone)
  const today = hour < FIRST_HOUR ? dayAfter(day, -1) : day
  return { day: today, begins: momentOf(today, FIRST_HOUR, timeZone) }
}

/** "yesterday morning", "Monday", "November 3" */
export function sinceText(day: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS)
  if (days <= 1) return 'yesterday morning'
  const options = days < 7 ? ({ weekday: 'long' } as const) : ({ month: 'long', day: 'numeric' } as const)
  return dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(day))
}

import { sql, type SQL } from 'drizzle-orm'
import { firstWeek, WEEK_MS } from '#domain/analytics.ts'
import { tellingsSince, type Whose } from './tellings.ts'

/** Items further apart than this are never one story, so what began before the first week is known to have. */
export const LONGEST_STORY_MS = 30 * 86_400_000

/** The moments at which the last weeks began. */
export const weekStarts = (now: Date, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) =>
    new Date(firstWeek(now, weeks).getTime() + at * WEEK_MS).toISOString(),
  )

/** The number of the week in which a moment lies, from 0; what is dated in the future belongs to the last one. */
export const weekOf = (moment: SQL, now: Date, weeks: number): SQL =>
  sql`width_bucket(${moment}, ${sql.param(weekStarts(now, weeks))}::timestamptz[]) - 1`

/**
 * Each story of each company that was told first in one of the last weeks: `company_id`, `story`, `first_at`, `week` from 0
 * and `section`.
 */
export function storiesByWeek(whose: Whose, now: Date, weeks: number): SQL {
  const since = firstWeek(now, weeks)
  const began = sql`${since.toISOString()}::timestamptz`
  return sql`
    select company_id, story, min(published_at) as first_at,
      ${weekOf(sql`min(published_at)`, now, weeks)} as week,
      (array_agg(section order by weight desc, id) filter (where section is not null))[1] as section
    from (${tellingsSince(whose, new Date(since.getTime() - LONGEST_STORY_MS))}) as tellings
    group by company_id, story having min(published_at) >= ${began}`
}

/** Counts by week number as a list with a place for every week. */
export const everyWeek = (counts: Record<string, number> | null, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) => counts?.[week] ?? 0)

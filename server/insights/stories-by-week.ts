import { sql, type SQL } from 'drizzle-orm'
import { firstWeek, WEEK_MS } from '#domain/analytics.ts'
import { tellingsSince, type Whose } from './tellings.ts'

/** Items further apart than this are never one story, so what began before the first week is known to have. */
const LONGEST_STORY_MS = 30 * 86_400_000
const WEEK_S = WEEK_MS / 1000

/**
 * Each story of each company that was told first in one of the last weeks: `company_id`, `story`, `first_at`, `week` from 0,
 * `section` and `sources`. What is dated in the future belongs to the last week.
 */
export function storiesByWeek(whose: Whose, now: Date, weeks: number): SQL {
  const since = firstWeek(now, weeks)
  const began = sql`${since.toISOString()}::timestamptz`
  return sql`
    select company_id, story, min(published_at) as first_at,
      least(floor(extract(epoch from min(published_at) - ${began}) / ${WEEK_S}::int), ${weeks}::int - 1)::int as week,
      (array_agg(section order by weight desc, id) filter (where section is not null))[1] as section,
      array_agg(distinct source) as sources
    from (${tellingsSince(whose, new Date(since.getTime() - LONGEST_STORY_MS))}) as tellings
    group by company_id, story having min(published_at) >= ${began}`
}

/** Counts by week number as a list with a place for every week. */
export const everyWeek = (counts: Record<string, number> | null, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) => counts?.[week] ?? 0)

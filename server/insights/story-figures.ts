import { sql } from 'drizzle-orm'
import { ANALYTICS_WEEKS, daysAgo, QUIET_DAYS } from '#domain/analytics.ts'
import type { StoryFigures } from '#domain/company-export.ts'
import type { Section } from '#domain/sections.ts'
import { eventType } from '#domain/story-events.ts'
import type { Queries } from '../database/open.ts'
import type { NewestRow } from './store.ts'
import { storiesByWeek } from './stories-by-week.ts'
import { newestTellings } from './tellings.ts'

type Row = NewestRow & {
  last_30: number | null
  last_90: number | null
  main_section: Section | null
  quiet_since: string | null
}

/** What an export says of these companies' stories, in one question; those of which nothing was ever told are not in it. */
export async function storyFigures(
  queries: Queries,
  userId: string,
  ids: number[],
  now: Date,
): Promise<Map<number, StoryFigures>> {
  if (ids.length === 0) return new Map()
  const whose = { userId, ids }
  const before = (days: number) => sql`${daysAgo(now, days).toISOString()}::timestamptz`
  const { rows } = await queries.execute<Row>(sql`
    with told as materialized (${storiesByWeek(whose, now, ANALYTICS_WEEKS)}),
    counted as (
      select company_id, count(*) filter (where first_at > ${before(30)})::int as last_30,
        count(*) filter (where first_at > ${before(90)})::int as last_90,
        -- Of sections that are equally frequent the first by name.
        mode() within group (order by section) as main_section
      from told group by company_id),
    newest as (${newestTellings(whose, 'anything')}),
    news as (${newestTellings(whose, 'news')})
    select newest.company_id, newest.story, newest.published_at, newest.title, newest.kind, newest.happening,
      counted.last_30, counted.last_90, counted.main_section,
      case when news.published_at < ${before(QUIET_DAYS)} then news.published_at end as quiet_since
    from newest left join counted on counted.company_id = newest.company_id
    left join news on news.company_id = newest.company_id`)
  return new Map(
    rows.map((row) => [
      row.company_id,
      {
        last30Days: row.last_30 ?? 0,
        last90Days: row.last_90 ?? 0,
        lastAt: new Date(row.published_at).toISOString(),
        lastTitle: row.title,
        lastEvent: eventType(row.kind, row.happening),
        mainSection: row.main_section,
        quietSince: row.quiet_since === null ? null : new Date(row.quiet_since).toISOString(),
      },
    ]),
  )
}

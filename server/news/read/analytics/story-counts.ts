import { sql, type SQL } from 'drizzle-orm'
import { ANALYTICS_WEEKS, daysAgo, QUIET_DAYS, firstWeek, WEEK_MS } from '#domain/news/analytics.ts'
import type { StoryStats } from '#domain/companies/export.ts'
import { type Section, timelineType, SIGNAL_KINDS } from '#domain/taxonomy.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { NewestRow } from './analytics.ts'
import { isOfCompany, newestVisible } from '../visible-articles.ts'

type Row = NewestRow & {
  last_30: number
  last_90: number
  main_section: Section | null
  quiet_since: string | null
}

/** Companies without any story have no entry. */
export async function storyCounts(
  queries: Queries,
  userId: string,
  ids: number[],
  now: Date,
): Promise<Map<number, StoryStats>> {
  if (ids.length === 0) return new Map()
  const before = (days: number) => sql`${daysAgo(now, days).toISOString()}::timestamptz`
  const since = firstWeek(now, ANALYTICS_WEEKS)
  // Queried company by company, because the planner expects only a few rows when it joins grouped results.
  const { rows } = await queries.execute<Row>(sql`
    select newest.company_id, newest.story, newest.published_at, newest.title, newest.kind, newest.event_type,
      counted.last_30, counted.last_90, counted.main_section,
      case when news.published_at < ${before(QUIET_DAYS)} then news.published_at end as quiet_since
    from (select * from companies where ${isMine({ userId, ids })} offset 0) as companies
    cross join lateral (${newestArticle('anything')}) as newest
    cross join lateral (
      select count(*) filter (where first_at > ${before(30)})::int as last_30,
        count(*) filter (where first_at > ${before(90)})::int as last_90,
        -- Ties go to the first section by name.
        mode() within group (order by section) as main_section
      from (${storiesSince(since)}) as stories) as counted
    left join lateral (${newestLink('news')}) as news on true`)
  return new Map(
    rows.map((row) => [
      row.company_id,
      {
        last30Days: row.last_30,
        last90Days: row.last_90,
        lastAt: new Date(row.published_at).toISOString(),
        lastTitle: row.title,
        lastEvent: timelineType(row.kind, row.event_type),
        mainSection: row.main_section,
        quietSince: row.quiet_since === null ? null : new Date(row.quiet_since).toISOString(),
      },
    ]),
  )
}

export type CompanyScope = { userId: string; ids?: number[]; that?: SQL }

export const isMine = ({ userId, ids, that = sql`true` }: CompanyScope): SQL =>
  sql`companies.user_id = ${userId} and companies.removed_at is null${
    ids ? sql` and companies.id = any(${sql.param(ids)}::int[])` : sql``
  } and ${that}`

const columns = sql`seen.company_id, seen.id, seen.story, seen.published_at, seen.precision, seen.source, seen.is_primary, seen.title,
  seen.section, seen.weight, seen.kind, seen.event_type`

/**
 * Needs a row of `companies` in scope. `offset 0` forces an index lookup per company instead of a scan of everyone's
 * articles.
 */
export const visibleRows = (selected: SQL, that: SQL = sql`true`): SQL =>
  sql`select ${selected} from visible_articles seen where ${isOfCompany} and ${that} offset 0`

/** Kinds that only show that a company is active aren't news. */
export const isNews = sql`seen.kind <> all(${sql.param(SIGNAL_KINDS)}::text[])`

export const newestLink = (what: 'anything' | 'news'): SQL =>
  newestVisible(sql`seen.id, seen.published_at`, 1, sql`seen.is_primary and ${what === 'news' ? isNews : sql`true`}`)

/** Finds the link first: with article columns, the planner would read and sort all articles of a company. */
const newestArticle = (what: 'anything' | 'news'): SQL => sql`
  select article.* from (${newestLink(what)}) as newest
  cross join lateral (${visibleRows(columns, sql`(seen.published_at, seen.id) = (newest.published_at, newest.id)`)}) as article`

export const newestNews = (scope: CompanyScope): SQL => sql`
  select article.* from (select * from companies where ${isMine(scope)} offset 0) as companies
  cross join lateral (${newestArticle('news')}) as article`

/** A story that goes unreported for longer than this counts as new when it's reported again. */
export const STORY_MARGIN_MS = 30 * DAY_MS

export const weekStarts = (now: Date, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) => new Date(firstWeek(now, weeks).getTime() + at * WEEK_MS).toISOString())

/** Zero-based; future dates count toward the last week. */
export const weekOf = (moment: SQL, now: Date, weeks: number): SQL =>
  sql`width_bucket(${moment}, ${sql.param(weekStarts(now, weeks))}::timestamptz[]) - 1`

export function storiesByWeek(scope: CompanyScope, now: Date, weeks: number): SQL {
  const since = firstWeek(now, weeks)
  return sql`
    select companies.id as company_id, stories.story, ${weekOf(sql`stories.first_at`, now, weeks)} as week
    from companies cross join lateral (${storiesSince(since)}) as stories where ${isMine(scope)}`
}

/** The stories that began since then. Needs a row of `companies` in scope. */
function storiesSince(since: Date): SQL {
  const earliest = new Date(since.getTime() - STORY_MARGIN_MS).toISOString()
  const links = visibleRows(
    sql`seen.id, seen.story, seen.published_at, seen.section, seen.weight`,
    sql`seen.published_at >= ${earliest}::timestamptz`,
  )
  return sql`
    select story, min(published_at) as first_at,
      (array_agg(section order by weight desc, id) filter (where section is not null))[1] as section
    from (${links}) as links group by story having min(published_at) >= ${since.toISOString()}::timestamptz`
}

export const everyWeek = (counts: Record<string, number> | null, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) => counts?.[week] ?? 0)

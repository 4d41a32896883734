import { sql, type SQL } from 'drizzle-orm'
import { ANALYTICS_WEEKS, daysAgo, QUIET_DAYS, firstWeek, WEEK_MS } from '#domain/news/analytics.ts'
import type { StoryStats } from '#domain/companies/export.ts'
import { type Section, timelineType, SIGNAL_KINDS } from '#domain/taxonomy.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { NewestRow } from './analytics.ts'
import { isOfCompany, newestVisible } from '../../overrides/visible-articles.ts'

type Row = NewestRow & {
  last_30: number | null
  last_90: number | null
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
  const scope = { userId, ids }
  const before = (days: number) => sql`${daysAgo(now, days).toISOString()}::timestamptz`
  const { rows } = await queries.execute<Row>(sql`
    with stories as materialized (${storiesByWeek(scope, now, ANALYTICS_WEEKS)}),
    counted as (
      select company_id, count(*) filter (where first_at > ${before(30)})::int as last_30,
        count(*) filter (where first_at > ${before(90)})::int as last_90,
        -- Of sections that are equally frequent the first by name.
        mode() within group (order by section) as main_section
      from stories group by company_id),
    newest as (${newestArticles(scope, 'anything')}),
    news as (${newestArticles(scope, 'news')})
    select newest.company_id, newest.story, newest.published_at, newest.title, newest.kind, newest.event_type,
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
        lastEvent: timelineType(row.kind, row.event_type),
        mainSection: row.main_section,
        quietSince: row.quiet_since === null ? null : new Date(row.quiet_since).toISOString(),
      },
    ]),
  )
}

export type CompanyScope = { userId: string; ids?: number[] }

export const isMine = ({ userId, ids }: CompanyScope): SQL =>
  sql`companies.user_id = ${userId} and companies.removed_at is null${
    ids ? sql` and companies.id = any(${sql.param(ids)}::int[])` : sql``
  }`

const columns = sql`seen.company_id, seen.id, seen.story, seen.published_at, seen.source, seen.is_primary, seen.title,
  seen.section, seen.weight, seen.kind, seen.event_type`

/**
 * Needs a row of `companies` in scope. `offset 0` forces the index, company by company, instead of reading everybody's
 * articles.
 */
export const visibleRows = (selected: SQL, that: SQL = sql`true`): SQL =>
  sql`select ${selected} from visible_articles seen where ${isOfCompany} and ${that} offset 0`

export function newestArticles(scope: CompanyScope, what: 'anything' | 'news'): SQL {
  // Signs of life are not news.
  const isNews = what === 'news' ? sql`seen.kind <> all(${sql.param(SIGNAL_KINDS)}::text[])` : sql`true`
  return sql`
    select article.* from (select * from companies where ${isMine(scope)} offset 0) as companies
    cross join lateral (${newestVisible(columns, 1, sql`seen.is_primary and ${isNews}`)}) as article`
}

const RECENT_DAYS = 30
const MAX_RECENT = 60

/** What mattered most lately; of companies without recent news, the newest. */
export function leadingArticles(scope: CompanyScope, now: Date): SQL {
  const recent = newestVisible(sql`${columns}, seen.denied`, MAX_RECENT, sql`seen.is_primary`)
  const since = sql`${daysAgo(now, RECENT_DAYS).toISOString()}::timestamptz`
  return sql`
    select article.* from (select * from companies where ${isMine(scope)} offset 0) as companies
    cross join lateral (
      with recent as (${recent})
      select * from recent
      -- Not what was denied since.
      where not exists (
        select from recent denial where denial.denied ? recent.event_type and denial.published_at >= recent.published_at)
      order by published_at > ${since} desc, case when published_at > ${since} then weight end desc nulls last,
        published_at desc, id desc limit 1) as article`
}

/** Articles further apart than this are never one story. */
export const LONGEST_STORY_MS = 30 * 86_400_000

export const weekStarts = (now: Date, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) => new Date(firstWeek(now, weeks).getTime() + at * WEEK_MS).toISOString())

/** From 0; future dates belong to the last week. */
export const weekOf = (moment: SQL, now: Date, weeks: number): SQL =>
  sql`width_bucket(${moment}, ${sql.param(weekStarts(now, weeks))}::timestamptz[]) - 1`

export function storiesByWeek(scope: CompanyScope, now: Date, weeks: number): SQL {
  const since = firstWeek(now, weeks)
  const began = sql`${since.toISOString()}::timestamptz`
  const earliest = new Date(since.getTime() - LONGEST_STORY_MS).toISOString()
  return sql`
    select company_id, story, min(published_at) as first_at,
      ${weekOf(sql`min(published_at)`, now, weeks)} as week,
      (array_agg(section order by weight desc, id) filter (where section is not null))[1] as section
    from (
      select article.* from companies cross join lateral (${visibleRows(columns, sql`seen.published_at >= ${earliest}::timestamptz`)}) as article
      where ${isMine(scope)}) as articles
    group by company_id, story having min(published_at) >= ${began}`
}

export const everyWeek = (counts: Record<string, number> | null, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) => counts?.[week] ?? 0)

import { sql, type SQL } from 'drizzle-orm'
import { ANALYTICS_WEEKS, daysAgo, QUIET_DAYS, firstWeek, WEEK_MS } from '#domain/news/analytics.ts'
import type { StoryStats } from '#domain/companies/export.ts'
import { type Section, timelineType, SIGNAL_KINDS } from '#domain/taxonomy.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { NewestRow } from './analytics.ts'
import { visibleArticles } from '../../overrides/visible-articles.ts'

type Row = NewestRow & {
  last_30: number | null
  last_90: number | null
  main_section: Section | null
  quiet_since: string | null
}

/** What an export says of these companies' stories, in one question; those of which nothing was ever told are not in it. */
export async function storyCounts(
  queries: Queries,
  userId: string,
  ids: number[],
  now: Date,
): Promise<Map<number, StoryStats>> {
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
    newest as (${newestArticles(whose, 'anything')}),
    news as (${newestArticles(whose, 'news')})
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

/** More of one company are not looked at where its owner sees it in a way of their own. */
const MOST_SEEN = 1000

/** Whose companies: all that are in the portfolio, or those of them with these ids. */
export type Whose = { userId: string; ids?: number[] }

export const isMine = ({ userId, ids }: Whose): SQL =>
  sql`companies.user_id = ${userId} and companies.removed_at is null${
    ids ? sql` and companies.id = any(${sql.param(ids)}::int[])` : sql``
  }`

/** One telling, of whichever table it is a row; the same columns in the same order everywhere. */
const linkRow = (link: SQL, article: SQL) => sql`
  companies.id as company_id, ${article}.id, coalesce(${link}.story_id, ${article}.id) as story, ${link}.published_at,
  ${link}.source, ${link}.is_primary, ${article}.title, ${article}.section, ${article}.weight, ${article}.kind, ${article}.event_type`

/** What was found for everybody: all that there is to see of a company without a view of its owner's own. */
export const sharedLinkRows = sql`
  select ${linkRow(sql`link`, sql`articles`)} from tracked_company_articles link join articles on articles.id = link.article_id
  where link.tracked_company_id = companies.tracked_company_id`

/** What links alone say of the tellings of a company that is seen as everybody sees it. */
export const linksOf = sql`
  select link.article_id as id, coalesce(link.story_id, link.article_id) as story, link.published_at, link.source
  from tracked_company_articles link where link.tracked_company_id = companies.tracked_company_id`

/** What the owner of a company sees of it, found for everybody or for them. */
export const visibleLinkRows = sql`
  select ${linkRow(sql`seen`, sql`seen`)} from (${visibleArticles(MOST_SEEN)}) as seen`

/** Everything that was told since then about these companies, each as its owner sees it. */
function articlesSince(whose: Whose, since: Date): SQL {
  const from = sql`${since.toISOString()}::timestamptz`
  // `offset 0`: company by company by the index, and never by reading what was told about everybody's.
  return sql`
    select told.* from companies cross join lateral (${sharedLinkRows} and link.published_at >= ${from} offset 0) as told
    where ${isMine(whose)} and not companies.has_overrides
    union all
    select told.* from companies cross join lateral (${visibleLinkRows}) as told
    where ${isMine(whose)} and companies.has_overrides and told.published_at >= ${from}`
}

/** What was told last of each of these companies. Those that were never more than mentioned are not in it. */
export function newestArticles(whose: Whose, what: 'anything' | 'news'): SQL {
  // Signs of life are no news.
  const isSo = (kind: SQL) => (what === 'news' ? sql`${kind} <> all(${sql.param(SIGNAL_KINDS)}::text[])` : sql`true`)
  return sql`
    select told.* from companies cross join lateral (
      ${sharedLinkRows} and link.is_primary and ${isSo(sql`articles.kind`)} order by link.published_at desc, link.article_id desc limit 1) as told
    where ${isMine(whose)} and not companies.has_overrides
    union all
    select told.* from companies cross join lateral (
      select * from (${visibleLinkRows}) as each where each.is_primary and ${isSo(sql`each.kind`)}
      order by each.published_at desc, each.id desc limit 1) as told
    where ${isMine(whose)} and companies.has_overrides`
}

/** Items further apart than this are never one story, so what began before the first week is known to have. */
export const LONGEST_STORY_MS = 30 * 86_400_000

/** The moments at which the last weeks began. */
export const weekStarts = (now: Date, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) => new Date(firstWeek(now, weeks).getTime() + at * WEEK_MS).toISOString())

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
    from (${articlesSince(whose, new Date(since.getTime() - LONGEST_STORY_MS))}) as tellings
    group by company_id, story having min(published_at) >= ${began}`
}

/** Counts by week number as a list with a place for every week. */
export const everyWeek = (counts: Record<string, number> | null, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) => counts?.[week] ?? 0)

import { sql, type SQL } from 'drizzle-orm'
import { type Analytics, type QuietCompany, ANALYTICS_WEEKS } from '#domain/news/analytics.ts'
import { BAD_STATES } from '#domain/news/coverage-state.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { COMPANY_SITE } from '../../sources/company-site/company-site.ts'
import { isMine, newestArticles, visibleRows, LONGEST_STORY_MS, weekOf, weekStarts } from './story-counts.ts'
import { OWN_FEED, SOURCE_REGISTRY } from '#domain/news/source-registry.ts'

const MAX_NAMED = 200

type Row = {
  id: number
  name: string
  total: number
  last_at: string
  title: string
  hiring_at: string | null
  release_at: string | null
  filing_at: string | null
  site_good_at: string | null
  site_failing_since: string | null
  checked_at: string | null
}

const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

export async function quietCompanies(
  queries: Queries,
  userId: string,
  since: Date,
): Promise<Pick<Analytics, 'quiet' | 'quietTotal'>> {
  const { rows } = await queries.execute<Row>(sql`
    with quiet as (
      select company_id, published_at as last_at, title, count(*) over ()::int as total
      from (${newestArticles({ userId }, 'news')}) as newest
      where published_at < ${since.toISOString()}::timestamptz
      order by published_at desc, company_id limit ${MAX_NAMED})
    select companies.id, companies.name, quiet.total, quiet.last_at, quiet.title, signs.*, polls.*
    from quiet join companies on companies.id = quiet.company_id
    cross join lateral (
      select max(published_at) filter (where kind = 'jobs') as hiring_at,
        max(published_at) filter (where kind = 'release') as release_at,
        max(published_at) filter (where kind = 'filing') as filing_at
      from (${visibleRows(sql`seen.kind, seen.published_at`)}) as seen) as signs
    cross join lateral (
      select max(good_at) filter (where source = ${COMPANY_SITE}) as site_good_at, max(checked_at) as checked_at,
        min(failing_since) filter (where kind = 'discover' and state = any(${sql.param(BAD_STATES)})) as site_failing_since
      from visible_watches where visible_watches.company_id = companies.id and not is_own) as polls
    where ${isMine({ userId })}
    order by quiet.last_at desc, companies.id`)
  return { quiet: rows.map(toQuiet), quietTotal: rows[0]?.total ?? 0 }
}

const toQuiet = (row: Row): QuietCompany => ({
  companyId: row.id,
  name: row.name,
  lastNewsAt: new Date(row.last_at).toISOString(),
  lastNewsTitle: row.title,
  hiringAt: instant(row.hiring_at),
  releaseAt: instant(row.release_at),
  filingAt: instant(row.filing_at),
  siteGoodAt: instant(row.site_good_at),
  siteFailingSince: instant(row.site_failing_since),
  checkedAt: instant(row.checked_at),
})

/** Positions in this list are bits of a source mask. Bit 0 stands for all other sources. */
const SOURCES = [...SOURCE_REGISTRY.map(({ name }) => name), OWN_FEED]
const known = sql`${sql.param(SOURCES)}::text[]`

type Counted = { source: string; stories: number }

export function storiesBySource(groups: [week: number, sources: number, stories: number][]): Counted[] {
  return SOURCES.map((source, at) => ({
    source,
    stories: groups.reduce(
      (sum, [, sources, stories]) => sum + (Math.floor(sources / 2 ** (at + 1)) % 2 === 1 ? stories : 0),
      0,
    ),
  })).filter(({ stories }) => stories > 0)
}

export function storyTables(userId: string, now: Date): SQL {
  const [began = ''] = weekStarts(now, ANALYTICS_WEEKS)
  const since = sql`${new Date(Date.parse(began) - LONGEST_STORY_MS).toISOString()}::timestamptz`
  const links = visibleRows(
    sql`seen.id, seen.story, seen.published_at, seen.source, seen.weight`,
    sql`seen.published_at >= ${since}`,
  )
  return sql`
    company_stories as materialized (
      select companies.id as company_id, company_stories.* from companies cross join lateral (
        select story, ${weekOf(sql`min(published_at)`, now, ANALYTICS_WEEKS)} as week, min(id) as id,
          case when count(*) > 1 then array_agg(id order by weight desc, id) end as ids,
          bit_or(1 << coalesce(array_position(${known}, source), 0)) as sources
        from (${links}) as links group by story having min(published_at) >= ${began}::timestamptz) as company_stories
      where ${isMine({ userId })}),
    -- A story about two companies is one story of the portfolio.
    portfolio_stories as materialized (
      select story, min(week) as week, bit_or(sources) as sources, min(id) as id,
        bool_or(ids is not null) or min(id) < max(id) as has_several
      from company_stories group by story),
    story_groups as materialized (
      select week, sources, count(*)::int as stories from portfolio_stories group by week, sources)`
}

export const storiesBySection = sql`
  with again as materialized (
    select company_id, story, article.id, article.place
    from company_stories cross join lateral unnest(coalesce(ids, array[id])) with ordinality as article (id, place)
    -- "is true": looked up in a table made once, and not joined by an estimate.
    where (story in (select story from portfolio_stories where has_several)) is true)
  select section, sum(stories)::int as stories from (
    select section, count(*) as stories from visible_sections
    where id = any(array(select id from portfolio_stories where not has_several)) group by section
    union all
    select section, count(*) from (
      select min(section) as section from (
        select distinct on (company_id, story) story, section from again left join (
          select id, section from visible_sections where id = any(array(select id from again)) and section is not null) as placed
          using (id)
        order by company_id, story, section is null, place) as most_material
      group by story) as each
    group by section) as counted
  group by section`

/** Sources that no longer exist have no bit of their own. */
export const otherSources = (userId: string): SQL => sql`
  case when exists (select from story_groups where sources & 1 = 1) then (
    select json_agg(json_build_object('source', source, 'stories', stories)) from (
      select links.source, count(distinct company_stories.story)::int as stories
      from company_stories join companies on companies.id = company_stories.company_id
      cross join lateral (${visibleRows(sql`seen.id, seen.source`)}) as links
      where ${isMine({ userId })} and company_stories.sources & 1 = 1 and links.source <> all(${known})
        and (links.id = company_stories.id or links.id = any(company_stories.ids))
      group by links.source) as others) end`

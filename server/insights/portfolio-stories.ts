import { sql, type SQL } from 'drizzle-orm'
import { ANALYTICS_WEEKS } from '#domain/analytics.ts'
import { OWN_FEED, SOURCE_REGISTER } from '#domain/source-register.ts'
import { LONGEST_STORY_MS, weekOf, weekStarts } from './stories-by-week.ts'
import { isMine, linksOf, seenAsTold } from './tellings.ts'

/** Sources by their places in this list are bits of one number. The first place is that of all others. */
const SOURCES = [...SOURCE_REGISTER.map(({ name }) => name), OWN_FEED]
const known = sql`${sql.param(SOURCES)}::text[]`

type Counted = { source: string; stories: number }

/** How many stories there are of each week and set of sources, as the sources of each. */
export function storiesBySource(alike: [week: number, sources: number, stories: number][]): Counted[] {
  return SOURCES.map((source, at) => ({
    source,
    stories: alike.reduce(
      (sum, [, sources, stories]) => sum + (Math.floor(sources / 2 ** (at + 1)) % 2 === 1 ? stories : 0),
      0,
    ),
  })).filter(({ stories }) => stories > 0)
}

/**
 * Parts of a statement, for all of a user's companies:
 * `told`, each story of each company with its week, its sources and the articles that tell it;
 * `once`, each story of the portfolio; `alike`, how many of those have the same week and sources.
 *
 * What is only counted is counted by the links alone, company by company; no more than the sections are read from the
 * articles, and those of stories with one telling in the order in which articles are kept.
 */
export function portfolioStories(userId: string, now: Date): SQL {
  const [began = ''] = weekStarts(now, ANALYTICS_WEEKS)
  const since = sql`${new Date(Date.parse(began) - LONGEST_STORY_MS).toISOString()}::timestamptz`
  const grouped = (links: SQL) => sql`
    select story, ${weekOf(sql`min(published_at)`, now, ANALYTICS_WEEKS)} as week, min(id) as id,
      case when count(*) > 1 then array_agg(id) end as ids,
      bit_or(1 << coalesce(array_position(${known}, source), 0)) as sources
    from (${links}) as links group by story having min(published_at) >= ${began}::timestamptz`
  return sql`
    told as materialized (
      select companies.id as company_id, told.* from companies cross join lateral (
        ${grouped(sql`${linksOf} and link.published_at >= ${since} offset 0`)}) as told
      where ${isMine({ userId })} and not companies.has_own_view
      union all
      select companies.id, told.* from companies cross join lateral (
        ${grouped(sql`select id, story, published_at, source from (${seenAsTold}) as seen where published_at >= ${since}`)}) as told
      where ${isMine({ userId })} and companies.has_own_view),
    -- A story about two companies is one story of the portfolio.
    once as materialized (
      select story, min(week) as week, bit_or(sources) as sources, min(id) as id,
        bool_or(ids is not null) or min(id) < max(id) as is_told_again
      from told group by story),
    alike as materialized (
      select week, sources, count(*)::int as stories from once group by week, sources)`
}

/** How many stories of `once` stand in each section, by what the weightiest telling of each that has one says. */
export const sectionsOfOnce = sql`
  with again as materialized (
    select company_id, story, article.id from told cross join lateral unnest(coalesce(ids, array[id])) as article (id)
    -- "is true": looked up in a table made once, and not joined by an estimate.
    where (story in (select story from once where is_told_again)) is true)
  select section, sum(stories)::int as stories from (
    select section, count(*) as stories from articles
    where id = any(array(select id from once where not is_told_again)) group by section
    union all
    select section, count(*) from (
      select min(section) as section from (
        select distinct on (company_id, story) story, section from again left join (
          select id, section, weight from articles where id = any(array(select id from again)) and section is not null) as placed
          using (id)
        order by company_id, story, weight desc nulls last, id) as weightiest
      group by story) as each
    group by section) as counted
  group by section`

/** The sources that have no place of their own: there once, and no more. They are looked for where there are such. */
export const otherSources = (userId: string): SQL => sql`
  case when exists (select from alike where sources & 1 = 1) then (
    select json_agg(json_build_object('source', source, 'stories', stories)) from (
      select links.source, count(distinct told.story)::int as stories
      from told join companies on companies.id = told.company_id
      cross join lateral (
        select id, source from (${linksOf} and not companies.has_own_view offset 0) as shared
        union all
        select id, source from (${seenAsTold}) as seen where companies.has_own_view) as links
      where ${isMine({ userId })} and told.sources & 1 = 1 and links.source <> all(${known})
        and (links.id = told.id or links.id = any(told.ids))
      group by links.source) as others) end`

import { sql } from 'drizzle-orm'
import {
  ACTIVITY_WEEKS,
  ANALYTICS_WEEKS,
  daysAgo,
  QUIET_DAYS,
  weekDays,
  type Analytics,
  type CompanyActivity,
} from '#domain/analytics.ts'
import type { Happening } from '#domain/happenings.ts'
import { eventType } from '#domain/story-events.ts'
import type { Queries } from '../database/open.ts'
import { quietCompanies } from './quiet-companies.ts'
import { everyWeek, storiesByWeek } from './stories-by-week.ts'
import { isMine, newestTellings } from './tellings.ts'

type Counts = Record<string, number>

type Portfolio = {
  per_week: Counts | null
  sections: Analytics['sections'] | null
  sources: Analytics['sources'] | null
  companies: [id: number, name: string, stories: number, weeks: Counts][] | null
  all_companies: number
}

export type NewestRow = {
  company_id: number
  story: string
  published_at: string
  title: string
  kind: string
  happening: Happening | null
}

/** What the articles of all say about one user's companies; every question names the user. */
export const insightsStore = (queries: Queries) => ({
  /** Two questions, however many companies there are. */
  async analytics(userId: string, now: Date): Promise<Analytics> {
    const { rows } = await queries.execute<Portfolio>(sql`
      with told as materialized (${storiesByWeek({ userId }, now, ANALYTICS_WEEKS)}),
      -- A story about two companies is one story of the portfolio.
      once as (
        select story, min(week) as week, min(section) as section from told group by story),
      by_company as (
        select company_id, sum(stories)::int as stories, json_object_agg(week, stories) as weeks
        from (select company_id, week, count(*)::int as stories from told group by company_id, week) as weekly
        group by company_id)
      select
        (select json_object_agg(week, stories) from
          (select week, count(*) as stories from once group by week) as weekly) as per_week,
        (select json_agg(json_build_object('section', section, 'stories', stories) order by stories desc, section nulls last) from
          (select section, count(*) as stories from once group by section) as each) as sections,
        (select json_agg(json_build_object('source', source, 'stories', stories) order by stories desc, source) from
          (select source, count(*) as stories from
            (select distinct source, story from told, unnest(sources) as source) as brought group by source) as each) as sources,
        (select json_agg(json_build_array(companies.id, companies.name, stories, weeks) order by stories desc, companies.name, companies.id)
          from by_company join companies on companies.id = by_company.company_id where ${isMine({ userId })}) as companies,
        (select count(*)::int from companies where ${isMine({ userId })}) as all_companies`)
    const [portfolio] = rows
    const active = portfolio?.companies ?? []
    const perWeek = everyWeek(portfolio?.per_week ?? null, ANALYTICS_WEEKS)
    return {
      asOf: now.toISOString(),
      weeks: weekDays(now, ANALYTICS_WEEKS),
      stories: perWeek.reduce((sum, stories) => sum + stories, 0),
      perWeek,
      sections: portfolio?.sections ?? [],
      sources: portfolio?.sources ?? [],
      companies: active.map(([companyId, name, stories, weeks]) => ({
        companyId,
        name,
        stories,
        weeks: everyWeek(weeks, ANALYTICS_WEEKS),
      })),
      without: (portfolio?.all_companies ?? 0) - active.length,
      quietAfterDays: QUIET_DAYS,
      ...(await quietCompanies(queries, userId, daysAgo(now, QUIET_DAYS))),
    }
  },

  /** How many stories a company had in each of the last weeks. */
  async weeksOf(userId: string, companyId: number, now: Date): Promise<number[]> {
    const { rows } = await queries.execute<{ weeks: Counts | null }>(sql`
      select json_object_agg(week, stories) as weeks from (
        select week, count(*) as stories from (
          ${storiesByWeek({ userId, ids: [companyId] }, now, ANALYTICS_WEEKS)}) as told group by week) as weekly`)
    return everyWeek(rows[0]?.weeks ?? null, ANALYTICS_WEEKS)
  },

  /** What stands beside these companies in a list; ids that are not the user's get no answer. */
  async activity(userId: string, ids: number[], now: Date): Promise<CompanyActivity[]> {
    const whose = { userId, ids }
    const { rows } = await queries.execute<
      { company: number; weeks: Counts | null } & { [Key in keyof NewestRow]: NewestRow[Key] | null }
    >(sql`
      with weekly as (
        select company_id, week, count(*)::int as stories from (${storiesByWeek(whose, now, ACTIVITY_WEEKS)}) as told
        group by company_id, week),
      counted as (select company_id, json_object_agg(week, stories) as weeks from weekly group by company_id),
      newest as (${newestTellings(whose, 'anything')})
      select companies.id as company, counted.weeks, newest.company_id, newest.story, newest.published_at,
        newest.title, newest.kind, newest.happening
      from companies left join counted on counted.company_id = companies.id
      left join newest on newest.company_id = companies.id
      where ${isMine(whose)} order by companies.id`)
    return rows.map((row) => ({
      companyId: row.company,
      perWeek: everyWeek(row.weeks, ACTIVITY_WEEKS),
      latest: latestOf(row),
    }))
  },
})

function latestOf(row: { [Key in keyof NewestRow]: NewestRow[Key] | null }): CompanyActivity['latest'] {
  const { story, kind, title, published_at: publishedAt, happening } = row
  if (story === null || kind === null || title === null || publishedAt === null) return null
  return {
    storyId: Number(story),
    type: eventType(kind, happening),
    title,
    publishedAt: new Date(publishedAt).toISOString(),
  }
}

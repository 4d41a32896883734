import { sql, type SQL } from 'drizzle-orm'
import { type Analytics, type QuietCompany, ANALYTICS_WEEKS, firstWeek, weekDays } from '#domain/news/analytics.ts'
import { BAD_STATES } from '#domain/news/coverage-state.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { plannedOnce } from '../../../platform/database/planned-statements.ts'
import { COMPANY_SITE } from '../../sources/company-site/company-site.ts'
import { isMine, isNews, newestLink, newestNews, visibleRows, STORY_MARGIN_MS } from './story-counts.ts'
import type { Section } from '#domain/taxonomy.ts'

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

/** Most companies have recent news. Checking for one such article is cheaper than finding each company's newest. */
const recentNews = (since: Date) =>
  visibleRows(sql`1`, sql`seen.published_at >= ${since.toISOString()}::timestamptz and seen.is_primary and ${isNews}`)

export async function quietCompanies(
  queries: Queries,
  userId: string,
  since: Date,
): Promise<Pick<Analytics, 'quiet' | 'quietTotal'>> {
  const { rows } = await queries.execute<Row>(sql`
    with quiet as (
      select company_id, published_at as last_at, title, count(*) over ()::int as total
      from (${newestNews({ userId, that: sql`not exists (${recentNews(since)})` })}) as newest
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

/** Like `quietCompanies`, but without the details that analytics shows. */
export async function quietSince(
  queries: Queries,
  userId: string,
  since: Date,
): Promise<Pick<QuietCompany, 'companyId' | 'name' | 'lastNewsAt'>[]> {
  const { rows } = await queries.execute<Pick<Row, 'id' | 'name' | 'last_at'>>(plannedOnce`
    select companies.id, companies.name, newest.published_at as last_at
    from (select * from companies where ${isMine({ userId, that: sql`not exists (${recentNews(since)})` })} offset 0) as companies
    cross join lateral (${newestLink('news')}) as newest
    order by newest.published_at desc, companies.id limit ${MAX_NAMED}`)
  return rows.map(({ id, name, last_at }) => ({ companyId: id, name, lastNewsAt: new Date(last_at).toISOString() }))
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

type Portfolio = Omit<Analytics, 'quietAfterDays' | 'quiet' | 'quietTotal'>

/** PostgreSQL groups the stories, but they're counted here, because counting them in PostgreSQL takes much longer. */
export async function portfolioCounts(queries: Queries, userId: string, now: Date): Promise<Portfolio> {
  const companies = await companyStories(queries, userId, now)
  const shared = sharedStories(companies)
  const { bySection, sectionOf } = await countSections(queries, companies, shared)
  const perWeek = noStories()
  const bySources = new Map<string, number>()
  const count = (week: number, sources: string) => {
    perWeek[week] = (perWeek[week] ?? 0) + 1
    bySources.set(sources, (bySources.get(sources) ?? 0) + 1)
  }
  const active = companies.flatMap((company) => {
    const weeks = noStories()
    eachStory(company, (story, week, sources, articles) => {
      weeks[week] = (weeks[week] ?? 0) + 1
      if (shared.has(story)) merge(shared, story, { week, sources, section: sectionOf(articles()) })
      else count(week, sources)
    })
    const { id, name, sources } = company
    return sources.length > 0 ? [{ companyId: id, name, stories: sources.length, weeks }] : []
  })
  for (const story of shared.values()) {
    if (!story) continue
    count(story.week, story.sources)
    bySection.set(story.section, (bySection.get(story.section) ?? 0) + 1)
  }
  return {
    asOf: now.toISOString(),
    weeks: weekDays(now, ANALYTICS_WEEKS),
    stories: perWeek.reduce((sum, stories) => sum + stories, 0),
    perWeek,
    sections: [...bySection]
      .map(([section, stories]) => ({ section, stories }))
      .toSorted((a, b) => b.stories - a.stories || inOrder(a.section ?? LAST, b.section ?? LAST)),
    sources: eachSource(bySources).toSorted((a, b) => b.stories - a.stories || inOrder(a.source, b.source)),
    companies: active.toSorted((a, b) => b.stories - a.stories),
    without: companies.length - active.length,
  }
}

type CompanyRow = { id: number; name: string; stories: string | null; sources: string | null }
/**
 * `stories` is a flat list with each story's id, week, number of articles, and their ids, because an array per story
 * would cost more than the counting itself.
 */
type CompanyStories = { id: number; name: string; stories: number[]; sources: string[] }

/** Companies are sorted by name; the articles of a story by weight, highest first. */
async function companyStories(queries: Queries, userId: string, now: Date): Promise<CompanyStories[]> {
  const began = firstWeek(now, ANALYTICS_WEEKS)
  const links = visibleRows(
    sql`seen.id, seen.story, seen.published_at, seen.source, seen.weight`,
    sql`seen.published_at >= ${new Date(began.getTime() - STORY_MARGIN_MS).toISOString()}::timestamptz`,
  )
  const days = sql`(min(published_at) at time zone 'UTC')::date - ${weekDays(now, ANALYTICS_WEEKS)[0]}::date`
  const { rows } = await queries.execute<CompanyRow>(sql`
    select companies.id, companies.name, each.* from companies
    cross join lateral (
      select string_agg(story, ',') as stories, string_agg(sources, ',') as sources from (
        select string_agg(source, ' ') as sources, concat_ws(',', story, least(${ANALYTICS_WEEKS - 1}, (${days}) / 7), count(*),
          string_agg(id::text, ',' order by weight desc, id)) as story
        from (${links}) as links group by story having min(published_at) >= ${began.toISOString()}::timestamptz) as grouped) as each
    where ${isMine({ userId })} order by companies.name, companies.id`)
  return rows.map(({ id, name, stories, sources }) => ({
    id,
    name,
    stories: JSON.parse(`[${stories ?? ''}]`) as number[],
    sources: sources?.split(',') ?? [],
  }))
}

type Visit = (story: number, week: number, sources: string, articles: () => number[], first: number) => void

function eachStory({ stories, sources }: CompanyStories, visit: Visit): void {
  let at = 0
  for (const each of sources) {
    const from = at + 3
    const to = from + (stories[at + 2] ?? 0)
    visit(stories[at] ?? 0, stories[at + 1] ?? 0, each, () => stories.slice(from, to), stories[from] ?? 0)
    at = to
  }
}

type Shared = Map<number, { week: number; sources: string; section: Section | null } | null>

/**
 * A story about two companies counts once for the portfolio. One article may be in a different story for each of them.
 */
function sharedStories(companies: CompanyStories[]): Shared {
  const stories = new Set<number>()
  const articles = new Map<number, number>()
  const shared: Shared = new Map()
  for (const company of companies)
    eachStory(company, (story, _week, _sources, _articles, first) => {
      const other = articles.get(first)
      if (other !== undefined) shared.set(other, null)
      if (other !== undefined || stories.has(story)) shared.set(story, null)
      stories.add(story)
      articles.set(first, story)
    })
  return shared
}

function merge(shared: Shared, story: number, found: NonNullable<ReturnType<Shared['get']>>): void {
  const known = shared.get(story)
  if (!known) return void shared.set(story, found)
  known.week = Math.min(known.week, found.week)
  known.sources += ` ${found.sources}`
  known.section = [known.section, found.section].filter((each) => each !== null).toSorted(inOrder)[0] ?? null
}

type SectionRow = { section: Section | null; count: number; ids: string | null }

/**
 * A story has the section of its highest-weighted article that has one. Only a few stories need to be looked up article
 * by article.
 */
async function countSections(queries: Queries, companies: CompanyStories[], shared: Shared) {
  const first: number[] = []
  const others: number[] = []
  for (const company of companies)
    eachStory(company, (story, _week, _sources, articles, article) => {
      if (shared.has(story)) others.push(...articles())
      else first.push(article)
    })
  const counted = await sectionRows(queries, first, sql`section is null`)
  const without = new Set(counted.flatMap(idsOf))
  const unclassified: number[][] = []
  for (const company of companies)
    eachStory(company, (story, _week, _sources, articles, article) => {
      if (without.has(article) && !shared.has(story)) unclassified.push(articles())
    })
  const asked = [...others, ...unclassified.flatMap(([, ...rest]) => rest)]
  const rows = await sectionRows(queries, asked, sql`section is not null`)
  const known = new Map(rows.flatMap((row) => idsOf(row).map((id): [number, Section | null] => [id, row.section])))
  const sectionOf = (articles: number[]) => known.get(articles.find((id) => known.has(id)) ?? 0) ?? null
  const bySection = new Map<Section | null, number>()
  for (const { section, count } of counted) if (section !== null) bySection.set(section, count)
  for (const articles of unclassified) {
    const section = sectionOf(articles)
    bySection.set(section, (bySection.get(section) ?? 0) + 1)
  }
  return { bySection, sectionOf }
}

const idsOf = ({ ids }: SectionRow) => JSON.parse(`[${ids ?? ''}]`) as number[]

// `array(select …)` keeps the planner from expecting thousands of rows and reading all articles.
async function sectionRows(queries: Queries, articleIds: number[], isListed: SQL): Promise<SectionRow[]> {
  const { rows } = await queries.execute<SectionRow>(sql`
    select section, count(*)::int, string_agg(id::text, ',') filter (where ${isListed}) as ids from visible_sections
    where id = any(array(select unnest(${`{${articleIds.join(',')}}`}::bigint[]))) group by section`)
  return rows
}

const noStories = () => Array.from({ length: ANALYTICS_WEEKS }, () => 0)

/** Most stories have one of a few combinations of sources, so the combinations are counted first. */
function eachSource(bySources: Map<string, number>): Analytics['sources'] {
  const counts = new Map<string, number>()
  for (const [sources, stories] of bySources)
    for (const source of new Set(sources.split(' '))) counts.set(source, (counts.get(source) ?? 0) + stories)
  return [...counts].map(([source, stories]) => ({ source, stories }))
}

const LAST = '\uFFFF'
const inOrder = (a: string, b: string) => (a < b ? -1 : 1)

import { sql, type SQL } from 'drizzle-orm'
import type { Curated, Classification, WrittenBrief, CurateTask, BriefArticle } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { Section } from '#domain/taxonomy.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { visibleArticles } from '../overrides/visible-articles.ts'

export type ClassifiedArticle = Classification & { id: string }

/** Writes what curation found. */
export const briefStore = (queries: Queries) => ({
  /** One that another writer holds just now is looked at again later: nobody waits for anybody. */
  async saveClassified(classified: ClassifiedArticle[]): Promise<void> {
    if (classified.length === 0) return
    const column = <Value>(pick: (article: ClassifiedArticle) => Value) => sql.param(classified.map(pick))
    await queries.execute(sql`
      with free as (
        select id from articles where id = any(${column(({ id }) => id)}::bigint[])
        order by id for no key update skip locked)
      update articles set section = new.section, event_type = new.event_type, weight = new.weight,
        direction = new.direction, extracted_facts = new.extracted_facts
      from unnest(${column(({ id }) => id)}::bigint[], ${column((a) => a.section)}::text[], ${column((a) => a.eventType)}::text[],
        ${column((a) => a.weight)}::real[], ${column((a) => a.direction)}::text[], ${column((a) => JSON.stringify(a.extractedFacts))}::jsonb[])
        as new (id, section, event_type, weight, direction, extracted_facts)
      join free on free.id = new.id where articles.id = new.id`)
  },

  async joinStories(trackedCompanyId: number, joined: Curated['joined']): Promise<void> {
    if (joined.length === 0) return
    await queries.execute(sql`
      update tracked_company_articles link set story_id = new.story from ${pairs(joined)}
      where link.tracked_company_id = ${trackedCompanyId} and link.article_id = new.id and link.story_id is null`)
  },

  /** What an owner alone has joins their stories; what everybody has was put into its story for everybody. */
  async joinOwnStories({ companyId, userId }: Owned, joined: Curated['joined']): Promise<void> {
    if (joined.length === 0) return
    await queries.execute(sql`
      update company_articles link set story_id = new.story from ${pairs(joined)}
      where link.company_id = ${companyId} and link.user_id = ${userId} and link.article_id = new.id and link.story_id is null`)
  },

  /** What was written of headlines alone has had its time. */
  async dropHeadlines(trackedCompanyIds: number[]): Promise<void> {
    await queries.execute(
      sql`delete from news where tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) and sentences = 0`,
    )
  },

  async dropOwnHeadlines(companyIds: number[]): Promise<void> {
    await queries.execute(
      sql`delete from news where company_id = any(${sql.param(companyIds)}::int[]) and sentences = 0`,
    )
  },

  /** Which of these say something new; what tells of the same moment as before takes the place of that. */
  async keep(briefs: (WrittenBrief & { trackedCompanyId: number })[], now: Date): Promise<number[]> {
    if (briefs.length === 0) return []
    const column = <Value>(pick: (brief: (typeof briefs)[number]) => Value) => sql.param(briefs.map(pick))
    const { rows } = await queries.execute<{ tracked_company_id: number }>(sql`
      with new as (
        select * from unnest(${column((b) => b.trackedCompanyId)}::int[], ${column((b) => b.content)}::text[],
          ${column((b) => JSON.stringify(b.sources))}::jsonb[], ${column((b) => b.publishedAt)}::timestamptz[],
          ${column((b) => b.sentences)}::int[], ${column((b) => b.verified)}::int[])
          as new (tracked_company_id, content, sources, published_at, sentences, verified)
        where not exists (
          select from news old where old.tracked_company_id = new.tracked_company_id
            and old.published_at = new.published_at and old.content = new.content)),
      gone as (
        delete from news using new where news.tracked_company_id = new.tracked_company_id and news.published_at = new.published_at)
      insert into news (tracked_company_id, content, sources, published_at, sentences, verified, created_at)
      select new.*, ${now}::timestamptz from new returning tracked_company_id`)
    return rows.map((row) => row.tracked_company_id)
  },

  async keepOwn(briefs: (WrittenBrief & Owned)[], now: Date): Promise<number[]> {
    if (briefs.length === 0) return []
    const column = <Value>(pick: (brief: (typeof briefs)[number]) => Value) => sql.param(briefs.map(pick))
    const { rows } = await queries.execute<{ company_id: number }>(sql`
      with new as (
        select * from unnest(${column((b) => b.userId)}::uuid[], ${column((b) => b.companyId)}::int[], ${column((b) => b.content)}::text[],
          ${column((b) => JSON.stringify(b.sources))}::jsonb[], ${column((b) => b.publishedAt)}::timestamptz[],
          ${column((b) => b.sentences)}::int[], ${column((b) => b.verified)}::int[])
          as new (user_id, company_id, content, sources, published_at, sentences, verified)
        where not exists (
          select from news old where old.company_id = new.company_id
            and old.published_at = new.published_at and old.content = new.content)),
      gone as (
        delete from news using new where news.company_id = new.company_id and news.published_at = new.published_at)
      insert into news (user_id, company_id, content, sources, published_at, sentences, verified, created_at)
      select new.*, ${now}::timestamptz from new returning company_id`)
    return rows.map((row) => row.company_id)
  },
})

const pairs = (joined: Curated['joined']) => sql`
  unnest(${sql.param(joined.map(({ id }) => id))}::bigint[], ${sql.param(joined.map(({ story }) => story))}::bigint[])
    as new (id, story)`

/** What a company's brief is made of, and whose brief it is. */
export type BriefTask<Whose> = CurateTask & { whose: Whose }

/** Some of them may tell the same. */
const MOST = 24
/** A brief quotes the beginning of a story. */
const LONGEST_TEXT = 6000

type Row = {
  whose: number
  user_id: string
  company: string
  other_names: string[] | null
  id: string
  url: string
  title: string
  text: string
  publisher: string | null
  published_at: string
  kind: string
  facts: Record<string, unknown>
  source: string
  story_id: string | null
  same_as: string | null
  is_primary: boolean
  section: Section | null
  event_type: string | null
  weight: number
}

const words = sql`left(articles.text, ${LONGEST_TEXT}) as text, articles.facts`
const noWords = sql`'' as text, '{}'::jsonb as facts`

const otherNames = (trackedCompanyId: SQL) => sql`(
  select array_agg(value) from tracked_company_facts where tracked_company_id = ${trackedCompanyId} and kind = 'name') as other_names`

/** The newest articles of each subject. */
export const briefArticlesOf = (queries: Queries, trackedCompanyIds: number[]) =>
  ofTrackedCompanies(queries, trackedCompanyIds, words)

/** The same, of which only the titles are needed. */
export const headlinesOf = (queries: Queries, trackedCompanyIds: number[]) =>
  ofTrackedCompanies(queries, trackedCompanyIds, noWords)

async function ofTrackedCompanies(queries: Queries, ids: number[], text: SQL): Promise<BriefTask<number>[]> {
  if (ids.length === 0) return []
  const { rows } = await queries.execute<Row>(sql`
    select tracked_companies.id as whose, tracked_companies.name as company, ${otherNames(sql`tracked_companies.id`)}, newest.* from tracked_companies
    cross join lateral (
      select ${text}, articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.kind,
        articles.same_as, articles.section, articles.event_type, articles.weight, link.source, link.story_id, link.is_primary
      from tracked_company_articles link join articles on articles.id = link.article_id
      where link.tracked_company_id = tracked_companies.id
      order by link.published_at desc, link.article_id desc limit ${MOST}) as newest
    where tracked_companies.id = any(${sql.param(ids)}::int[])`)
  return tasksOf(rows, ({ whose }) => whose)
}

export type Owned = { companyId: number; userId: string }

/** The newest articles that the owners of these companies see, where they see them in a way of their own. */
export const overrideArticlesOf = (queries: Queries, companyIds: number[]) => ofOwners(queries, companyIds, words)

export const overrideHeadlinesOf = (queries: Queries, companyIds: number[]) => ofOwners(queries, companyIds, noWords)

async function ofOwners(queries: Queries, ids: number[], text: SQL): Promise<BriefTask<Owned>[]> {
  if (ids.length === 0) return []
  const { rows } = await queries.execute<Row>(sql`
    select companies.id as whose, companies.user_id, companies.name as company,
      ${otherNames(sql`companies.tracked_company_id`)}, seen.*, ${text} from companies
    cross join lateral (${visibleArticles(MOST)}) as seen join articles on articles.id = seen.id
    where companies.has_overrides and companies.id = any(${sql.param(ids)}::int[])
    order by seen.published_at desc, seen.id desc`)
  return tasksOf(rows, ({ whose, user_id: userId }) => ({ companyId: whose, userId }))
}

function tasksOf<Whose>(rows: Row[], whoseOf: (row: Row) => Whose): BriefTask<Whose>[] {
  return [...Map.groupBy(rows, ({ whose }) => whose).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { company, other_names: names } = first
    return [{ whose: whoseOf(first), company, otherNames: names ?? [], briefArticles: briefArticles(own) }]
  })
}

function briefArticles(rows: Row[]): BriefArticle[] {
  const founders = new Set(rows.map((row) => row.story_id))
  const seen = new Set(rows.map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    text: row.text,
    // What a company says on its own site needs no further name.
    publisher: row.source === COMPANY_SITE ? null : row.publisher,
    publishedAt: new Date(row.published_at).toISOString(),
    kind: row.kind,
    facts: row.facts,
    isPrimary: row.is_primary,
    // What nobody has looked at yet may still find its story.
    story: row.story_id ?? (founders.has(row.id) || row.event_type !== null ? row.id : null),
    sameAs: row.same_as !== null && seen.has(row.same_as) ? row.same_as : null,
    classified: row.event_type === null ? null : { section: row.section, weight: row.weight },
  }))
}

import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { refreshes } from '../../platform/database/schema/tracked-companies.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Brief, CompanyWithNews, JoinedNews, News, NewsSource } from '#domain/news/briefs.ts'
import { news } from '../../platform/database/schema/accounts-and-companies.ts'

export type NewsWord = ReturnType<typeof createNews>

export function createNews({ database, companies }: { database: Database; companies: Companies }) {
  return {
    async ofCompany(userId: string, companyId: number) {
      await companies.get(userId, companyId)
      return database.asUser(userId, (queries) => newsStore(queries).listOfCompany(userId, companyId))
    },
    latest: (userId: string, limit: number) =>
      database.asUser(userId, (queries) => newsStore(queries).latest(userId, limit)),
    export: async (userId: string): Promise<Record<string, object[]>> => ({
      news: await database.asUser(userId, (queries) => newsStore(queries).listAll(userId)),
      refreshes: await database.asUser(userId, (queries) =>
        queries.select().from(refreshes).where(eq(refreshes.userId, userId)),
      ),
    }),

    erase: (queries: Queries, userId: string) => newsStore(queries).removeAll(userId),

    feed: (userId: string) => database.asUser(userId, (queries) => newsStore(queries).feed(userId)),
  }
}

export const newsStore = (queries: Queries) => ({
  async listOfCompany(userId: string, companyId: number): Promise<News[]> {
    const { rows } = await queries.execute<NewsRow>(sql`
      select ${asRead}, companies.id as company_id from ${readBy(userId)}, companies
      cross join lateral (${briefsOf(userId, 50)}) as brief
      where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`)
    return rows.map(toNews)
  },

  /** What is the user's alone; what everybody shares is nobody's to take out. */
  async listAll(userId: string): Promise<object[]> {
    return queries.select().from(news).where(eq(news.userId, userId)).orderBy(news.id)
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(news).where(eq(news.userId, userId))
  },

  /** The newest item of each company, newest first: one noisy company cannot hide the others. */
  async latest(userId: string, limit: number): Promise<JoinedNews[]> {
    const { rows } = await queries.execute<NewsRow & { name: string; website: string | null }>(sql`
      select ${asRead}, companies.id as company_id, companies.name, companies.website
      from ${readBy(userId)}, companies
      cross join lateral (${briefsOf(userId, 1)}) as brief
      where companies.user_id = ${userId} and companies.removed_at is null
      order by brief.published_at desc, brief.id desc limit ${limit}`)
    return rows.map((row) => ({ ...toNews(row), companyName: row.name, companyWebsite: row.website }))
  },

  /**
   * One row per company, with its newest news or none, each as JSON. The sources are JSON where they are kept:
   * for thousands of companies, reading them only to write them again would be half the work.
   */
  async feed(userId: string): Promise<string[]> {
    const { rows } = await queries.execute<FeedRow>(sql`
      select company_id, name, website, logo_url, added_at, id, content, sources::text as sources,
        sentences, verified, model, published_at, created_at
      from (
        select companies.id as company_id, companies.name, companies.website, companies.logo_url,
          companies.created_at as added_at, ${asRead}
        from ${readBy(userId)}, companies
        left join lateral (${briefsOf(userId, 1)}) as brief on true
        where companies.user_id = ${userId} and companies.removed_at is null
        order by brief.published_at desc nulls last, companies.created_at desc, companies.id desc) as newest`)
    return rows.map(toFeedJson)
  },

  /** The newest news of some of the user's companies. */
  async newestOf(userId: string, companyIds: number[]): Promise<News[]> {
    const { rows } = await queries.execute<NewsRow>(sql`
      select ${asRead}, companies.id as company_id from ${readBy(userId)}, companies
      cross join lateral (${briefsOf(userId, 1)}) as brief
      where companies.user_id = ${userId} and companies.removed_at is null
        and companies.id = any(${sql.param(companyIds)}::int[])
      order by brief.published_at desc, companies.created_at desc, companies.id desc`)
    return rows.map(toNews)
  },
})

/** The newest briefs of a company: its owner's own and, unless they see it in a way of their own, those of its subject. */
export const briefsOf = (userId: string, limit: number, that: SQL = sql`true`): SQL => sql`
  (select * from news
   where news.company_id = companies.id and news.user_id = ${userId} and ${that}
   order by published_at desc, id desc limit ${limit})
  union all
  (select * from news
   where news.tracked_company_id = companies.tracked_company_id and not companies.has_overrides and ${that}
   order by published_at desc, id desc limit ${limit})
  order by published_at desc, id desc limit ${limit}`

/** Who reads it: their word decides whether a language model may have written it. */
export const readBy = (userId: string) => sql`(select uses_model from users where users.id = ${userId}) as reader`

const isModel = sql`(brief.model_content is not null and reader.uses_model)`
const either = (column: string) => {
  const [model, plain] = [sql.identifier(`model_${column}`), sql.identifier(column)]
  return sql`case when ${isModel} then brief.${model} else brief.${plain} end as ${plain}`
}
/** A brief as its reader sees it; rows of `brief` and `reader` stand beside it. */
export const asRead = sql`brief.id, ${sql.join(['content', 'sources', 'sentences', 'verified'].map(either), sql`, `)},
  case when ${isModel} then brief.model_name end as model, brief.published_at, brief.created_at`

type BriefRow = {
  id: string
  content: string
  sources: NewsSource[]
  sentences: number
  verified: number
  model: string | null
  published_at: string
  created_at: string
}
type NewsRow = BriefRow & { company_id: number }
type FeedRow = Omit<BriefRow, 'id' | 'sources'> & {
  id: string | null
  sources: string
  company_id: number
  name: string
  website: string | null
  logo_url: string | null
  added_at: string
}

const latestOf = (row: BriefRow): Brief => ({
  id: Number(row.id),
  content: row.content,
  sources: row.sources,
  sentences: row.sentences,
  verified: row.verified,
  model: row.model,
  publishedAt: new Date(row.published_at).toISOString(),
  createdAt: new Date(row.created_at).toISOString(),
})

const toNews = (row: NewsRow): News => ({ ...latestOf(row), companyId: row.company_id })

function toFeedJson(row: FeedRow): string {
  const company: Omit<CompanyWithNews, 'latestNews'> = {
    id: row.company_id,
    name: row.name,
    website: row.website,
    logoUrl: row.logo_url,
    createdAt: new Date(row.added_at).toISOString(),
    hasNews: row.id !== null,
  }
  const before = JSON.stringify(company).slice(0, -1)
  if (row.id === null) return `${before},"latestNews":null}`
  const { sources: _sources, ...latest } = latestOf({ ...row, id: row.id, sources: [] })
  return `${before},"latestNews":${JSON.stringify(latest).slice(0, -1)},"sources":${row.sources}}}`
}

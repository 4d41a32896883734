import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyWithNews, JoinedNews, News } from '#domain/news.ts'
import type { Queries } from '../database/open.ts'
import { companies, news } from '../database/schema.ts'

export const newsStore = (queries: Queries) => ({
  async listOfCompany(userId: string, companyId: number): Promise<News[]> {
    const rows = await queries
      .select()
      .from(news)
      .where(and(eq(news.userId, userId), eq(news.companyId, companyId)))
      .orderBy(desc(news.publishedAt), desc(news.id))
    return rows.map(toNews)
  },

  async listAll(userId: string): Promise<News[]> {
    const rows = await queries
      .select()
      .from(news)
      .where(eq(news.userId, userId))
      .orderBy(desc(news.publishedAt), desc(news.id))
    return rows.map(toNews)
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(news).where(eq(news.userId, userId))
  },

  /** The newest item of each company, newest first: one noisy company cannot hide the others. */
  async latest(userId: string, limit: number): Promise<JoinedNews[]> {
    const newest = queries
      .selectDistinctOn([news.companyId])
      .from(news)
      .where(eq(news.userId, userId))
      .orderBy(news.companyId, desc(news.publishedAt), desc(news.id))
      .as('newest')
    const rows = await queries
      .select({ news: newestColumns(newest), name: companies.name, website: companies.website })
      .from(newest)
      .innerJoin(
        companies,
        and(eq(companies.id, newest.companyId), eq(companies.userId, userId), isNull(companies.removedAt)),
      )
      .orderBy(desc(newest.publishedAt), desc(newest.id))
      .limit(limit)
    return rows.map((row) => ({ ...toNews(row.news), companyName: row.name, companyWebsite: row.website }))
  },

  /** One row per company, with its newest news or none. */
  async feed(userId: string): Promise<CompanyWithNews[]> {
    const newest = queries
      .select()
      .from(news)
      .where(and(eq(news.companyId, companies.id), eq(news.userId, userId)))
      .orderBy(desc(news.publishedAt), desc(news.id))
      .limit(1)
      .as('newest')
    const rows = await queries
      .select({
        id: companies.id,
        name: companies.name,
        website: companies.website,
        createdAt: companies.createdAt,
        newest: newestColumns(newest),
      })
      .from(companies)
      .leftJoinLateral(newest, sql`true`)
      .where(and(eq(companies.userId, userId), isNull(companies.removedAt)))
      .orderBy(sql`${newest.publishedAt} desc nulls last`, desc(companies.createdAt), desc(companies.id))
    return rows.map(({ newest: item, ...company }) => ({
      ...company,
      createdAt: company.createdAt.toISOString(),
      hasNews: item !== null,
      latestNews: item && {
        id: item.id,
        content: item.content,
        publishedAt: item.publishedAt.toISOString(),
        createdAt: item.createdAt.toISOString(),
      },
    }))
  },
})

type Row = Omit<typeof news.$inferSelect, 'userId'>

const newestColumns = <Columns extends Record<keyof Row, unknown>>(from: Columns) =>
  ({
    id: from.id,
    companyId: from.companyId,
    content: from.content,
    publishedAt: from.publishedAt,
    createdAt: from.createdAt,
  }) as Pick<Columns, keyof Row>

const toNews = (row: Row): News => ({
  id: row.id,
  companyId: row.companyId,
  content: row.content,
  publishedAt: row.publishedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
})

import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FactName } from '#domain/news/overrides.ts'
import { companyAliases, companyFeeds, companyRejections } from '../../platform/database/schema/tracked-companies.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies } from '../../platform/database/schema/accounts-and-companies.ts'
import { companyArticles } from '../../platform/database/schema/articles.ts'
import { aliasKey } from '../match/name-index.ts'

export const overrideStore = (queries: Queries) => ({
  /**
   * Held until the end of the transaction, so that concurrent changes to a company are counted one after the other.
   * Doesn't block jobs that add articles to the company.
   */
  async lock(userId: string, companyId: number): Promise<boolean> {
    const found = await queries
      .select({ id: companies.id })
      .from(companies)
      .where(and(eq(companies.id, companyId), eq(companies.userId, userId), isNull(companies.removedAt)))
      .for('no key update')
    return found.length > 0
  },

  async aliases(userId: string, companyId: number): Promise<{ alias: string; key: string }[]> {
    return queries
      .select({ alias: companyAliases.alias, key: companyAliases.key })
      .from(companyAliases)
      .where(and(eq(companyAliases.userId, userId), eq(companyAliases.companyId, companyId)))
      .orderBy(asc(companyAliases.createdAt), asc(companyAliases.key))
  },

  async addAlias(userId: string, companyId: number, alias: string, now: Date): Promise<void> {
    await queries.insert(companyAliases).values({ userId, companyId, alias, key: aliasKey(alias), createdAt: now })
  },

  async removeAlias(userId: string, companyId: number, alias: string): Promise<void> {
    await queries
      .delete(companyAliases)
      .where(
        and(
          eq(companyAliases.userId, userId),
          eq(companyAliases.companyId, companyId),
          eq(companyAliases.key, aliasKey(alias)),
        ),
      )
  },

  async feeds(userId: string, companyId: number): Promise<string[]> {
    const rows = await queries
      .select({ url: companyFeeds.url })
      .from(companyFeeds)
      .where(and(eq(companyFeeds.userId, userId), eq(companyFeeds.companyId, companyId)))
      .orderBy(asc(companyFeeds.createdAt), asc(companyFeeds.url))
    return rows.map(({ url }) => url)
  },

  async addFeed(userId: string, companyId: number, url: string, now: Date): Promise<void> {
    await queries.insert(companyFeeds).values({ userId, companyId, url, createdAt: now })
  },

  async removeFeed(userId: string, companyId: number, url: string): Promise<void> {
    await queries
      .delete(companyFeeds)
      .where(and(eq(companyFeeds.userId, userId), eq(companyFeeds.companyId, companyId), eq(companyFeeds.url, url)))
  },

  async rejections(userId: string, companyId: number): Promise<FactName[]> {
    return queries
      .select({ kind: companyRejections.kind, value: companyRejections.value })
      .from(companyRejections)
      .where(and(eq(companyRejections.userId, userId), eq(companyRejections.companyId, companyId)))
      .orderBy(asc(companyRejections.kind), asc(companyRejections.value))
  },

  async reject(userId: string, companyId: number, { kind, value }: FactName, now: Date): Promise<void> {
    await queries
      .insert(companyRejections)
      .values({ userId, companyId, kind, value, createdAt: now })
      .onConflictDoNothing()
  },

  async accept(userId: string, companyId: number, { kind, value }: FactName): Promise<void> {
    await queries
      .delete(companyRejections)
      .where(
        and(
          eq(companyRejections.userId, userId),
          eq(companyRejections.companyId, companyId),
          eq(companyRejections.kind, kind),
          eq(companyRejections.value, value),
        ),
      )
  },

  async everything(userId: string): Promise<Record<string, object[]>> {
    return {
      company_aliases: await queries.select().from(companyAliases).where(eq(companyAliases.userId, userId)),
      company_rejections: await queries.select().from(companyRejections).where(eq(companyRejections.userId, userId)),
      company_feeds: await queries.select().from(companyFeeds).where(eq(companyFeeds.userId, userId)),
      company_articles: await queries.select().from(companyArticles).where(eq(companyArticles.userId, userId)),
    }
  },
})

import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { companies } from '../../platform/database/schema/accounts-and-companies.ts'
import { savedViews } from '../../platform/database/schema/reading.ts'
import { privateFeeds } from '../../platform/database/schema/integrations.ts'

export type FeedRow = typeof privateFeeds.$inferSelect
export type NamedFeed = { feed: FeedRow; companyName: string | null; viewName: string | null; viewQuery: string | null }

/** Scoped to one user; runs inside that user's transaction. */
export const feedStore = (queries: Queries, userId: string) => {
  const named = () =>
    queries
      .select({
        feed: privateFeeds,
        companyName: companies.name,
        viewName: savedViews.name,
        viewQuery: savedViews.query,
      })
      .from(privateFeeds)
      .leftJoin(companies, and(eq(companies.id, privateFeeds.companyId), eq(companies.userId, userId)))
      .leftJoin(savedViews, and(eq(savedViews.id, privateFeeds.viewId), eq(savedViews.userId, userId)))
  return {
    list: (): Promise<NamedFeed[]> =>
      named().where(eq(privateFeeds.userId, userId)).orderBy(desc(privateFeeds.createdAt), desc(privateFeeds.id)),

    async find(id: number): Promise<NamedFeed | null> {
      const [row] = await named().where(and(eq(privateFeeds.id, id), eq(privateFeeds.userId, userId)))
      return row ?? null
    },

    count: (): Promise<number> => queries.$count(privateFeeds, eq(privateFeeds.userId, userId)),

    async insert(feed: Omit<typeof privateFeeds.$inferInsert, 'userId'>): Promise<number> {
      const [row] = await queries
        .insert(privateFeeds)
        .values({ ...feed, userId })
        .returning({ id: privateFeeds.id })
      if (!row) throw new Error('the feed was not returned')
      return row.id
    },

    async remove(id: number): Promise<boolean> {
      const own = and(eq(privateFeeds.id, id), eq(privateFeeds.userId, userId))
      return (await queries.delete(privateFeeds).where(own)).rowCount === 1
    },
  }
}

/** Not scoped to a user: the owner is unknown until the feed has been found. */
export const feedLookup = (queries: Queries) => ({
  async find(tokenHash: string): Promise<FeedRow | null> {
    const [row] = await queries.select().from(privateFeeds).where(eq(privateFeeds.tokenHash, tokenHash))
    return row ?? null
  },

  async recordUse(id: number, now: Date, unlessSince: Date): Promise<void> {
    const isDue = or(isNull(privateFeeds.lastUsedAt), lt(privateFeeds.lastUsedAt, unlessSince))
    await queries
      .update(privateFeeds)
      .set({ lastUsedAt: now })
      .where(and(eq(privateFeeds.id, id), isDue))
  },
})

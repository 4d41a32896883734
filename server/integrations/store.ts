import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '../platform/database/open.ts'
import { apiKeys } from '../platform/database/schema/integrations.ts'

export type KeyRow = typeof apiKeys.$inferSelect

/** Scoped to one user; runs inside that user's transaction. */
export const keyStore = (queries: Queries, userId: string) => ({
  list: (): Promise<KeyRow[]> =>
    queries.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

  count: (): Promise<number> => queries.$count(apiKeys, eq(apiKeys.userId, userId)),

  async insert(key: Omit<typeof apiKeys.$inferInsert, 'userId'>): Promise<KeyRow> {
    const [row] = await queries
      .insert(apiKeys)
      .values({ ...key, userId })
      .returning()
    if (!row) throw new Error('the API key was not returned')
    return row
  },

  async remove(id: number): Promise<boolean> {
    const { rowCount } = await queries.delete(apiKeys).where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    return rowCount === 1
  },
})

/** Not scoped to a user: the owner is unknown until the key has been found. */
export const keyLookup = (queries: Queries) => ({
  async find(keyHash: string, now: Date): Promise<KeyRow | null> {
    const [row] = await queries
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.keyHash, keyHash), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))))
    return row ?? null
  },

  async recordUse(id: number, now: Date, unlessSince: Date): Promise<void> {
    const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessSince))
    await queries
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), isDue))
  },
})

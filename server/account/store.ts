import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { ModelChoice, ProfileChange } from '#domain/account.ts'
import type { Queries } from '../database/open.ts'
import { pastTrials, users } from '../database/schema.ts'

export type UserRow = typeof users.$inferSelect

export const accountStore = (queries: Queries) => ({
  async find(userId: string): Promise<UserRow | null> {
    const [row] = await queries.select().from(users).where(eq(users.id, userId))
    return row ?? null
  },

  /** Keeps the row that is there already: two first requests at once make one profile. */
  async insertIfAbsent(row: typeof users.$inferInsert): Promise<void> {
    await queries.insert(users).values(row).onConflictDoNothing()
  },

  async update(userId: string, change: ProfileChange | ModelChoice, now: Date): Promise<UserRow | null> {
    const [row] = await queries
      .update(users)
      .set({ ...change, updatedAt: now })
      .where(eq(users.id, userId))
      .returning()
    return row ?? null
  },

  async updateEmail(userId: string, email: string, now: Date): Promise<void> {
    await queries.update(users).set({ email, updatedAt: now }).where(eq(users.id, userId))
  },

  async remove(userId: string): Promise<void> {
    await queries.delete(users).where(eq(users.id, userId))
  },

  /** When the trial of an address ended that had an account before; null if it never had one. */
  async pastTrialEnd(emailHashes: string[]): Promise<Date | null> {
    const [row] = await queries.select().from(pastTrials).where(inArray(pastTrials.emailHash, emailHashes))
    return row?.trialEndedAt ?? null
  },

  async rememberTrial(emailHash: string, trialEndedAt: Date): Promise<void> {
    await queries.insert(pastTrials).values({ emailHash, trialEndedAt }).onConflictDoNothing()
  },

  /** A job's query, over everybody: trials that have ended are written down as such. */
  async expireTrials(now: Date): Promise<number> {
    const { rowCount } = await queries
      .update(users)
      .set({ subscriptionStatus: 'expired', updatedAt: sql`${now.toISOString()}::timestamptz` })
      .where(and(eq(users.subscriptionStatus, 'trial'), lte(users.trialEndsAt, now)))
    return rowCount ?? 0
  },
})

import { createHash } from 'node:crypto'
import { alias } from 'drizzle-orm/pg-core'
import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { ModelChoice, ProfileChange } from '#domain/account/profile.ts'
import { authUsers } from '../platform/database/schema/auth.ts'
import type { Queries } from '../platform/database/open.ts'
import { grants, subscriptions } from '../platform/database/schema/billing.ts'
import { erasures, pastTrials, users } from '../platform/database/schema/accounts-and-companies.ts'
import { accountRowOf, longestGrant, type AccountRow } from '../platform/database/account-row.ts'

export const accountStore = (queries: Queries) => ({
  async find(userId: string): Promise<AccountRow | null> {
    const [row] = await accountsQuery(queries).where(eq(users.id, userId))
    return row ? accountRowOf(row) : null
  },

  /** Two simultaneous first requests create only one profile. */
  async insertIfAbsent(row: typeof users.$inferInsert): Promise<void> {
    await queries.insert(users).values(row).onConflictDoNothing()
  },

  async update(userId: string, change: ProfileChange | ModelChoice, now: Date): Promise<boolean> {
    const { rowCount } = await queries
      .update(users)
      .set({ ...change, updatedAt: now })
      .where(eq(users.id, userId))
    return rowCount === 1
  },

  async updateEmail(userId: string, email: string, now: Date): Promise<void> {
    await queries.update(users).set({ email, updatedAt: now }).where(eq(users.id, userId))
  },

  /** Held until the transaction ends. */
  async lock(userId: string): Promise<void> {
    await queries.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  },

  async remove(userId: string): Promise<void> {
    await queries.delete(users).where(eq(users.id, userId))
  },

  /** Null if the address never had a trial. */
  async pastTrialEnd(emailHashes: string[]): Promise<Date | null> {
    const [row] = await queries.select().from(pastTrials).where(inArray(pastTrials.emailHash, emailHashes))
    return row?.trialEndedAt ?? null
  },

  /** If the address already had a trial, that one is kept. */
  async rememberTrial(emailHash: string, trialEndedAt: Date): Promise<void> {
    await queries.insert(pastTrials).values({ emailHash, trialEndedAt }).onConflictDoNothing()
  },

  async setTrial(userId: string, trialEndsAt: Date): Promise<void> {
    await queries.update(users).set({ trialEndsAt, isTrialRemembered: true }).where(eq(users.id, userId))
  },

  async unrememberedTrials(limit: number): Promise<AccountRow[]> {
    const rows = await accountsQuery(queries)
      .where(and(eq(users.isTrialRemembered, false), ne(users.email, ''), notExists(unconfirmed(queries))))
      .orderBy(users.createdAt, users.id)
      .limit(limit)
    return rows.map(accountRowOf)
  },

  async rememberErasure(userId: string, at: Date): Promise<void> {
    const personHash = createHash('sha256').update(userId).digest('hex')
    await queries
      .insert(erasures)
      .values({ personHash, erasedAt: at })
      .onConflictDoUpdate({ target: erasures.personHash, set: { erasedAt: at } })
  },

  /** Deleted accounts that a restored backup brought back. With hosted auth, a user may also have begun anew. */
  async listRestored(): Promise<string[]> {
    const rows = await queries
      .select({ id: users.id })
      .from(users)
      .innerJoin(
        erasures,
        and(
          sql`${erasures.personHash} = encode(sha256(${users.id}::text::bytea), 'hex')`,
          lte(users.createdAt, erasures.erasedAt),
        ),
      )
    return rows.map(({ id }) => id)
  },

  /** A page of users whose stored status may be out of date. */
  async changeable(after: string | null, now: Date, limit: number): Promise<AccountRow[]> {
    const rows = await accountsQuery(queries)
      .where(
        and(
          after === null ? undefined : gt(users.id, after),
          or(
            eq(users.subscriptionStatus, 'active'),
            and(eq(users.subscriptionStatus, 'trial'), lte(users.trialEndsAt, now)),
            and(eq(users.subscriptionStatus, 'expired'), gt(users.trialEndsAt, now)),
            isNotNull(users.disabledAt),
            isNotNull(subscriptions.userId),
            exists(queries.select({ id: grants.id }).from(grants).where(eq(grants.userId, users.id))),
          ),
        ),
      )
      .orderBy(users.id)
      .limit(limit)
    return rows.map(accountRowOf)
  },

  async writeStatus(userIds: string[], status: Status, now: Date): Promise<void> {
    if (userIds.length === 0) return
    await queries.update(users).set({ subscriptionStatus: status, updatedAt: now }).where(inArray(users.id, userIds))
  },
})

type Status = (typeof users.$inferSelect)['subscriptionStatus']

/** A subquery for `exists`, in queries on `users`. */
export const unconfirmed = (queries: Queries) =>
  queries
    .select({ id: signUps.id })
    .from(signUps)
    .where(and(eq(signUps.id, users.id), isNull(signUps.emailConfirmedAt)))

/** Both tables are named users; without an alias, the inner rows would be compared with themselves. */
const signUps = alias(authUsers, 'sign_ups')

export function accountsQuery(queries: Queries) {
  const grant = longestGrant(queries, users.id)
  return queries
    .select({ account: users, subscription: subscriptions, grantId: grant.id, grantEndsAt: grant.endsAt })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoinLateral(grant, sql`true`)
    .$dynamic()
}

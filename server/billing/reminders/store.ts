import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm'
import { accountsQuery, unconfirmed } from '../../account/store.ts'
import { sentReminders, subscriptions } from '../../platform/database/schema/billing.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies, users } from '../../platform/database/schema/accounts-and-companies.ts'
import { accountRowOf, type AccountRow } from '../../platform/database/account-row.ts'

/** Marks a paid period whose invoices have been read. */
export const PERIOD_READ = 'period-read'

type SubscriptionRow = typeof subscriptions.$inferSelect

export const reminderStore = (queries: Queries) => {
  const sent = (userId: SQL | typeof users.id, kind: SQL, about: SQL) => sentReminder(queries, userId, kind, about)

  const notSent = (kind: SQL, isThese: SQL) =>
    queries
      .select()
      .from(subscriptions)
      .where(
        and(
          isThese,
          isNotNull(subscriptions.subscriptionId),
          isNotNull(subscriptions.currentPeriodEnd),
          notExists(sent(ofUser, kind, periodOf)),
        ),
      )

  return {
    async find(userId: string): Promise<AccountRow | null> {
      const [row] = await accountsQuery(queries).where(eq(users.id, userId))
      return row ? accountRowOf(row) : null
    },

    async trials(
      { from, to, now }: { from: Date; to: Date; now: Date },
      after: string | null,
      limit: number,
    ): Promise<AccountRow[]> {
      const kind = sql`case when ${users.trialEndsAt} > ${now.toISOString()}::timestamptz then 'trial-ending' else 'trial-ended' end`
      const rows = await accountsQuery(queries)
        .where(
          and(
            after === null ? undefined : gt(users.id, after),
            gt(users.trialEndsAt, from),
            lte(users.trialEndsAt, to),
            // Excludes returning users, whose trial had already ended when this account was created.
            gt(users.trialEndsAt, users.createdAt),
            eq(users.wantsReminders, true),
            isNull(users.disabledAt),
            ne(users.email, ''),
            notExists(unconfirmed(queries)),
            notExists(sent(users.id, kind, millisecondsOf(users.trialEndsAt))),
          ),
        )
        .orderBy(asc(users.id))
        .limit(limit)
      return rows.map(accountRowOf)
    },

    unpaid: (limit: number): Promise<SubscriptionRow[]> =>
      notSent(sql`'payment-failed'`, inArray(subscriptions.status, ['past_due', 'unpaid']))
        // A fixed order prevents two concurrent runs from deadlocking.
        .orderBy(asc(subscriptions.userId))
        .limit(limit),

    unread: (limit: number): Promise<SubscriptionRow[]> =>
      notSent(sql`${PERIOD_READ}`, notInArray(subscriptions.status, ['incomplete', 'incomplete_expired', 'trialing']))
        // Random order, so that invoices that can't be read don't hold up the others.
        .orderBy(sql`random()`)
        .limit(limit),

    async claim(userId: string, kind: string, about: string, now: Date): Promise<boolean> {
      const claimed = await queries
        .insert(sentReminders)
        .values({ userId, kind, about, sentAt: now })
        .onConflictDoNothing()
        .returning({ kind: sentReminders.kind })
      return claimed.length > 0
    },

    async tracked(userId: string): Promise<number> {
      return queries.$count(companies, and(eq(companies.userId, userId), isNull(companies.removedAt)))
    },

    /** False when there is no such user. */
    async setWanted(userId: string, isWanted: boolean, now: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(users)
        .set({ wantsReminders: isWanted, updatedAt: now })
        .where(eq(users.id, userId))
      return rowCount === 1
    },

    /** The emails, without the marks of periods whose invoices were read. */
    async everything(userId: string): Promise<object[]> {
      const isEmail = ne(sentReminders.kind, PERIOD_READ)
      return queries
        .select()
        .from(sentReminders)
        .where(and(eq(sentReminders.userId, userId), isEmail))
    },

    async removeAll(userId: string): Promise<void> {
      await queries.delete(sentReminders).where(eq(sentReminders.userId, userId))
    },
  }
}

export const sentReminder = (queries: Queries, userId: SQL | typeof users.id, kind: SQL, about: SQL) =>
  queries
    .select({ kind: sentReminders.kind })
    .from(sentReminders)
    .where(and(eq(sentReminders.userId, userId), eq(sentReminders.kind, kind), eq(sentReminders.about, about)))

const ofUser = sql`${subscriptions.userId}`
export const millisecondsOf = (column: typeof users.trialEndsAt | typeof subscriptions.currentPeriodEnd) =>
  sql<string>`(extract(epoch from ${column}) * 1000)::bigint::text`
export const periodOf = sql<string>`${subscriptions.subscriptionId} || ' ' || ${millisecondsOf(subscriptions.currentPeriodEnd)}`

/** Must match `millisecondsOf` and `periodOf`. */
export const aboutTrial = (end: Date) => String(end.getTime())
export const aboutPeriod = ({ subscriptionId, currentPeriodEnd }: SubscriptionRow) =>
  `${subscriptionId} ${currentPeriodEnd?.getTime()}`

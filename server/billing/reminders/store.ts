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
import { accountsQuery } from '../../account/store.ts'
import { authUsers } from '../../platform/database/schema/auth.ts'
import { sentReminders, subscriptions } from '../../platform/database/schema/billing.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies, users } from '../../platform/database/schema/accounts-and-companies.ts'
import { accountRowOf, type AccountRow } from '../../platform/database/account-row.ts'

/** Beside the letters' own kinds: that the invoices of a paid period were looked at. */
export const PERIOD_READ = 'period-read'

type SubscriptionRow = typeof subscriptions.$inferSelect

/** Jobs' queries, over everybody, except where a user is named. */
export const reminderStore = (queries: Queries) => {
  const sent = (userId: SQL | typeof users.id, kind: SQL, about: SQL) =>
    queries
      .select({ kind: sentReminders.kind })
      .from(sentReminders)
      .where(and(eq(sentReminders.userId, userId), eq(sentReminders.kind, kind), eq(sentReminders.about, about)))

  /** Of these subscriptions those whose period was not told of in this way. */
  const untold = (kind: SQL, isThese: SQL) =>
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

    /** Whose trial ends, or has ended, around now, and who was not told and wants to be. */
    async trials(
      { from, to, now }: { from: Date; to: Date; now: Date },
      after: string | null,
      limit: number,
    ): Promise<AccountRow[]> {
      const kind = sql`case when ${users.trialEndsAt} > ${now.toISOString()}::timestamptz then 'trial-ending' else 'trial-ended' end`
      const unconfirmed = queries
        .select({ id: authUsers.id })
        .from(authUsers)
        .where(and(eq(authUsers.id, users.id), isNull(authUsers.emailConfirmedAt)))
      const rows = await accountsQuery(queries)
        .where(
          and(
            after === null ? undefined : gt(users.id, after),
            gt(users.trialEndsAt, from),
            lte(users.trialEndsAt, to),
            // Who had their trial in an account before has none now, and is not told that it ended.
            gt(users.trialEndsAt, users.createdAt),
            eq(users.wantsReminders, true),
            isNull(users.disabledAt),
            ne(users.email, ''),
            notExists(unconfirmed),
            notExists(sent(users.id, kind, millisecondsOf(users.trialEndsAt))),
          ),
        )
        .orderBy(asc(users.id))
        .limit(limit)
      return rows.map(accountRowOf)
    },

    /** Whose renewal failed. */
    unpaid: (limit: number): Promise<SubscriptionRow[]> =>
      untold(sql`'payment-failed'`, inArray(subscriptions.status, ['past_due', 'unpaid']))
        // Two that look at once claim in the same order, or each would wait for the other.
        .orderBy(asc(subscriptions.userId))
        .limit(limit),

    /** Who has paid for a period whose invoices nobody has looked at. */
    unread: (limit: number): Promise<SubscriptionRow[]> =>
      untold(sql`${PERIOD_READ}`, notInArray(subscriptions.status, ['incomplete', 'incomplete_expired', 'trialing']))
        // In no order, so that those whose invoices cannot be read keep nobody waiting.
        .orderBy(sql`random()`)
        .limit(limit),

    /** True for whoever comes first. */
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

    async everything(userId: string): Promise<object[]> {
      return queries.select().from(sentReminders).where(eq(sentReminders.userId, userId))
    },

    async removeAll(userId: string): Promise<void> {
      await queries.delete(sentReminders).where(eq(sentReminders.userId, userId))
    },
  }
}

const ofUser = sql`${subscriptions.userId}`
const millisecondsOf = (column: typeof users.trialEndsAt | typeof subscriptions.currentPeriodEnd) =>
  sql`(extract(epoch from ${column}) * 1000)::bigint::text`
const periodOf = sql`${subscriptions.subscriptionId} || ' ' || ${millisecondsOf(subscriptions.currentPeriodEnd)}`

/** The same in JavaScript as in the two lines above. */
export const aboutTrial = (end: Date) => String(end.getTime())
export const aboutPeriod = ({ subscriptionId, currentPeriodEnd }: SubscriptionRow) =>
  `${subscriptionId} ${currentPeriodEnd?.getTime()}`

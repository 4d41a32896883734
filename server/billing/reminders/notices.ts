import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, notExists, sql, type SQL } from 'drizzle-orm'
import { entitlement } from '#domain/account/entitlement.ts'
import { unconfirmed } from '../../account/store.ts'
import { grants, invoices, subscriptions } from '../../platform/database/schema/billing.ts'
import type { Queries } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/accounts-and-companies.ts'
import type { AccountRow } from '../../platform/database/account-row.ts'
import type { NoticeFacts, Reminder } from './reminder-texts.ts'
import { sentReminder } from './store.ts'
import { DAY_MS } from '#domain/time.ts'

/** Older changes aren't announced, so that a newly introduced kind of notice doesn't cover past events. */
const NOTIFY_WITHIN_MS = 3 * DAY_MS
const BEFORE_END_MS = 3 * DAY_MS
const BATCH_SIZE = 200

type Notice = Reminder & { kind: NoticeFacts['kind'] }

export async function dueNotices(queries: Queries, now: Date): Promise<Notice[]> {
  const since = new Date(now.getTime() - NOTIFY_WITHIN_MS)
  const soon = new Date(now.getTime() + BEFORE_END_MS)
  const notSent = (kind: Notice['kind'], about: SQL) => notExists(sentReminder(queries, users.id, sql`${kind}`, about))
  const reachable = and(ne(users.email, ''), isNull(users.disabledAt), notExists(unconfirmed(queries)))
  const ofSubscriptions = (kind: Notice['kind'], about: SQL<string>, isThese: SQL | undefined) =>
    queries
      .select({ userId: users.id, about })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .where(and(isThese, reachable, notSent(kind, about)))
      .orderBy(asc(users.id))
      .limit(BATCH_SIZE)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  const ofGrants = (kind: Notice['kind'], isThese: SQL | undefined) =>
    queries
      .select({ userId: users.id, about: GRANT })
      .from(grants)
      .innerJoin(users, eq(users.id, grants.userId))
      .where(and(isThese, isNull(grants.revokedAt), reachable, notSent(kind, GRANT)))
      .orderBy(asc(users.id), asc(grants.id))
      .limit(BATCH_SIZE)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  const paid = queries
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.userId, subscriptions.userId), eq(invoices.status, 'paid')))
  return [
    ...(await ofSubscriptions(
      'cancellation',
      CANCELLATION,
      and(gt(subscriptions.canceledAt, since), isNotNull(subscriptions.cancelAt), isNull(subscriptions.endedAt)),
    )),
    ...(await ofSubscriptions(
      'subscription-ended',
      SUBSCRIPTION,
      and(gt(subscriptions.endedAt, since), inArray(subscriptions.status, ENDED), exists(paid)),
    )),
    ...(await ofGrants('grant-given', gt(grants.createdAt, since))),
    ...(await ofGrants(
      'grant-ending',
      and(
        gt(grants.endsAt, now),
        lte(grants.endsAt, soon),
        // For a short grant, the first email has only just said when it ends.
        sql`${grants.endsAt} - ${grants.createdAt} > interval '3 days'`,
        eq(users.wantsReminders, true),
      ),
    )),
  ]
}

export async function noticeFacts(
  queries: Queries,
  { kind, about }: Notice,
  { row, now, unsubscribe }: { row: AccountRow; now: Date; unsubscribe: string },
): Promise<NoticeFacts | null> {
  const { subscription } = row
  const right = entitlement(row, now)
  switch (kind) {
    case 'cancellation': {
      const { subscriptionId, canceledAt, cancelAt, endedAt } = subscription ?? {}
      const isStill = cancelAt && !endedAt && about === `${subscriptionId} ${canceledAt?.getTime()}`
      return isStill ? { kind, endsAt: cancelAt } : null
    }
    case 'subscription-ended': {
      if (!subscription?.endedAt || subscription.subscriptionId !== about) return null
      const accessUntil = right.hasAccess && right.endsAt ? new Date(right.endsAt) : null
      return { kind, accessUntil, isUnpaid: await hasUnpaid(queries, row.id, subscription.endedAt) }
    }
    case 'grant-given':
    case 'grant-ending': {
      const [grant] = await queries
        .select()
        .from(grants)
        .where(and(eq(grants.id, Number(about)), eq(grants.userId, row.id), isNull(grants.revokedAt)))
      if (!grant) return null
      if (kind === 'grant-given') return { kind, endsAt: grant.endsAt }
      const isLast = right.reason === 'grant' && right.endsAt === grant.endsAt?.toISOString()
      // Skipped for users who also pay or turned reminders off.
      if (!grant.endsAt || !isLast || right.renewsAt !== null || !row.wantsReminders) return null
      return { kind, endsAt: grant.endsAt, unsubscribe }
    }
  }
}

async function hasUnpaid(queries: Queries, userId: string, endedAt: Date): Promise<boolean> {
  const [last] = await queries
    .select({ status: invoices.status })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), lte(invoices.issuedAt, endedAt)))
    .orderBy(sql`${invoices.issuedAt} desc`)
    .limit(1)
  return last?.status === 'uncollectible'
}

const ENDED = ['canceled', 'unpaid']
const SUBSCRIPTION = sql<string>`${subscriptions.subscriptionId}`
const CANCELLATION = sql<string>`${subscriptions.subscriptionId} || ' ' || (extract(epoch from ${subscriptions.canceledAt}) * 1000)::bigint::text`
const GRANT = sql<string>`${grants.id}::text`

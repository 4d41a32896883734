import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, sql, type SQL } from 'drizzle-orm'
import { entitlement, type Entitlement } from '#domain/account/entitlement.ts'
import type { Card } from '#domain/billing/subscriptions.ts'
import { DAY_MS } from '#domain/time.ts'
import { unconfirmed } from '../../account/store.ts'
import type { AccountRow } from '../../platform/database/account-row.ts'
import type { Queries } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/accounts-and-companies.ts'
import { subscriptions } from '../../platform/database/schema/billing.ts'
import type { DunningFacts } from './dunning-texts.ts'
import { aboutPeriod, aboutTrial, millisecondsOf, periodOf, sentReminder } from './store.ts'

/** After the first email about a failed payment; access ends after seven. */
const AGAIN_DAYS = 3
const LAST_DAYS = 6
const TRIAL_MISSED_DAYS = 14
const SUBSCRIPTION_MISSED_DAYS = 30
/** Afterwards it is too late to write, so a new installation of this does not cover years. */
const WINDOW_DAYS = 3
const BATCH_SIZE = 200

const FAILED = ['past_due', 'unpaid']

type Kind = DunningFacts['kind']
type Dunning = { userId: string; about: string; kind: Kind }

/** Only to readers who want reminders; the mail transport leaves out suppressed addresses. */
export async function dueDunning(queries: Queries, now: Date): Promise<Dunning[]> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const find = (kind: Kind, about: SQL<string>, isDue: SQL | undefined) =>
    queries
      .select({ userId: users.id, about })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(
        and(
          isDue,
          eq(users.wantsReminders, true),
          ne(users.email, ''),
          isNull(users.disabledAt),
          notExists(unconfirmed(queries)),
          notExists(sentReminder(queries, users.id, sql`${kind}`, about)),
        ),
      )
      .orderBy(asc(users.id))
      .limit(BATCH_SIZE)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  const unpaidFor = (days: number) =>
    and(inArray(subscriptions.status, FAILED), lte(subscriptions.currentPeriodEnd, ago(days)))
  const between = (column: typeof users.trialEndsAt | typeof subscriptions.endedAt, days: number) =>
    and(lte(column, ago(days)), gt(column, ago(days + WINDOW_DAYS)))
  const thisMonth = now.toISOString().slice(0, 7)
  return [
    ...(await find('payment-failed-again', periodOf, unpaidFor(AGAIN_DAYS))),
    ...(await find('payment-failed-last', periodOf, unpaidFor(LAST_DAYS))),
    ...(await find(
      'card-expiring',
      CARD,
      and(
        eq(subscriptions.status, 'active'),
        isNull(subscriptions.cancelAt),
        isNotNull(subscriptions.card),
        sql`${EXPIRY} = ${thisMonth}`,
      ),
    )),
    ...(await find(
      'trial-missed',
      millisecondsOf(users.trialEndsAt),
      and(between(users.trialEndsAt, TRIAL_MISSED_DAYS), isNull(subscriptions.endedAt)),
    )),
    ...(await find(
      'subscription-missed',
      sql<string>`${subscriptions.subscriptionId}`,
      and(isNotNull(subscriptions.subscriptionId), between(subscriptions.endedAt, SUBSCRIPTION_MISSED_DAYS)),
    )),
  ]
}

/** Called when the email is written; null if it no longer applies. */
export function dunningFacts(
  { kind, about }: Dunning,
  {
    row,
    now,
    unsubscribe,
    nameOf,
  }: { row: AccountRow; now: Date; unsubscribe: string; nameOf: (card: Card) => string },
): DunningFacts | null {
  const { subscription, trialEndsAt } = row
  const right = entitlement(row, now)
  if (!row.wantsReminders) return null
  switch (kind) {
    case 'payment-failed-again':
    case 'payment-failed-last': {
      const opensUntil = graceEnd(right)
      if (!subscription || !opensUntil || aboutPeriod(subscription) !== about) return null
      return { kind, opensUntil, card: subscription.card && nameOf(subscription.card), unsubscribe }
    }
    case 'card-expiring': {
      const { card } = subscription ?? {}
      if (!card || !right.renewsAt || aboutCard(card) !== about) return null
      return { kind, card: nameOf(card), renewsAt: new Date(right.renewsAt), unsubscribe }
    }
    case 'trial-missed': {
      if (right.hasAccess || !trialEndsAt || aboutTrial(trialEndsAt) !== about) return null
      return { kind, endedAt: trialEndsAt, unsubscribe }
    }
    case 'subscription-missed': {
      const { endedAt, subscriptionId } = subscription ?? {}
      return right.hasAccess || !endedAt || subscriptionId !== about ? null : { kind, endedAt, unsubscribe }
    }
  }
}

const graceEnd = ({ reason, endsAt }: Entitlement) => (reason === 'paid-grace' && endsAt ? new Date(endsAt) : null)

const EXPIRY = sql`(${subscriptions.card} ->> 'expYear') || '-' || lpad(${subscriptions.card} ->> 'expMonth', 2, '0')`
const CARD = sql<string>`(${subscriptions.card} ->> 'last4') || ' ' || ${EXPIRY}`
/** Must match `CARD`. */
const aboutCard = ({ last4, expMonth, expYear }: Card) => `${last4} ${expYear}-${String(expMonth).padStart(2, '0')}`

import { AppError } from '#domain/errors.ts'
import { paidAccess } from '#domain/entitlement.ts'
import { subscriptionThatCounts } from '#domain/subscription-choice.ts'
import type { Queries } from '../database/open.ts'
import { isUniqueViolation } from '../database/refused-value.ts'
import { tellStandingChanged } from '../database/standing.ts'
import type { PaymentProvider, SubscriptionSnapshot } from '../payment-port.ts'
import type { Clock, Queue } from '../ports.ts'
import { invoiceStore, mirrorStore, type MirrorRow } from './store.ts'

export type Sync = ReturnType<typeof createSync>

type Needs = { provider: PaymentProvider; clock: Clock; queue: Queue }

/**
 * Reads what the provider says of a customer now, and writes it over what we knew. Everything that could have changed
 * something ends here, under the user's lock: so the order in which things are told does not matter, nor how often.
 */
export function createSync({ provider, clock, queue }: Needs) {
  /** Whoever saved a card for the end of the trial may have left before anybody was told. */
  async function subscriptionsOf(customerId: string): Promise<SubscriptionSnapshot[]> {
    const all = await provider.listSubscriptions(customerId)
    const bare = all.filter(({ needsCard }) => needsCard)
    for (const { id } of bare) await provider.adoptCard({ id, customerId })
    return bare.length > 0 ? provider.listSubscriptions(customerId) : all
  }

  return async (queries: Queries, userId: string, customerId: string): Promise<Known> => {
    const all = await subscriptionsOf(customerId)
    // After the subscriptions, so that a period that is known to be paid has its invoice.
    const invoices = await provider.listInvoices(customerId)
    const chosen = subscriptionThatCounts(all, clock())
    const store = mirrorStore(queries)
    const before = await store.find(userId)
    await store.write(userId, chosen, all.length, clock()).catch((error: unknown) => {
      // Told to be this one's now, and somebody else's before: neither is believed until it is told otherwise.
      throw isUniqueViolation(error) ? new AppError('unavailable', CONTRADICTS, { cause: error }) : error
    })
    await invoiceStore(queries).write(userId, invoices)
    if (before?.status !== (chosen?.state ?? null) || !isSameTime(before?.currentPeriodEnd, chosen))
      await tellStandingChanged(queries, userId)
    // What was looked at seldom while they had no access is looked at again.
    if (!isOpen(before, clock()) && isOpen(await store.find(userId), clock()))
      await queue.enqueue(queries, 'account.expire-trials', {})
    return { all, chosen }
  }
}

const CONTRADICTS = 'The payment service contradicts itself right now. Please try again in a minute.'

export type Known = { all: SubscriptionSnapshot[]; chosen: SubscriptionSnapshot | null }

const isOpen = (row: MirrorRow | null, now: Date) => paidAccess(row, now) !== null

const isSameTime = (before: Date | null | undefined, chosen: SubscriptionSnapshot | null) =>
  (before?.getTime() ?? null) === (chosen?.currentPeriodEnd?.getTime() ?? null)

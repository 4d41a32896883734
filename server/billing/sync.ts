import { AppError } from '#domain/errors.ts'
import { NOT_CREATED, currentSubscription } from '#domain/billing/subscriptions.ts'
import type { PaymentProvider, SubscriptionSnapshot } from './payment-provider.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { accountStore } from '../account/store.ts'
import { snapshotStore, invoiceStore, type SnapshotRow } from './store.ts'
import { paidAccess } from '#domain/account/entitlement.ts'
import type { Queries } from '../platform/database/open.ts'
import { isUniqueViolation } from '../platform/database/errors.ts'
import { notifyEntitlementChanged } from '../platform/database/account-row.ts'

type CustomerNeeds = { snapshots: ReturnType<typeof snapshotStore>; provider: PaymentProvider; clock: Clock }

/** The provider's customer behind each user: one, and never anybody else's. */
export const createCustomers = ({ snapshots, provider, clock }: CustomerNeeds) => ({
  /** Written down at once and for itself: whatever fails afterwards, there will be no second customer. */
  async ensure(userId: string, email: string): Promise<string> {
    const known = await snapshots.find(userId)
    if (known) return known.customerId
    const customerId = await provider.ensureCustomer({ userId, email })
    try {
      await snapshots.insertCustomer(userId, customerId, clock())
    } catch (error) {
      // The account was deleted meanwhile: nobody will ever look for this customer.
      if (!(await snapshots.hasUser(userId))) await provider.deleteCustomer(customerId)
      throw error
    }
    // The provider has given one customer to two: the second is not let near what the first one pays.
    if ((await snapshots.ownerOf(customerId)) !== userId) throw new AppError('unavailable', NOT_CREATED)
    return customerId
  },

  /** Deleted by somebody at the provider, it would refuse whoever stands behind it for ever. */
  async replace(userId: string, email: string, gone: string): Promise<string> {
    const customerId = await provider.ensureCustomer({ userId, email, gone })
    if (await snapshots.ownerOf(customerId)) throw new AppError('unavailable', NOT_CREATED)
    await snapshots.replaceCustomer(userId, customerId, clock())
    return customerId
  },
})

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

  return async (queries: Queries, userId: string, customerId: string): Promise<SyncResult> => {
    const all = await subscriptionsOf(customerId)
    // After the subscriptions, so that a period that is known to be paid has its invoice.
    const invoices = await provider.listInvoices(customerId)
    const chosen = currentSubscription(all, clock())
    const store = snapshotStore(queries)
    const before = await store.find(userId)
    await store.write(userId, chosen, all.length, clock()).catch((error: unknown) => {
      // Told to be this one's now, and somebody else's before: neither is believed until it is told otherwise.
      throw isUniqueViolation(error) ? new AppError('unavailable', INCONSISTENT, { cause: error }) : error
    })
    await invoiceStore(queries).write(userId, invoices)
    if (before?.status !== (chosen?.state ?? null) || !isSameTime(before?.currentPeriodEnd, chosen))
      await notifyEntitlementChanged(queries, userId)
    if (!isOpen(before, clock()) && isOpen(await store.find(userId), clock())) {
      await accountStore(queries).writeStatus([userId], 'active', clock())
      await queue.enqueue(queries, 'news.resume', { userId })
    }
    return { all, chosen }
  }
}

const INCONSISTENT = 'The payment service contradicts itself right now. Please try again in a minute.'

export type SyncResult = { all: SubscriptionSnapshot[]; chosen: SubscriptionSnapshot | null }

const isOpen = (row: SnapshotRow | null, now: Date) => paidAccess(row, now) !== null

const isSameTime = (before: Date | null | undefined, chosen: SubscriptionSnapshot | null) =>
  (before?.getTime() ?? null) === (chosen?.currentPeriodEnd?.getTime() ?? null)

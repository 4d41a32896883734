import { ACCOUNT_WITHOUT_PAYMENT, type RefundedPayment } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { SubscriptionState, isEnded } from '#domain/billing/subscriptions.ts'
import type { Queries } from '../platform/database/open.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Lock, Sync } from './sync.ts'
import { eventStore, snapshotStore, type SnapshotRow } from './store.ts'

/** Our own event, not the provider's. */
export const ACCOUNT_CLOSED = 'account.closed'

type Needs = { clock: Clock; provider: PaymentProvider; queue: Queue; lock: Lock; sync: Sync }
type Record = (queries: Queries, details: { [name: string]: string | number }) => Promise<void>

export type BillingAdministration = ReturnType<typeof createBillingAdministration>

/** `record` writes the audit row in the same transaction. */
export const createBillingAdministration = ({ clock, provider, queue, lock, sync }: Needs) => ({
  async close(queries: Queries, userId: string): Promise<void> {
    const row = await snapshotStore(queries).find(userId)
    if (!row) return
    const { customerId } = row
    const now = clock()
    const event = {
      id: `closed_${customerId}_${now.getTime()}`,
      type: ACCOUNT_CLOSED,
      createdAt: now,
      customerId,
    }
    await eventStore(queries).insert(event, now)
    await queue.enqueue(queries, 'billing.event', { id: event.id })
  },

  cancel: (userId: string, record: Record): Promise<void> =>
    lock(userId, async (queries) => {
      const { subscriptionId, customerId } = running(await snapshotStore(queries).find(userId))
      await provider.cancelNow(subscriptionId)
      await sync(queries, userId, customerId)
      await record(queries, { subscription: subscriptionId })
    }),

  refund: (userId: string, record: Record): Promise<RefundedPayment> =>
    lock(userId, async (queries) => {
      const row = await snapshotStore(queries).find(userId)
      if (!row) throw new AppError('conflict', ACCOUNT_WITHOUT_PAYMENT)
      const refunded = await provider.refundLastPayment(row.customerId)
      if (!refunded) throw new AppError('conflict', ACCOUNT_WITHOUT_PAYMENT)
      const { invoiceId, amountCents, currency } = refunded
      await record(queries, { invoice: invoiceId, amount: amountCents, currency })
      return refunded
    }),
})

function running(row: SnapshotRow | null): SnapshotRow & { subscriptionId: string } {
  const state = row?.status ? SubscriptionState.catch('unknown').parse(row.status) : null
  if (!row?.subscriptionId || !state || isEnded(state))
    throw new AppError('conflict', 'There is no subscription to cancel.')
  return { ...row, subscriptionId: row.subscriptionId }
}

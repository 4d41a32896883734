import { ACCOUNT_WITHOUT_PAYMENT, type RefundedPayment } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import type { Queries } from '../platform/database/open.ts'
import type { BillingParts } from './sync.ts'
import { enqueueAccountEvent, runningSubscription, snapshotStore } from './store.ts'

type Needs = Pick<BillingParts, 'clock' | 'provider' | 'queue' | 'lock' | 'sync'>
type Record = (queries: Queries, details: { [name: string]: string | number }) => Promise<void>

export type BillingAdministration = ReturnType<typeof createBillingAdministration>

/** `record` writes the audit row in the same transaction. */
export const createBillingAdministration = ({ clock, provider, queue, lock, sync }: Needs) => ({
  /** What keeps anyone from paying right now, in words for the operator; null if nothing does. */
  providerProblem: (): Promise<string | null> =>
    provider.checkPrice().then(
      (found) => found?.fault ?? null,
      () => 'The payment provider does not respond.',
    ),

  async close(queries: Queries, userId: string): Promise<void> {
    const row = await snapshotStore(queries).find(userId)
    if (!row) return
    const { customerId } = row
    const at = clock()
    const id = `closed_${customerId}_${at.getTime()}`
    await enqueueAccountEvent(queries, queue, { type: 'account.closed', customerId, id, at })
  },

  cancel: (userId: string, record: Record): Promise<void> =>
    lock(userId, async (queries) => {
      const { subscriptionId, customerId } = runningSubscription(
        await snapshotStore(queries).find(userId),
        'There is no subscription to cancel.',
      )
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

import { USER_NOT_FOUND, type Closing, type RefundedPayment } from '#domain/admin.ts'
import { AppError } from '#domain/errors.ts'
import { accountStore } from '../account/store.ts'
import type { BillingAdministration } from '../billing/administration.ts'
import type { Database } from '../database/open.ts'
import type { Clock } from '../ports.ts'
import { writeAudit } from './audit.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = { database: Database; clock: Clock; billing: Pick<BillingAdministration, 'cancel' | 'refund'> }

/** Canceling somebody's subscription and refunding a payment, on record. */
export function createSubscriptions({ database, clock, billing }: Needs) {
  async function known(id: string): Promise<string> {
    const user = UUID.test(id) ? await accountStore(database.system).find(id) : null
    if (!user) throw new AppError('not-found', USER_NOT_FOUND)
    return user.id
  }

  return {
    async cancel(actor: string, id: string, { reason }: Closing): Promise<void> {
      const userId = await known(id)
      await billing.cancel(userId, (queries, details) =>
        writeAudit(queries, {
          at: clock(),
          actor,
          act: 'cancel-subscription',
          userId,
          details: { ...details, reason },
        }),
      )
    },

    async refund(actor: string, id: string, { reason }: Closing): Promise<RefundedPayment> {
      const userId = await known(id)
      return billing.refund(userId, (queries, details) =>
        writeAudit(queries, {
          at: clock(),
          actor,
          act: 'refund-payment',
          userId,
          details: { ...details, reason },
        }),
      )
    },
  }
}

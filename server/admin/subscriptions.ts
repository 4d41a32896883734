import { USER_NOT_FOUND, type Closing, type RefundedPayment } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { accountStore } from '../account/store.ts'
import type { BillingAdministration } from '../billing/admin-actions.ts'
import type { Database } from '../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import { writeAudit, actorOf } from './audit.ts'
import { cancelUserSubscription, refundUser } from '#domain/admin/endpoints.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import type { Admin } from './admin.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = { database: Database; clock: Clock; billing: Pick<BillingAdministration, 'cancel' | 'refund'> }

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

export const subscriptionRoutes = ({ subscriptions }: Admin) =>
  createRoutes()
    .openapi(route(cancelUserSubscription), async (c) => {
      await subscriptions.cancel(actorOf(c), c.req.param('id'), c.req.valid('json'))
      return c.body(null, 204)
    })
    .openapi(route(refundUser), async (c) =>
      c.json(await subscriptions.refund(actorOf(c), c.req.param('id'), c.req.valid('json')), 200),
    )

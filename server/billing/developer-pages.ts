import { eq, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { SubscriptionRemoved, TrialSet } from '#domain/developer-pages.ts'
import type { BillingParts } from './sync.ts'
import { snapshotStore } from './store.ts'
import { notifyEntitlementChanged } from '../platform/database/account-row.ts'
import { adminAudit } from '../platform/database/schema/billing.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import { DAY_MS } from '#domain/time.ts'
import { removeSubscription, setTrialDays } from '#domain/billing/endpoints.ts'
import { createRoutes, route } from '../platform/http/route.ts'

const ACTOR = 'trial-test page'

export type TrialTest = ReturnType<typeof createTrialTest>

type Needs = Pick<BillingParts, 'database' | 'clock' | 'provider' | 'lock' | 'sync'>

export function createTrialTest({ database, clock, provider, lock, sync }: Needs) {
  return {
    async setDays(id: string, days: number): Promise<TrialSet> {
      const now = clock()
      const end = new Date(now.getTime() + days * DAY_MS)
      await database.asSystem(async (queries) => {
        const { rowCount } = await queries
          .update(users)
          .set({
            trialEndsAt: end,
            // A paying user stays active, because their status depends on the subscription, not on the trial.
            subscriptionStatus: sql`case when ${users.subscriptionStatus} = 'active' then 'active' else ${days > 0 ? 'trial' : 'expired'} end`,
            updatedAt: now,
          })
          .where(eq(users.id, id))
        if (rowCount !== 1) throw new AppError('not-found', 'No user found')
        await queries
          .insert(adminAudit)
          .values({ at: now, actor: ACTOR, act: 'test.set-trial-days', userId: id, details: { days } })
        await notifyEntitlementChanged(queries, id)
      })
      return { message: setTo(days), trial_ends_at: end.toISOString() }
    },

    /** Also cancels it at the provider, whose next webhook would otherwise bring it back. */
    async removeSubscription(id: string): Promise<SubscriptionRemoved> {
      const subscriptionId = await lock(id, async (queries) => {
        const found = await snapshotStore(queries).find(id)
        if (found?.subscriptionId) {
          await provider.cancelNow(found.subscriptionId, { forfeit: true })
          await sync(queries, id, found.customerId)
        }
        const now = clock()
        await queries
          .update(users)
          .set({
            subscriptionStatus: sql`case when ${users.trialEndsAt} > ${now.toISOString()}::timestamptz then 'trial' else 'expired' end`,
            updatedAt: now,
          })
          .where(eq(users.id, id))
        const details = { subscriptionId: found?.subscriptionId ?? null }
        await queries
          .insert(adminAudit)
          .values({ at: now, actor: ACTOR, act: 'test.remove-subscription', userId: id, details })
        await notifyEntitlementChanged(queries, id)
        return details.subscriptionId
      })
      return { message: subscriptionId ? 'Subscription removed' : 'There is no subscription to remove' }
    },
  }
}

const setTo = (days: number) => (days === 0 ? 'Trial ended' : `Trial set to ${days} ${days === 1 ? 'day' : 'days'}`)

export const trialTestRoutes = (trialTest: TrialTest) =>
  createRoutes()
    .openapi(route(setTrialDays), async (c) =>
      c.json(await trialTest.setDays(c.var.user.id, c.req.valid('json').days), 200),
    )
    .openapi(route(removeSubscription), async (c) => c.json(await trialTest.removeSubscription(c.var.user.id), 200))

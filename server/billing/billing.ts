import { entitlement, firstChargeAt } from '#domain/account/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import {
  ALREADY_SUBSCRIBED,
  NOT_CREATED,
  stateOf,
  type SubscriptionState,
  type Billing,
  type StartedSubscription,
  isEnded,
  currentSubscription,
} from '#domain/billing/subscriptions.ts'
import { PLAN } from '#domain/account/plan.ts'
import type { OfferedPrice } from '#domain/account/price.ts'
import { NOT_CANCELED, type ChurnReason } from '#domain/billing/churn.ts'
import type { Checkout } from '#domain/billing/checkout.ts'
import { accountStore } from '../account/store.ts'
import type { Queries } from '../platform/database/open.ts'
import type { SubscriptionSnapshot } from './payment-provider.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { createCheckout, type ChosenCheckout } from './checkout.ts'
import { createCustomers, takeLock, type BillingParts } from './sync.ts'
import {
  enqueueAccountEvent,
  eventStore,
  invoiceStore,
  runningSubscription,
  snapshotStore,
  type SnapshotRow,
} from './store.ts'
import { describeError } from '../platform/log.ts'

/** Stops card testers, who start many subscriptions; real customers don't. */
const MAX_STARTED_PER_DAY = 10
const UNPAID = new Set<SubscriptionState>(['past_due', 'unpaid'])
const NOTHING_TO_CHANGE = 'There is no subscription to change.'
const UNREACHABLE = new Set(['unavailable', 'too-many-requests'])

export type BillingFeature = ReturnType<typeof createBilling>

export function createBilling(
  parts: BillingParts & { publicUrl: string; hasPromotionCodes: boolean; hasTax: boolean },
) {
  const { database, clock, log, provider, queue, lock, sync, publicUrl } = parts
  const snapshots = snapshotStore(database.system)
  const customers = createCustomers({ snapshots, provider, clock })
  const checkout = createCheckout({ ...parts, customers, snapshots })

  async function firstChargeOf(queries: Queries, userId: string): Promise<Date | null> {
    const row = await accountStore(queries).find(userId)
    // The account was closed while this call waited for the lock.
    if (row?.disabledAt) throw new AppError('conflict', NOT_CREATED)
    return row && firstChargeAt(entitlement(row, clock()), clock())
  }

  type Start = { userId: string; customerId: string; firstCharge: Date | null } & ChosenCheckout

  async function begin({ firstCharge, ...start }: Start, all: SubscriptionSnapshot[]) {
    const yesterday = new Date(clock().getTime() - DAY_MS)
    if (all.filter(({ createdAt }) => createdAt > yesterday).length >= MAX_STARTED_PER_DAY)
      throw new AppError('too-many-requests', 'Too many attempts. Please try again tomorrow.', {
        retryAfterSeconds: DAY_MS / 1000,
      })
    const begun = await provider.startSubscription({ ...start, attempt: all.length, firstChargeAt: firstCharge })
    if (begun.customerId !== start.customerId) throw new AppError('unavailable', NOT_CREATED)
    return begun
  }

  /** If false, an unfinished subscription is replaced, because something else is wanted now. */
  function isAsWanted(begun: SubscriptionSnapshot, wanted: ChosenCheckout & { firstCharge: Date | null }): boolean {
    const apart = Math.abs((begun.trialEndsAt?.getTime() ?? 0) - (wanted.firstCharge?.getTime() ?? 0))
    const isSame = begun.priceId === wanted.priceId && begun.promotionId === wanted.promotionId
    return isSame && apart < MINUTE_MS
  }

  async function ofUser(userId: string) {
    const row = runningSubscription(await snapshots.find(userId), NOTHING_TO_CHANGE)
    if (row.status === 'incomplete') throw new AppError('conflict', NOTHING_TO_CHANGE)
    return row
  }

  /** For customers that predate stored invoices, reads from the provider until reconcile has run. */
  async function invoicesOf({ userId, customerId, invoicesSyncedAt }: SnapshotRow): Promise<Billing['invoices']> {
    if (invoicesSyncedAt) return database.asUser(userId, (queries) => invoiceStore(queries).list(userId))
    try {
      return await provider.listInvoices(customerId)
    } catch (error) {
      if (!(error instanceof AppError) || !UNREACHABLE.has(error.code)) throw error
      log.warn({ err: describeError(error) }, 'failed to read invoices')
      return null
    }
  }

  async function overview(userId: string): Promise<Billing> {
    const row = await snapshots.find(userId)
    return {
      plan: row?.status ? planOf(row, provider.prices) : null,
      status: row?.status ? stateOf(row.status) : null,
      currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
      cancelAt: row?.cancelAt?.toISOString() ?? null,
      card: row?.card ?? null,
      priceId: row?.priceId ?? null,
      discount: row?.discount ?? null,
      invoices: row ? await invoicesOf(row) : [],
    }
  }

  async function setCancel(userId: string, isOn: boolean): Promise<Billing> {
    await lock(userId, async (queries) => {
      const { subscriptionId, customerId } = await ofUser(userId)
      const current = isOn ? await provider.findSubscription(subscriptionId) : null
      // The paid period is over, so canceling at the end of the current one would mean charging for it.
      if (current && UNPAID.has(current.state)) await provider.cancelNow(subscriptionId)
      else await provider.setCancelAtPeriodEnd(subscriptionId, isOn)
      await sync(queries, userId, customerId)
    })
    return overview(userId)
  }

  async function customerOf(userId: string): Promise<SnapshotRow> {
    const row = await snapshots.find(userId)
    if (!row) throw new AppError('conflict', NOTHING_TO_CHANGE)
    return row
  }

  return {
    overview,
    quote: checkout.quote,
    quoteSwitch: checkout.quoteSwitch,
    details: checkout.details,
    saveDetails: checkout.saveDetails,

    async switchPrice(userId: string, priceId: string): Promise<Billing> {
      await checkout.switchPrice(userId, priceId)
      return overview(userId)
    },

    start: (userId: string, email: string, wanted: Checkout = {}): Promise<StartedSubscription> =>
      lock(userId, async (queries) => {
        const chosen = await checkout.choose(wanted)
        const isKnown = (await snapshots.find(userId)) !== null
        let customerId = await customers.ensure(userId, email)
        const all = await provider.listSubscriptions(customerId)
        const running = all.filter(({ state }) => !isEnded(state))
        const live = currentSubscription(running, clock())
        if (isPaid(live) || live?.needsCard) {
          const synced = await sync(queries, userId, customerId)
          if (isPaid(live) || isPaid(synced.chosen)) return { conflict: true as const }
        }
        let current = live
        const firstCharge = await firstChargeOf(queries, userId)
        if (live?.state === 'incomplete' && (live.needsCard || !isAsWanted(live, { ...chosen, firstCharge }))) {
          await provider.cancelNow(live.id)
          current = null
        }
        if (!current && isKnown && !(await provider.hasCustomer(customerId)))
          customerId = await customers.replace(userId, email, customerId)
        current ??= await begin({ userId, customerId, firstCharge, ...chosen }, all)
        await sync(queries, userId, customerId)
        return current
      }).then((current) => {
        // Thrown after the transaction so that the sync is committed.
        if ('conflict' in current) throw new AppError('conflict', ALREADY_SUBSCRIBED)
        if (!current.clientSecret && !isPaid(current)) throw new AppError('unavailable', NOT_CREATED)
        return { subscriptionId: current.id, clientSecret: current.clientSecret }
      }),

    /** Asks the provider, because the browser's claim isn't trusted. */
    async verify(userId: string, subscriptionId: string): Promise<{ success: boolean }> {
      const row = await snapshots.find(userId)
      const asked = row && (await provider.findSubscription(subscriptionId))
      if (!row || !asked || asked.customerId !== row.customerId)
        throw new AppError('not-found', 'Subscription not found')
      const { all } = await lock(userId, (queries) => sync(queries, userId, row.customerId))
      return { success: isPaid(all.find(({ id }) => id === subscriptionId)) }
    },

    cancel: (userId: string) => setCancel(userId, true),

    /** Only the first answer counts. */
    async tellWhy(userId: string, reason: ChurnReason): Promise<void> {
      const row = await snapshots.find(userId)
      if (!row?.subscriptionId || !(row.cancelAt ?? row.canceledAt)) throw new AppError('conflict', NOT_CANCELED)
      await snapshots.insertReason(userId, row.subscriptionId, reason, clock())
    },

    resume: (userId: string) => setCancel(userId, false),

    async portal(userId: string, flow?: 'payment_method_update'): Promise<{ url: string }> {
      const { customerId } = await customerOf(userId)
      return { url: await provider.portalUrl(customerId, `${publicUrl}/profile/billing`, flow) }
    },

    async startCard(userId: string): Promise<{ clientSecret: string }> {
      const { customerId } = await customerOf(userId)
      return { clientSecret: await provider.startCardSetup(customerId) }
    },

    async useCard(userId: string, setupIntentId: string): Promise<Billing> {
      const { customerId, subscriptionId, status } = await customerOf(userId)
      const isRunning = status !== null && !isEnded(stateOf(status))
      const syncNow = () => lock(userId, (queries) => sync(queries, userId, customerId))
      try {
        await provider.useCard({
          customerId,
          subscriptionId: isRunning ? subscriptionId : null,
          setupIntentId,
        })
      } catch (error) {
        await syncNow().catch((failure: unknown) =>
          log.warn({ user: userId, err: describeError(failure) }, 'failed to sync after a failed card change'),
        )
        throw error
      }
      await syncNow()
      return overview(userId)
    },

    async export(userId: string): Promise<Record<string, object[]>> {
      const row = await snapshots.find(userId)
      const invoices = await database.asUser(userId, (queries) => invoiceStore(queries).list(userId))
      return { subscriptions: row ? [row] : [], invoices, churn_reasons: await snapshots.listReasons(userId) }
    },

    /** A job notifies the provider and retries until it succeeds, so that no one pays for a deleted account. */
    async erase(queries: Queries, userId: string): Promise<void> {
      await takeLock(queries, userId)
      const row = await snapshotStore(queries).find(userId)
      if (!row) return
      const { customerId } = row
      await invoiceStore(queries).removeAll(userId)
      await snapshotStore(queries).removeReasons(userId)
      await snapshotStore(queries).remove(userId)
      await eventStore(queries).removeOf(customerId)
      const event = { type: 'account.deleted', customerId, id: `left_${customerId}`, at: clock() } as const
      await enqueueAccountEvent(queries, queue, event)
    },
  }
}

/** Rows written before prices were stored only have its id. */
function planOf({ price, priceId }: SnapshotRow, offered: readonly OfferedPrice[]): Billing['plan'] {
  const shown = price ?? offered.find(({ id }) => id === priceId)
  if (!shown) return null
  return { name: PLAN, amountCents: shown.cents, currency: shown.currency, interval: shown.interval }
}

const isPaid = (snapshot: SubscriptionSnapshot | null | undefined) =>
  snapshot?.state === 'active' || snapshot?.state === 'trialing'

import { AppError, messageOf } from '#domain/errors.ts'
import { isEnded } from '#domain/billing/subscriptions.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { BillingParts, SyncResult } from './sync.ts'
import { eventStore, snapshotStore, type EventRow } from './store.ts'
import { describeError } from '../platform/log.ts'

/** Events that can change access or the card; others are dropped. */
const HANDLED_EVENTS = new Set([
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'setup_intent.succeeded',
  'invoice.finalized',
  'invoice.paid',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'payment_method.automatically_updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
])

const STALE_MS = 50 * MINUTE_MS
const WAITING_MS = 5 * MINUTE_MS
const RETENTION_MS = 30 * DAY_MS
const MAX_PER_HOUR = 500

export type WebhookHandler = ReturnType<typeof createWebhookHandler>

export function createWebhookHandler({ database, clock, log, provider, queue, lock, sync }: BillingParts) {
  const events = eventStore(database.system)
  const snapshots = snapshotStore(database.system)
  let badSignatures = 0

  /** Also adopts a customer whose id was never stored. */
  async function ownerOf(customerId: string): Promise<string | null> {
    const known = await snapshots.ownerOf(customerId)
    if (known) return known
    const claimed = await provider.ownerOf(customerId)
    if (!claimed || !UUID.test(claimed) || !(await snapshots.hasUser(claimed))) return null
    await snapshots.insertCustomer(claimed, customerId, clock())
    return snapshots.ownerOf(customerId)
  }

  /** Deleting the customer also ends its subscriptions, but this doesn't rely on it. */
  async function endAll(customerId: string): Promise<void> {
    for (const { id, state } of await provider.listSubscriptions(customerId))
      if (!isEnded(state)) await provider.cancelNow(id)
    await provider.deleteCustomer(customerId)
  }

  /** Includes ended subscriptions with an open invoice, because a closed account mustn't be asked for money. */
  async function cancelAll(customerId: string): Promise<void> {
    for (const { id, state, clientSecret } of await provider.listSubscriptions(customerId))
      if (!isEnded(state) || clientSecret) await provider.cancelNow(id)
  }

  async function handle({ id, type, customerId }: EventRow): Promise<void> {
    if (customerId && type === 'account.deleted') await endAll(customerId)
    const userId = customerId && type !== 'account.deleted' ? await ownerOf(customerId) : null
    if (!customerId || !userId) {
      if (type !== 'account.deleted')
        log.info({ event: 'billing.unknown_customer', type }, 'webhook for unknown customer')
      await events.finish(id, clock())
      return
    }
    await lock(userId, async (queries) => {
      // An account reopened before the job ran keeps its subscription.
      if (type === 'account.closed' && (await snapshotStore(queries).isClosed(userId))) await cancelAll(customerId)
      await sync(queries, userId, customerId)
      await eventStore(queries).finish(id, clock())
    })
  }

  async function process(id: string): Promise<void> {
    const event = await events.find(id)
    if (!event || event.processedAt) return
    try {
      await handle(event)
    } catch (error) {
      await events.fail(id, messageOf(error))
      throw error
    }
  }

  /** With a second running subscription, the user would be charged twice. */
  async function endOthers({ all, chosen }: SyncResult, whose: { user: string; customer: string }): Promise<void> {
    for (const { id, state } of all) {
      if (id === chosen?.id || isEnded(state)) continue
      await provider.cancelNow(id)
      if (state === 'incomplete') continue
      const fields = { event: 'billing.second_subscription', ...whose, subscription: id }
      log.error(fields, 'second subscription canceled; consider a refund')
    }
  }

  return {
    process,

    badSignatures: () => badSignatures,

    /** Stores the event before acknowledging it; a job processes it later. */
    async receive(rawBody: string, signature: string, peer: string): Promise<void> {
      const event = await provider.readEvent(rawBody, signature)
      if (!event) {
        badSignatures += 1
        log.warn({ event: 'webhook.bad_signature', peer }, 'webhook with a bad signature')
        throw new AppError('bad-request', 'Invalid signature')
      }
      if (!HANDLED_EVENTS.has(event.type)) return
      await database.asSystem(async (queries) => {
        const store = eventStore(queries)
        const isNew = await store.insert(event, clock())
        const kept = isNew ? null : await store.find(event.id)
        // After a failure, a redelivery enqueues the job again, because it may have given up.
        if (isNew || (kept?.processedAt === null && kept.error !== null))
          await queue.enqueue(queries, 'billing.event', { id: event.id })
      })
    },

    async reconcile(): Promise<void> {
      const now = clock().getTime()
      const attempt = async (about: object, work: () => Promise<unknown>) => {
        try {
          await work()
        } catch (error) {
          log.warn({ ...about, err: describeError(error) }, 'failed to reconcile with the payment provider')
        }
      }
      for (const { id, customerId } of await events.listWaiting(new Date(now - WAITING_MS)))
        await attempt({ webhook: id, customer: customerId }, () => process(id))
      await attempt({}, async () => {
        for (const customerId of await provider.customersOfMissedEvents())
          if (!(await snapshots.ownerOf(customerId))) await ownerOf(customerId)
      })
      const stale = await snapshots.listStale(new Date(now - STALE_MS), clock(), MAX_PER_HOUR)
      if (stale.length === MAX_PER_HOUR)
        log.warn({ event: 'billing.reconcile_limit', read: MAX_PER_HOUR }, 'the other subscriptions wait an hour')
      for (const { userId, customerId } of stale) {
        const whose = { user: userId, customer: customerId }
        await attempt(whose, () =>
          lock(userId, async (queries) => endOthers(await sync(queries, userId, customerId), whose)),
        )
      }
      await events.cleanUp(new Date(now - RETENTION_MS))
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

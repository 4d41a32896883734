import type { Log } from '../platform/log.ts'
import { AppError } from '#domain/errors.ts'
import { NOT_CREATED, currentSubscription } from '#domain/billing/subscriptions.ts'
import type { PaymentProvider, SubscriptionSnapshot } from './payment-provider.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { accountStore } from '../account/store.ts'
import { snapshotStore, invoiceStore, type SnapshotRow } from './store.ts'
import { paidAccess } from '#domain/account/entitlement.ts'
import type { Queries, Database } from '../platform/database/open.ts'
import { isUniqueViolation } from '../platform/database/errors.ts'
import { notifyEntitlementChanged } from '../platform/database/account-row.ts'
import { sql } from 'drizzle-orm'
import { lock } from '../platform/database/locks.ts'
import { createLimiter } from '../platform/limiter.ts'

type CustomerNeeds = { snapshots: ReturnType<typeof snapshotStore>; provider: PaymentProvider; clock: Clock }

export const createCustomers = ({ snapshots, provider, clock }: CustomerNeeds) => ({
  /** Committed separately, so that a later failure can't lead to a second customer. */
  async ensure(userId: string, email: string): Promise<string> {
    const known = await snapshots.find(userId)
    if (known) return known.customerId
    const customerId = await provider.ensureCustomer({ userId, email })
    try {
      await snapshots.insertCustomer(userId, customerId, clock())
    } catch (error) {
      // The account was deleted in the meantime, so nothing else would ever clean up this customer.
      if (!(await snapshots.hasUser(userId))) await provider.deleteCustomer(customerId)
      throw error
    }
    // Never give a user access to another user's customer.
    if ((await snapshots.ownerOf(customerId)) !== userId) throw new AppError('unavailable', NOT_CREATED)
    return customerId
  },

  /** For a customer that was deleted at the provider, where every later call would fail. */
  async replace(userId: string, email: string, gone: string): Promise<string> {
    const customerId = await provider.ensureCustomer({ userId, email, gone })
    if (await snapshots.ownerOf(customerId)) throw new AppError('unavailable', NOT_CREATED)
    await snapshots.replaceCustomer(userId, customerId, clock())
    return customerId
  },
})

/** Dependencies shared by all parts of billing. */
export type BillingParts = {
  database: Database
  clock: Clock
  log: Log
  provider: PaymentProvider
  queue: Queue
  lock: Lock
  sync: Sync
}

export type Sync = ReturnType<typeof createSync>

type Needs = { provider: PaymentProvider; clock: Clock; queue: Queue }

/** Always writes the provider's current state, under the user's lock, so the order of events doesn't matter. */
export function createSync({ provider, clock, queue }: Needs) {
  /** Attaches saved cards, in case the user left the page before that was done. */
  async function subscriptionsOf(customerId: string): Promise<SubscriptionSnapshot[]> {
    const all = await provider.listSubscriptions(customerId)
    const bare = all.filter(({ needsCard }) => needsCard)
    for (const { id } of bare) await provider.adoptCard({ id, customerId })
    return bare.length > 0 ? provider.listSubscriptions(customerId) : all
  }

  return async (queries: Queries, userId: string, customerId: string): Promise<SyncResult> => {
    const all = await subscriptionsOf(customerId)
    // Read after the subscriptions, so that every paid period has its invoice.
    const invoices = await provider.listInvoices(customerId)
    const chosen = currentSubscription(all, clock())
    const store = snapshotStore(queries)
    const before = await store.find(userId)
    await store.write(userId, chosen, all.length, clock()).catch((error: unknown) => {
      // The provider reports the same subscription for two users, so neither is trusted.
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

const PATIENCE_MS = 5000
/** How long to wait for a lock held by another process; below the statement timeout. */
const OTHER_PROCESS_MS = 10_000
const BUSY = 'Payments are busy right now. Please try again in a minute.'

export type Lock = <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>

export async function takeLock(queries: Queries, userId: string): Promise<void> {
  await queries.execute(sql.raw(`set local lock_timeout = ${OTHER_PROCESS_MS}`))
  await lock(queries, 'billing', userId)
}

/** Waiting callers hold no connection, and only so many are held at once, because test mode needs the same pool. */
export function createLock(database: Database, atOnce: number, patienceMs = PATIENCE_MS): Lock {
  const users = createLimiter({ perKey: 1 })
  const connections = createLimiter({ limit: atOnce })

  const connect = () =>
    connections.acquire({ signal: AbortSignal.timeout(patienceMs) }).catch(() => {
      throw new AppError('unavailable', BUSY, { retryAfterSeconds: 30 })
    })

  return (userId, work) =>
    users.run(
      async () => {
        const leave = await connect()
        try {
          return await database.asSystem(async (queries) => {
            await takeLock(queries, userId)
            return work(queries)
          })
        } finally {
          leave()
        }
      },
      { key: userId },
    )
}

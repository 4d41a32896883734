import { and, asc, eq, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { subscriptions, webhookEvents } from '../database/billing-schema.ts'
import type { Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'
import type { ProviderEvent, SubscriptionSnapshot } from '../payment-port.ts'

export type MirrorRow = typeof subscriptions.$inferSelect
export type EventRow = typeof webhookEvents.$inferSelect

export const mirrorStore = (queries: Queries) => ({
  async find(userId: string): Promise<MirrorRow | null> {
    const [row] = await queries.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    return row ?? null
  },

  /** A job's query: whom a customer of the provider's stands for. */
  async ownerOf(customerId: string): Promise<string | null> {
    const [row] = await queries
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.customerId, customerId))
    return row?.userId ?? null
  },

  async hasUser(userId: string): Promise<boolean> {
    const [row] = await queries.select({ id: users.id }).from(users).where(eq(users.id, userId))
    return row !== undefined
  },

  /** The customer is known from here on; one that was known before stays. */
  async insertCustomer(userId: string, customerId: string, now: Date): Promise<void> {
    await queries.insert(subscriptions).values({ userId, customerId, syncedAt: now }).onConflictDoNothing()
  },

  async replaceCustomer(userId: string, customerId: string, now: Date): Promise<void> {
    await queries
      .update(subscriptions)
      .set({ customerId, syncedAt: now })
      .where(eq(subscriptions.userId, userId))
  },

  /** What the provider says now, over whatever was there. */
  async write(userId: string, chosen: SubscriptionSnapshot | null, begun: number, now: Date): Promise<void> {
    await queries
      .update(subscriptions)
      .set({
        subscriptionId: chosen?.id ?? null,
        status: chosen?.state ?? null,
        priceId: chosen?.priceId ?? null,
        currentPeriodEnd: chosen?.currentPeriodEnd ?? null,
        cancelAt: chosen?.cancelAt ?? null,
        endedAt: chosen?.endedAt ?? null,
        card: chosen?.card ?? null,
        attempts: begun,
        syncedAt: now,
      })
      .where(eq(subscriptions.userId, userId))
  },

  async remove(userId: string): Promise<void> {
    await queries.delete(subscriptions).where(eq(subscriptions.userId, userId))
  },

  /** A job's query: whose subscription may change by itself and was not looked at since, the most pressing first. */
  async listStale(before: Date, now: Date, limit: number): Promise<MirrorRow[]> {
    return queries
      .select()
      .from(subscriptions)
      .where(
        and(
          lte(subscriptions.syncedAt, before),
          or(
            isNull(subscriptions.status),
            notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
          ),
        ),
      )
      .orderBy(
        sql`${subscriptions.currentPeriodEnd} <= ${now.toISOString()}::timestamptz desc nulls last`,
        asc(subscriptions.syncedAt),
      )
      .limit(limit)
  },
})

export const eventStore = (queries: Queries) => ({
  async find(id: string): Promise<EventRow | null> {
    const [row] = await queries.select().from(webhookEvents).where(eq(webhookEvents.id, id))
    return row ?? null
  },

  /** True when it was not known before. */
  async insert(event: ProviderEvent, now: Date): Promise<boolean> {
    const added = await queries
      .insert(webhookEvents)
      .values({ ...event, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id })
    return added.length > 0
  },

  async finish(id: string, now: Date): Promise<void> {
    await queries
      .update(webhookEvents)
      .set({ processedAt: now, error: null, attempts: sql`${webhookEvents.attempts} + 1` })
      .where(eq(webhookEvents.id, id))
  },

  async fail(id: string, error: string): Promise<void> {
    await queries
      .update(webhookEvents)
      .set({ error, attempts: sql`${webhookEvents.attempts} + 1` })
      .where(eq(webhookEvents.id, id))
  },

  async listWaiting(before: Date): Promise<EventRow[]> {
    return queries
      .select()
      .from(webhookEvents)
      .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.receivedAt, before)))
      .orderBy(asc(webhookEvents.receivedAt))
      .limit(500)
  },

  async removeOf(customerId: string): Promise<void> {
    await queries.delete(webhookEvents).where(eq(webhookEvents.customerId, customerId))
  },

  async sweep(before: Date): Promise<void> {
    await queries
      .delete(webhookEvents)
      .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.processedAt, before)))
  },
})

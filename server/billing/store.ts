import { and, asc, desc, eq, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { ChurnReason } from '#domain/billing/churn.ts'
import { isEnded, stateOf, type Invoice } from '#domain/billing/subscriptions.ts'
import { AppError } from '#domain/errors.ts'
import { churnReasons, invoices, subscriptions, webhookEvents } from '../platform/database/schema/billing.ts'
import type { Queries } from '../platform/database/open.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { ProviderEvent, SubscriptionSnapshot } from './payment-provider.ts'

export type SnapshotRow = typeof subscriptions.$inferSelect
export type EventRow = typeof webhookEvents.$inferSelect

export const snapshotStore = (queries: Queries) => ({
  async find(userId: string): Promise<SnapshotRow | null> {
    const [row] = await queries.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    return row ?? null
  },

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

  async isClosed(userId: string): Promise<boolean> {
    const [row] = await queries.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId))
    return row?.disabledAt != null
  },

  async insertCustomer(userId: string, customerId: string, now: Date): Promise<void> {
    await queries.insert(subscriptions).values({ userId, customerId, syncedAt: now }).onConflictDoNothing()
  },

  async replaceCustomer(userId: string, customerId: string, now: Date): Promise<void> {
    await queries.update(subscriptions).set({ customerId, syncedAt: now }).where(eq(subscriptions.userId, userId))
  },

  async write(userId: string, chosen: SubscriptionSnapshot | null, begun: number, now: Date): Promise<void> {
    await queries
      .update(subscriptions)
      .set({
        subscriptionId: chosen?.id ?? null,
        status: chosen?.state ?? null,
        priceId: chosen?.priceId ?? null,
        price: chosen?.price ?? null,
        discount: chosen?.discount ?? null,
        currentPeriodEnd: chosen?.currentPeriodEnd ?? null,
        cancelAt: chosen?.cancelAt ?? null,
        canceledAt: chosen?.canceledAt ?? null,
        endedAt: chosen?.endedAt ?? null,
        card: chosen?.card ?? null,
        attempts: begun,
        syncedAt: now,
        invoicesSyncedAt: now,
      })
      .where(eq(subscriptions.userId, userId))
  },

  async insertReason(userId: string, subscriptionId: string, reason: ChurnReason, at: Date): Promise<void> {
    await queries.insert(churnReasons).values({ userId, subscriptionId, reason, at }).onConflictDoNothing()
  },

  listReasons: (userId: string): Promise<object[]> =>
    queries.select().from(churnReasons).where(eq(churnReasons.userId, userId)),

  async removeReasons(userId: string): Promise<void> {
    await queries.delete(churnReasons).where(eq(churnReasons.userId, userId))
  },

  async remove(userId: string): Promise<void> {
    await queries.delete(subscriptions).where(eq(subscriptions.userId, userId))
  },

  /** Subscriptions that may have changed without a webhook, most urgent first. */
  async listStale(before: Date, now: Date, limit: number): Promise<SnapshotRow[]> {
    return queries
      .select()
      .from(subscriptions)
      .where(
        or(
          isNull(subscriptions.invoicesSyncedAt),
          and(
            lte(subscriptions.syncedAt, before),
            or(isNull(subscriptions.status), notInArray(subscriptions.status, ['canceled', 'incomplete_expired'])),
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

/** Throws unless the subscription is still running. */
export function runningSubscription(
  row: SnapshotRow | null,
  refusal: string,
): SnapshotRow & { subscriptionId: string } {
  if (!row?.subscriptionId || !row.status || isEnded(stateOf(row.status))) throw new AppError('conflict', refusal)
  return { ...row, subscriptionId: row.subscriptionId }
}

type InvoiceRow = typeof invoices.$inferSelect

export const invoiceStore = (queries: Queries) => ({
  async list(userId: string): Promise<Invoice[]> {
    const rows = await queries
      .select()
      .from(invoices)
      .where(eq(invoices.userId, userId))
      .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    return rows.map(toInvoice)
  },

  /** Invoices that the provider no longer lists are kept. */
  async write(userId: string, said: Invoice[]): Promise<void> {
    if (said.length === 0) return
    const { number, issuedAt, amountCents, currency, status, url, pdfUrl, tax, creditNotes } = excluded
    await queries
      .insert(invoices)
      .values(said.map(({ date, ...invoice }) => ({ ...invoice, userId, issuedAt: new Date(date) })))
      .onConflictDoUpdate({
        target: [invoices.userId, invoices.id],
        set: { number, issuedAt, amountCents, currency, status, url, pdfUrl, tax, creditNotes },
      })
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(invoices).where(eq(invoices.userId, userId))
  },
})

const toInvoice = ({ issuedAt, ...row }: InvoiceRow): Invoice => {
  const { userId: _owner, creditNotes, ...invoice } = row
  return { ...invoice, creditNotes: creditNotes ?? [], date: issuedAt.toISOString() }
}

const excluded = {
  number: sql`excluded.number`,
  issuedAt: sql`excluded.issued_at`,
  amountCents: sql`excluded.amount_cents`,
  currency: sql`excluded.currency`,
  status: sql`excluded.status`,
  url: sql`excluded.url`,
  pdfUrl: sql`excluded.pdf_url`,
  tax: sql`excluded.tax`,
  creditNotes: sql`excluded.credit_notes`,
}

/** Internal events, not the provider's. */
type AccountEvent = 'account.closed' | 'account.deleted'

/** Handled like the provider's events, by a job that is retried until it succeeds. */
export async function enqueueAccountEvent(
  queries: Queries,
  queue: Queue,
  { type, customerId, id, at }: { type: AccountEvent; customerId: string; id: string; at: Date },
): Promise<void> {
  await eventStore(queries).insert({ id, type, createdAt: at, customerId }, at)
  await queue.enqueue(queries, 'billing.event', { id })
}

export const eventStore = (queries: Queries) => ({
  async find(id: string): Promise<EventRow | null> {
    const [row] = await queries.select().from(webhookEvents).where(eq(webhookEvents.id, id))
    return row ?? null
  },

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

  async cleanUp(before: Date): Promise<void> {
    await queries
      .delete(webhookEvents)
      .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.processedAt, before)))
  },
})

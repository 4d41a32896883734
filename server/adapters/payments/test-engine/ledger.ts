import { and, desc, eq, sql } from 'drizzle-orm'
import { testIdempotency, testObjects, testOutbox } from '../../../database/billing-schema.ts'
import type { Queries } from '../../../database/open.ts'
import { missing } from './refusal.ts'
import { newId, secondsOf, type Kind, type Kinds } from './wire.ts'

export type Ledger = ReturnType<typeof createLedger>

type EventFields = { api_version: string; livemode: boolean }

/** What the engine keeps and tells, inside one transaction and at one moment. */
export function createLedger(queries: Queries, now: Date, fields: EventFields) {
  let told = 0

  async function find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const [row] = await queries
      .select()
      .from(testObjects)
      .where(and(eq(testObjects.id, id), eq(testObjects.type, kind)))
    return row ? (row.doc as unknown as Kinds[K]) : null
  }

  return {
    now,
    find,
    told: () => told,

    async get<K extends Kind>(kind: K, id: string): Promise<Kinds[K]> {
      const found = await find(kind, id)
      if (!found) throw missing(kind, id)
      return found
    },

    async list<K extends Kind>(kind: K, customerId: string): Promise<Kinds[K][]> {
      const rows = await queries
        .select({ doc: testObjects.doc })
        .from(testObjects)
        .where(and(eq(testObjects.customerId, customerId), eq(testObjects.type, kind)))
        .orderBy(desc(testObjects.createdAt), desc(testObjects.id))
      return rows.map(({ doc }) => doc as unknown as Kinds[K])
    },

    async all<K extends Kind>(kind: K, matching: Record<string, unknown>): Promise<Kinds[K][]> {
      const rows = await queries
        .select({ doc: testObjects.doc })
        .from(testObjects)
        .where(and(eq(testObjects.type, kind), sql`${testObjects.doc} @> ${JSON.stringify(matching)}::jsonb`))
        .orderBy(testObjects.createdAt)
      return rows.map(({ doc }) => doc as unknown as Kinds[K])
    },

    async save<K extends Kind>(kind: K, object: Kinds[K]): Promise<void> {
      const doc = object as unknown as Record<string, unknown>
      const customer = kind === 'customer' ? object.id : doc.customer
      const customerId = typeof customer === 'string' ? customer : null
      await queries
        .insert(testObjects)
        .values({ id: object.id, type: kind, customerId, createdAt: createdAt(doc) ?? now, doc })
        .onConflictDoUpdate({ target: testObjects.id, set: { doc, customerId } })
    },

    /** Something happened, at this moment or at one that was missed; our webhook will hear of it. */
    async emit(
      type: string,
      object: object,
      { previous, at = now }: { previous?: Record<string, unknown>; at?: Date } = {},
    ): Promise<void> {
      told += 1
      const id = newId('evt')
      const event = {
        id,
        object: 'event',
        created: secondsOf(at),
        type,
        pending_webhooks: 1,
        request: null,
        data: { object, ...(previous ? { previous_attributes: previous } : {}) },
        ...fields,
      }
      await queries
        .insert(testOutbox)
        .values({ id, payload: JSON.stringify(event), createdAt: now, nextAt: now })
    },

    /** Everything of a customer but the fact that there was one. */
    async forget(customerId: string): Promise<void> {
      const mark = `%${customerId}%`
      await queries.delete(testObjects).where(eq(testObjects.customerId, customerId))
      await queries.delete(testOutbox).where(sql`${testOutbox.payload} like ${mark}`)
      await queries.delete(testIdempotency).where(sql`${testIdempotency.body} like ${mark}`)
    },
  }
}

const createdAt = ({ created }: Record<string, unknown>) =>
  typeof created === 'number' ? new Date(created * 1000) : null

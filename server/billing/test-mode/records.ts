import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { and, desc, eq, sql } from 'drizzle-orm'
import { testIdempotency, testObjects, testOutbox } from '../../platform/database/schema/billing.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { OfferedPrice } from '#domain/account/price.ts'
import type { TaxBehavior } from '#domain/billing/tax.ts'
import { missing } from './protocol.ts'

/** As sent over the wire: references are ids until expanded, and decimals are strings. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
export type WireTax = Pick<
  Stripe.Invoice.TotalTax,
  'amount' | 'tax_behavior' | 'tax_rate_details' | 'taxability_reason' | 'taxable_amount' | 'type'
>
export type WireTaxId = Pick<Stripe.TaxId, 'id' | 'object' | 'created' | 'type' | 'value'> & { customer: string }
export type WireCreditNote = Pick<
  Stripe.CreditNote,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'number' | 'pdf' | 'status' | 'total'
> & { customer: string; invoice: string }
type CouponField =
  | 'id'
  | 'object'
  | 'valid'
  | 'percent_off'
  | 'amount_off'
  | 'currency'
  | 'duration'
  | 'duration_in_months'
export type WireCoupon = Pick<Stripe.Coupon, CouponField>
export type WireDiscount = Pick<Stripe.Discount, 'id' | 'object' | 'start' | 'end' | 'subscription'> & {
  promotion_code: string
  source: { type: 'coupon'; coupon: WireCoupon }
}
export type WirePromotionCode = Pick<Stripe.PromotionCode, 'id' | 'object' | 'active' | 'code'> & {
  promotion: { type: 'coupon'; coupon: WireCoupon }
}
type WireItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: WirePrice }
export type WireSubscription = Omit<
  Stripe.Subscription,
  'items' | 'customer' | 'discounts' | 'latest_invoice' | 'default_payment_method' | 'pending_setup_intent'
> & {
  items: Stripe.ApiList<WireItem>
  customer: string
  discounts: WireDiscount[]
  latest_invoice: string
  default_payment_method: string | null
  pending_setup_intent: string | null
}
export type WireInvoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'auto_advance'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'invoice_pdf'
  | 'lines'
  | 'livemode'
  | 'metadata'
  | 'next_payment_attempt'
  | 'number'
  | 'parent'
  | 'period_end'
  | 'post_payment_credit_notes_amount'
  | 'period_start'
  | 'status'
  | 'status_transitions'
  | 'subtotal'
  | 'total'
> & {
  customer: string
  discounts: WireDiscount[]
  total_taxes: WireTax[]
  total_discount_amounts: { amount: number; discount: string }[]
  payment_intent: string | null
}
type IntentField = 'id' | 'created' | 'livemode' | 'metadata' | 'next_action' | 'payment_method_types' | 'status'
type WireIntent = { customer: string; payment_method: string | null; client_secret: string }
export type WirePaymentIntent = WireIntent &
  Pick<
    Stripe.PaymentIntent,
    IntentField | 'object' | 'amount' | 'amount_received' | 'currency' | 'setup_future_usage'
  > & { invoice: string; last_payment_error: CardError | null }
export type WireSetupIntent = WireIntent &
  Pick<Stripe.SetupIntent, IntentField | 'object' | 'usage'> & { last_setup_error: CardError | null }
export type CardError = { type: 'card_error'; code: string; decline_code?: string; message: string }
export type WireMethod = Omit<Stripe.PaymentMethod, 'customer' | 'metadata'> & {
  customer: string | null
  metadata: { test_card: string }
}
export type WireCustomer = Stripe.Customer
type WirePortal = {
  id: string
  object: 'billing_portal.session'
  customer: string
  return_url: string
}

export type Kinds = {
  customer: WireCustomer
  subscription: WireSubscription
  invoice: WireInvoice
  payment_intent: WirePaymentIntent
  setup_intent: WireSetupIntent
  payment_method: WireMethod
  tax_id: WireTaxId
  credit_note: WireCreditNote
  'billing_portal.session': WirePortal
}
export type Kind = keyof Kinds

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const newId = (prefix: string) =>
  `${prefix}_${[...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

export const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})

export type TestRecords = ReturnType<typeof createTestRecords>

type EventFields = { api_version: string; livemode: boolean }

type Offered = { prices: readonly OfferedPrice[]; tax: TaxBehavior | null }

export function createTestRecords(queries: Queries, now: Date, fields: EventFields, offered: Offered) {
  let emittedCount = 0

  async function find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    // PostgreSQL text cannot hold U+0000.
    if (id.includes('\u0000')) return null
    const [row] = await queries
      .select()
      .from(testObjects)
      .where(and(eq(testObjects.id, id), eq(testObjects.type, kind)))
    return row ? (row.doc as Kinds[K]) : null
  }

  async function list<K extends Kind>(kind: K, customerId: string): Promise<Kinds[K][]> {
    const rows = await queries
      .select({ doc: testObjects.doc })
      .from(testObjects)
      .where(and(eq(testObjects.customerId, customerId), eq(testObjects.type, kind)))
      .orderBy(desc(testObjects.createdAt), desc(testObjects.id))
    return rows.map(({ doc }) => doc as Kinds[K])
  }

  return {
    now,
    find,

    offered,
    emittedCount: () => emittedCount,

    async get<K extends Kind>(kind: K, id: string): Promise<Kinds[K]> {
      const found = await find(kind, id)
      if (!found) throw missing(kind, id)
      return found
    },

    list,

    async all<K extends Kind>(kind: K, matching: Record<string, unknown>): Promise<Kinds[K][]> {
      const rows = await queries
        .select({ doc: testObjects.doc })
        .from(testObjects)
        .where(and(eq(testObjects.type, kind), sql`${testObjects.doc} @> ${JSON.stringify(matching)}::jsonb`))
        .orderBy(testObjects.createdAt)
      return rows.map(({ doc }) => doc as Kinds[K])
    },

    async save<K extends Kind>(kind: K, object: Kinds[K]): Promise<void> {
      const customer = kind === 'customer' ? object.id : 'customer' in object && object.customer
      const customerId = typeof customer === 'string' ? customer : null
      await queries
        .insert(testObjects)
        .values({ id: object.id, type: kind, customerId, createdAt: createdAt(object) ?? now, doc: object })
        .onConflictDoUpdate({ target: testObjects.id, set: { doc: object, customerId } })
    },

    async remove(kind: Kind, id: string): Promise<void> {
      await queries.delete(testObjects).where(and(eq(testObjects.id, id), eq(testObjects.type, kind)))
    },

    async emit(
      type: string,
      object: object,
      { previous, at = now }: { previous?: Record<string, unknown>; at?: Date } = {},
    ): Promise<void> {
      emittedCount += 1
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
      await queries.insert(testOutbox).values({ id, payload: JSON.stringify(event), createdAt: now, nextAt: now })
    },

    async forget(customerId: string): Promise<void> {
      const mark = `%${customerId}%`
      await queries.delete(testObjects).where(eq(testObjects.customerId, customerId))
      await queries.delete(testOutbox).where(sql`${testOutbox.payload} like ${mark}`)
      await queries.delete(testIdempotency).where(sql`${testIdempotency.body} like ${mark}`)
    },
  }
}

const createdAt = (object: object) =>
  'created' in object && typeof object.created === 'number' ? new Date(object.created * 1000) : null

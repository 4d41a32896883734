import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** The provider's objects as they travel: references are ids until somebody asks for more, decimals are text. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
export type WireItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: WirePrice }
export type WireSubscription = Omit<
  Stripe.Subscription,
  'items' | 'customer' | 'latest_invoice' | 'default_payment_method' | 'pending_setup_intent'
> & {
  items: Stripe.ApiList<WireItem>
  customer: string
  latest_invoice: string
  default_payment_method: string | null
  pending_setup_intent: string | null
}
/** Of what belongs to a payment, the part that has a meaning here. */
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
  /** Kept beside the invoice; its secret is told only where it is asked for. None where there is nothing to pay. */
  payment_intent: string | null
}
type IntentField =
  'id' | 'created' | 'livemode' | 'metadata' | 'next_action' | 'payment_method_types' | 'status'
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
export type WirePortal = {
  id: string
  object: 'billing_portal.session'
  customer: string
  return_url: string
}

/** Every kind of thing the engine keeps, by the name that is kept with it. */
export type Kinds = {
  customer: WireCustomer
  subscription: WireSubscription
  invoice: WireInvoice
  payment_intent: WirePaymentIntent
  setup_intent: WireSetupIntent
  payment_method: WireMethod
  'billing_portal.session': WirePortal
}
export type Kind = keyof Kinds

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `cus_` and 24 letters that nobody can guess. */
export const newId = (prefix: string) =>
  `${prefix}_${[...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

export const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})

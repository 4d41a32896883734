import { monthsAfter, monthsOf, type Amounts } from './prices.ts'
import {
  listOf,
  newId,
  secondsOf,
  type WireCustomer,
  type WirePrice,
  type WireDiscount,
  type WireSubscription,
  type WireInvoice,
  type WirePaymentIntent,
  type WireSetupIntent,
} from './records.ts'

/** Repeated here so that reading it doesn't load the SDK. */
export const API_VERSION = '2026-10-28.endive'
export const newCustomer = (now: Date, email: string | null, metadata: Record<string, string>): WireCustomer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: secondsOf(now),
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata,
  name: null,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

type NewSubscription = {
  customer: string
  price: WirePrice
  discounts: WireDiscount[]
  metadata: Record<string, string>
  trialEnd: number | null
  hasTax: boolean
}

export function newSubscription(
  now: Date,
  { customer, price, discounts, metadata, trialEnd, hasTax }: NewSubscription,
): WireSubscription {
  const id = newId('sub')
  const started = secondsOf(now)
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: hasTax, liability: null },
    billing_cycle_anchor: trialEnd ?? started,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: started,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(
      [
        {
          id: newId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: started,
          current_period_end: trialEnd ?? secondsOf(monthsAfter(now, monthsOf(price))),
          current_period_start: started,
          current_trial: null,
          discounts: [],
          metadata: {},
          price,
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: '',
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: started,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings:
      trialEnd === null ? null : { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' } },
    trial_start: trialEnd === null ? null : started,
  }
}

export type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'
type InvoiceOf = { subscription: WireSubscription; reason: Reason; amounts: Amounts }

export function newTrialInvoice(now: Date, number: number, subscription: WireSubscription, pages: string) {
  const amounts = { subtotal: 0, discount: 0, total: 0, due: 0, taxes: [] }
  return settled(newInvoice(now, number, { subscription, reason: 'subscription_create', amounts }, pages).invoice, now)
}

/** Nothing has to be charged. */
export const settled = (invoice: WireInvoice, now: Date): WireInvoice => ({
  ...invoice,
  attempted: true,
  payment_intent: null,
  status: 'paid',
  status_transitions: { ...invoice.status_transitions, paid_at: secondsOf(now) },
})

export function newInvoice(now: Date, number: number, { subscription, reason, amounts }: InvoiceOf, pages: string) {
  const id = newId('in')
  const [item] = subscription.items.data
  const { subtotal, discount, total, due, taxes } = amounts
  const { currency, customer } = subscription
  const intent = newPaymentIntent(now, { customer, currency, amount: due, invoice: id })
  const key = newId('k').slice(2)
  const invoice: WireInvoice = {
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: secondsOf(now),
    currency,
    customer,
    discounts: subscription.discounts,
    hosted_invoice_url: `${pages}/invoices/${id}?key=${key}`,
    invoice_pdf: `${pages}/invoices/${id}.pdf?key=${key}`,
    lines: listOf([], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `TEST-${String(number).padStart(4, '0')}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_intent: intent.id,
    period_end: item?.current_period_end ?? secondsOf(now),
    period_start: item?.current_period_start ?? secondsOf(now),
    post_payment_credit_notes_amount: 0,
    status: 'open',
    status_transitions: {
      finalized_at: secondsOf(now),
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    total,
    total_taxes: taxes,
    total_discount_amounts: discount > 0 ? [{ amount: discount, discount: subscription.discounts[0]?.id ?? '' }] : [],
  }
  return { invoice, intent }
}

type Payment = Pick<WirePaymentIntent, 'customer' | 'currency' | 'amount' | 'invoice'>

const newPaymentIntent = (now: Date, { customer, ...payment }: Payment): WirePaymentIntent => ({
  ...newIntent('pi', now, customer),
  ...payment,
  object: 'payment_intent',
  amount_received: 0,
  last_payment_error: null,
  setup_future_usage: 'off_session',
})

export const newSetupIntent = (now: Date, customer: string): WireSetupIntent => ({
  ...newIntent('seti', now, customer),
  object: 'setup_intent',
  last_setup_error: null,
  usage: 'off_session',
})

function newIntent(prefix: string, now: Date, customer: string) {
  const id = newId(prefix)
  return {
    id,
    client_secret: `${id}_secret_${newId('k').slice(2)}`,
    created: secondsOf(now),
    customer,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method' as const,
  }
}

import { PRICE } from '#domain/account/plan.ts'
import {
  listOf,
  newId,
  secondsOf,
  type WireCustomer,
  type WirePrice,
  type WireSubscription,
  type WireInvoice,
  type WirePaymentIntent,
  type WireSetupIntent,
} from './records.ts'

/** Repeated here so that reading it doesn't load the SDK. */
export const API_VERSION = '2026-10-28.endive'
export const TEST_PRICE_ID = 'price_premium_monthly'

export const testPrice: WirePrice = {
  id: TEST_PRICE_ID,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: 0,
  currency: PRICE.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: 'premium_monthly',
  metadata: {},
  nickname: 'Premium',
  product: 'prod_premium',
  recurring: {
    interval: PRICE.interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: PRICE.cents,
  unit_amount_decimal: String(PRICE.cents),
}

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

export function newSubscription(
  now: Date,
  customer: string,
  metadata: Record<string, string>,
  trialEnd: number | null = null,
): WireSubscription {
  const id = newId('sub')
  const started = secondsOf(now)
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
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
    currency: PRICE.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
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
          current_period_end: trialEnd ?? secondsOf(monthsAfter(now, 1)),
          current_period_start: started,
          current_trial: null,
          discounts: [],
          metadata: {},
          price: testPrice,
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

/** Uses the last day of the month if the month is shorter. */
export function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}

type InvoiceOf = { subscription: WireSubscription; reason: 'subscription_create' | 'subscription_cycle' }

export function newTrialInvoice(now: Date, number: number, subscription: WireSubscription, pages: string) {
  const { invoice } = newInvoice(now, number, { subscription, reason: 'subscription_create' }, pages)
  const free: WireInvoice = {
    ...invoice,
    amount_due: 0,
    amount_remaining: 0,
    subtotal: 0,
    total: 0,
    attempted: true,
    payment_intent: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: secondsOf(now) },
  }
  return free
}

export function newInvoice(now: Date, number: number, { subscription, reason }: InvoiceOf, pages: string) {
  const id = newId('in')
  const [item] = subscription.items.data
  const intent = newPaymentIntent(now, subscription.customer, id)
  const key = newId('k').slice(2)
  const invoice: WireInvoice = {
    id,
    object: 'invoice',
    amount_due: PRICE.cents,
    amount_paid: 0,
    amount_remaining: PRICE.cents,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: secondsOf(now),
    currency: PRICE.currency,
    customer: subscription.customer,
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
    subtotal: PRICE.cents,
    total: PRICE.cents,
  }
  return { invoice, intent }
}

const newPaymentIntent = (now: Date, customer: string, invoice: string): WirePaymentIntent => ({
  ...newIntent('pi', now, customer),
  object: 'payment_intent',
  amount: PRICE.cents,
  amount_received: 0,
  currency: PRICE.currency,
  invoice,
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

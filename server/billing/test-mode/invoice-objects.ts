import { PRICE } from '#domain/account/plan.ts'
import {
  listOf,
  newId,
  secondsOf,
  type WireInvoice,
  type WirePaymentIntent,
  type WireSetupIntent,
  type WireSubscription,
} from './records.ts'

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

const newPaymentIntent = (now: Date, customer: string, invoice: string): WirePaymentIntent => {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount: PRICE.cents,
    amount_received: 0,
    client_secret: `${id}_secret_${newId('k').slice(2)}`,
    created: secondsOf(now),
    currency: PRICE.currency,
    customer,
    invoice,
    last_payment_error: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_payment_method',
  }
}

export const newSetupIntent = (now: Date, customer: string): WireSetupIntent => {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newId('k').slice(2)}`,
    created: secondsOf(now),
    customer,
    last_setup_error: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

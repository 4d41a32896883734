import { type Decline, type Outcome, offSession } from './cards.ts'
import {
  type TestRecords,
  newId,
  secondsOf,
  type CardError,
  type WireCreditNote,
  type WireInvoice,
  type WireMethod,
  type WirePaymentIntent,
  type WireSubscription,
} from './records.ts'

export const cardErrorOf = (decline: Decline): CardError => ({ type: 'card_error', ...decline })

export async function markPaid(
  records: TestRecords,
  intent: WirePaymentIntent,
  method: WireMethod,
  at = records.now,
): Promise<void> {
  const invoice = await records.get('invoice', intent.invoice)
  const paid: WireInvoice = {
    ...invoice,
    status: 'paid',
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: secondsOf(at) },
  }
  const done: WirePaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  }
  await records.save('payment_method', method)
  await records.save('payment_intent', done)
  await records.save('invoice', paid)
  await records.emit('payment_intent.succeeded', withoutSecret(done), { at })
  await records.emit('charge.succeeded', chargeOf(done), { at })
  await records.emit('invoice.paid', paid, { at })
  await records.emit('invoice.payment_succeeded', paid, { at })
  const subscription = await records.get('subscription', subscriptionOf(paid))
  // A late payment doesn't revive a subscription that has ended.
  if (subscription.ended_at !== null) return
  await change(records, { ...subscription, status: 'active', default_payment_method: method.id }, subscription, at)
}

export async function declinePayment(
  records: TestRecords,
  intent: WirePaymentIntent,
  decline: Decline,
  at = records.now,
): Promise<WirePaymentIntent> {
  const failed: WirePaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: cardErrorOf(decline),
  }
  await records.save('payment_intent', failed)
  await attempted(records, intent.invoice)
  await records.emit('payment_intent.payment_failed', withoutSecret(failed), { at })
  await records.emit('invoice.payment_failed', await records.get('invoice', intent.invoice), { at })
  return failed
}

export async function ask(
  records: TestRecords,
  intent: WirePaymentIntent,
  method: WireMethod,
  at = records.now,
): Promise<WirePaymentIntent> {
  const asking: WirePaymentIntent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  }
  await records.save('payment_method', method)
  await records.save('payment_intent', asking)
  await records.emit('payment_intent.requires_action', withoutSecret(asking), { at })
  const invoice = await records.get('invoice', intent.invoice)
  await records.emit('invoice.payment_action_required', invoice, { at })
  return asking
}

export async function charge(
  records: TestRecords,
  invoice: WireInvoice,
  method: WireMethod | null,
  at = records.now,
): Promise<true | Decline> {
  const intent = await records.get('payment_intent', invoice.payment_intent ?? '')
  const outcome: Outcome = method ? offSession(method.metadata.test_card) : NO_CARD
  if (method && outcome === 'pays') {
    await markPaid(records, intent, method, at)
    return true
  }
  if (method && outcome === 'authenticates') {
    await attempted(records, invoice.id)
    await ask(records, intent, method, at)
    await records.emit('invoice.payment_failed', await records.get('invoice', invoice.id), { at })
    return AUTHENTICATION_REQUIRED
  }
  const decline = typeof outcome === 'string' ? NO_CARD : outcome
  await declinePayment(records, intent, decline, at)
  return decline
}

export async function refund(records: TestRecords, invoice: WireInvoice, amount: number): Promise<object> {
  const credited = invoice.post_payment_credit_notes_amount + amount
  const note: WireCreditNote = {
    id: newId('cn'),
    object: 'credit_note',
    amount,
    total: amount,
    created: secondsOf(records.now),
    currency: invoice.currency,
    customer: invoice.customer,
    invoice: invoice.id,
    number: `${invoice.number}-CN`,
    pdf: invoice.invoice_pdf ?? '',
    status: 'issued',
  }
  await records.save('credit_note', note)
  await records.save('invoice', { ...invoice, post_payment_credit_notes_amount: credited })
  await records.emit('credit_note.created', note)
  const intent = await records.get('payment_intent', invoice.payment_intent ?? '')
  await records.emit('charge.refunded', { ...chargeOf(intent), amount_refunded: credited, refunded: true })
  return note
}

export async function change(
  records: TestRecords,
  next: WireSubscription,
  before: WireSubscription,
  at = records.now,
): Promise<void> {
  await records.save('subscription', next)
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(next[name as keyof WireSubscription]),
    ),
  )
  const isEnded = next.status === 'canceled' && before.status !== 'canceled'
  await records.emit(
    isEnded ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    next,
    isEnded ? { at } : { at, previous },
  )
}

function subscriptionOf(invoice: WireInvoice): string {
  const reference = invoice.parent?.subscription_details?.subscription
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}

async function attempted(records: TestRecords, invoiceId: string): Promise<void> {
  const invoice = await records.get('invoice', invoiceId)
  await records.save('invoice', { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 })
}

/** Webhooks don't include the payment secret. */
const withoutSecret = (intent: WirePaymentIntent) => ({ ...intent, client_secret: undefined })

const chargeOf = (intent: WirePaymentIntent) => ({
  id: intent.id.replace('pi_', 'ch_'),
  object: 'charge',
  amount: intent.amount,
  currency: intent.currency,
  customer: intent.customer,
  payment_intent: intent.id,
  status: 'succeeded',
})

const NO_CARD: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'This customer has no card that could be charged.',
}
const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

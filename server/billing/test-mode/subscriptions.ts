import { invoiceFor } from './invoicing.ts'
import { newSetupIntent, newTrialInvoice, newSubscription } from './objects.ts'
import { discountBy, priceNamed, promotionNamed, taxRuleOf } from './prices.ts'
import { type TestRecords, secondsOf, type WireDiscount, type WireSubscription } from './records.ts'
import { switchTo } from './switching.ts'
import { change } from './payments.ts'
import { type Parameters, invalid, missing } from './protocol.ts'

export const INCOMPLETE_HOURS = 23

export const CREATE_PARAMETERS = [
  'customer',
  'items[][price]',
  'discounts',
  'discounts[][promotion_code]',
  'automatic_tax[enabled]',
  'payment_behavior',
  'payment_settings[save_default_payment_method]',
  'payment_settings[payment_method_types][]',
  'trial_end',
  'trial_settings[end_behavior][missing_payment_method]',
  'metadata[*]',
  'expand[]',
]

export async function createSubscription(
  records: TestRecords,
  parameters: Parameters,
  pages: string,
): Promise<WireSubscription> {
  const customer = await records.get('customer', parameters.get('customer') ?? '')
  if (customer.deleted) throw missing('customer', customer.id)
  const price = priceNamed(records, parameters.get('items[0][price]') ?? '')
  if (parameters.get('payment_behavior') !== 'default_incomplete')
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  const metadata = parameters.entries('metadata')
  const trialEnd = parameters.get('trial_end')
  const discounts = discountsIn(parameters, records.now)
  const hasTax = parameters.get('automatic_tax[enabled]') === 'true'
  await taxRuleOf(records, customer, hasTax)
  const wanted = { customer: customer.id, price, discounts, metadata, hasTax }
  if (trialEnd !== null)
    return createTrial(records, newSubscription(records.now, { ...wanted, trialEnd: Number(trialEnd) }), pages)
  const subscription = newSubscription(records.now, { ...wanted, trialEnd: null })
  const made = await invoiceFor(records, subscription, 'subscription_create', pages, records.now)
  await records.emit('customer.subscription.created', made)
  return made
}

export function discountsIn(parameters: Parameters, now: Date): WireDiscount[] {
  const id = parameters.get('discounts[0][promotion_code]')
  if (id === null) return []
  const promotion = promotionNamed(id.replace(/^promo_/, ''))
  if (!promotion) throw invalid(`No such promotion code: '${id}'`, { code: 'resource_missing' })
  return [discountBy(promotion, null, now)]
}

async function createTrial(records: TestRecords, begun: WireSubscription, pages: string): Promise<WireSubscription> {
  const customerId = begun.customer
  if (!((begun.trial_end ?? 0) > secondsOf(records.now)))
    throw invalid('The subscription must have a trial_end in the future.', { param: 'trial_end' })
  const setup = newSetupIntent(records.now, customerId)
  const number = (await records.list('invoice', customerId)).length + 1
  const invoice = newTrialInvoice(records.now, number, begun, pages)
  const subscription = { ...begun, latest_invoice: invoice.id, pending_setup_intent: setup.id }
  await records.save('setup_intent', setup)
  await records.save('subscription', subscription)
  await records.save('invoice', invoice)
  await records.emit('customer.subscription.created', subscription)
  await records.emit('invoice.paid', invoice)
  return subscription
}

export const UPDATE_PARAMETERS = [
  'cancel_at_period_end',
  'cancel_at',
  'default_payment_method',
  'metadata[*]',
  'items[][id]',
  'items[][price]',
  'proration_behavior',
  'payment_behavior',
  'expand[]',
]

export async function updateSubscription(
  records: TestRecords,
  id: string,
  parameters: Parameters,
  pages: string,
): Promise<WireSubscription> {
  const before = await records.get('subscription', id)
  const method = parameters.get('default_payment_method')
  if (method) {
    const found = await records.get('payment_method', method)
    if (found.customer !== before.customer) throw missing('payment_method', method)
  }
  const price = parameters.get('items[0][price]')
  if (price !== null) return switchTo(records, before, priceNamed(records, price), pages)
  const ending = endingOf(before, parameters, records.now)
  if (before.ended_at !== null && (ending || method))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const next: WireSubscription = {
    ...before,
    metadata: { ...before.metadata, ...parameters.entries('metadata') },
    default_payment_method: method ?? before.default_payment_method,
    ...ending,
  }
  await change(records, next, before)
  return next
}

type Ending = Pick<WireSubscription, 'cancel_at_period_end' | 'cancel_at' | 'canceled_at'>

/** Clearing the flag doesn't clear a date that was set separately. */
function endingOf(before: WireSubscription, parameters: Parameters, now: Date): Ending | null {
  const mark = parameters.get('cancel_at_period_end')
  if (mark !== null && parameters.has('cancel_at'))
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const isUntouched = mark === 'false' && !before.cancel_at_period_end
  if ((mark === null && !parameters.has('cancel_at')) || isUntouched) return null
  const date = parameters.get('cancel_at')
  const periodEnd = before.items.data[0]?.current_period_end ?? null
  const end = mark === 'true' ? periodEnd : date === null ? null : Number(date)
  return {
    cancel_at_period_end: mark === 'true',
    cancel_at: end,
    canceled_at: end === null ? null : secondsOf(now),
  }
}

/** If cancellation was requested, the open invoice stays payable until it is voided, as with the provider. */
export async function cancelSubscription(
  records: TestRecords,
  id: string,
  { reason, at = records.now }: { reason: 'cancellation_requested' | 'payment_failed'; at?: Date },
): Promise<WireSubscription> {
  const before = await records.get('subscription', id)
  if (before.ended_at !== null) throw missing('subscription', id)
  const next: WireSubscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? secondsOf(at),
    ended_at: secondsOf(at),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  }
  if (reason === 'payment_failed' || before.status === 'incomplete')
    await markUncollectible(
      records,
      before.latest_invoice,
      before.status === 'incomplete' ? 'void' : 'uncollectible',
      at,
    )
  else await stopCollecting(records, before.latest_invoice)
  await change(records, next, before, at)
  return next
}

async function stopCollecting(records: TestRecords, invoiceId: string): Promise<void> {
  const invoice = await records.get('invoice', invoiceId)
  if (invoice.status === 'open')
    await records.save('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
}

export async function expireSubscription(records: TestRecords, before: WireSubscription): Promise<void> {
  const at = new Date((before.created + INCOMPLETE_HOURS * 3600) * 1000)
  await markUncollectible(records, before.latest_invoice, 'void', at)
  await change(records, { ...before, status: 'incomplete_expired', ended_at: secondsOf(at) }, before, at)
}

export async function markUncollectible(
  records: TestRecords,
  invoiceId: string,
  status: 'void' | 'uncollectible',
  at = records.now,
): Promise<void> {
  const invoice = await records.get('invoice', invoiceId)
  if (invoice.status !== 'open') return
  const mark = status === 'void' ? 'voided_at' : 'marked_uncollectible_at'
  const given = {
    ...invoice,
    status,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, [mark]: secondsOf(at) },
  }
  await records.save('invoice', given)
  const intent = await records.get('payment_intent', invoice.payment_intent ?? '')
  await records.save('payment_intent', { ...intent, status: 'canceled', next_action: null })
  await records.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', given, { at })
}

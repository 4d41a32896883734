import { newInvoice, newSetupIntent, settled, type Reason } from './objects.ts'
import { afterInvoice, type Amounts, amountsOf, inForce, taxRuleOf } from './prices.ts'
import { missing } from './protocol.ts'
import type { TestRecords, WireSubscription } from './records.ts'

export async function invoiceFor(
  records: TestRecords,
  subscription: WireSubscription,
  reason: Reason,
  pages: string,
  at: Date,
): Promise<WireSubscription> {
  const customer = await records.get('customer', subscription.customer)
  const [item] = subscription.items.data
  if (!item) throw missing('subscription_item', subscription.id)
  const discounts = inForce(subscription.discounts, at)
  const rule = await taxRuleOf(records, customer, subscription.automatic_tax.enabled)
  const amounts = amountsOf(item.price, discounts, customer.balance, rule)
  await records.save('customer', { ...customer, balance: customer.balance + amounts.total - amounts.due })
  const worth = { ...subscription, items: withWorth(subscription.items, amounts.total) }
  const invoiced = await issue(records, { ...worth, discounts }, { reason, amounts, pages, at })
  const next = { ...invoiced, discounts: afterInvoice(discounts, amounts.discount) }
  await records.save('subscription', next)
  return next
}

/** What the whole current period costs, from which unused days are credited. */
export const withWorth = (items: WireSubscription['items'], total: number): WireSubscription['items'] => ({
  ...items,
  data: items.data.map((item) => ({ ...item, metadata: { ...item.metadata, worth: String(total) } })),
})

type Issue = { reason: Reason; amounts: Amounts; pages: string; at: Date }

export async function issue(
  records: TestRecords,
  subscription: WireSubscription,
  { reason, amounts, pages, at }: Issue,
): Promise<WireSubscription> {
  const number = (await records.list('invoice', subscription.customer)).length + 1
  const { invoice: open, intent } = newInvoice(at, number, { subscription, reason, amounts }, pages)
  const isSettled = amounts.due === 0
  const invoice = isSettled ? settled(open, at) : open
  const setup = isSettled && subscription.status === 'incomplete' ? newSetupIntent(at, subscription.customer) : null
  const pointing: WireSubscription = {
    ...subscription,
    latest_invoice: invoice.id,
    ...(setup ? { status: 'active', pending_setup_intent: setup.id } : {}),
  }
  await records.save('subscription', pointing)
  if (!isSettled) await records.save('payment_intent', intent)
  if (setup) await records.save('setup_intent', setup)
  await records.save('invoice', invoice)
  await records.emit('invoice.created', invoice, { at })
  await records.emit('invoice.finalized', invoice, { at })
  if (isSettled) await records.emit('invoice.paid', invoice, { at })
  return pointing
}

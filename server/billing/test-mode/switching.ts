import { cardErrorOf, change, charge } from './payments.ts'
import { issue, withWorth } from './invoicing.ts'
import { type Amounts, amountsOf, inForce, monthsAfter, monthsOf, taxRuleOf } from './prices.ts'
import { ApiError, missing } from './protocol.ts'
import { secondsOf, type TestRecords, type WirePrice, type WireSubscription } from './records.ts'

type Switch = { next: WireSubscription; amounts: Amounts; balance: number }

/** Unused days are credited at what the period cost. Another interval starts a new period. */
export async function planSwitch(records: TestRecords, before: WireSubscription, price: WirePrice): Promise<Switch> {
  const customer = await records.get('customer', before.customer)
  const { balance } = customer
  const rule = await taxRuleOf(records, customer, before.automatic_tax.enabled)
  const [item] = before.items.data
  if (!item) throw missing('subscription_item', before.id)
  const withPrice = { ...before, items: { ...before.items, data: [{ ...item, price }] } }
  const nothing = { subtotal: 0, discount: 0, total: 0, due: 0, taxes: [] }
  if (before.status === 'trialing' || item.price.id === price.id) return { next: withPrice, amounts: nothing, balance }
  const now = secondsOf(records.now)
  const unused = (item.current_period_end - now) / (item.current_period_end - item.current_period_start)
  const discounts = inForce(before.discounts, records.now)
  const whole = amountsOf(price, discounts, 0, rule)
  const isSamePeriod = monthsOf(price) === monthsOf(item.price)
  const charged = isSamePeriod ? Math.round(whole.total * unused) : whole.total
  // Subscriptions of earlier versions say nothing about it.
  const credited = Math.round(Number(item.metadata.worth ?? item.price.unit_amount) * unused)
  const total = charged - credited
  const due = Math.max(0, total + Math.min(0, balance))
  const period = isSamePeriod
    ? {}
    : { current_period_start: now, current_period_end: secondsOf(monthsAfter(records.now, monthsOf(price))) }
  const items = { ...before.items, data: [{ ...item, ...period, price }] }
  return {
    next: {
      ...before,
      ...(isSamePeriod ? {} : { billing_cycle_anchor: now }),
      items: withWorth(items, whole.total),
    },
    amounts: { subtotal: total + whole.discount, discount: whole.discount, total, due, taxes: shareOf(whole, total) },
    balance: balance + total - due,
  }
}

/** The tax of a difference is the same share of it. */
const shareOf = ({ total: whole, taxes }: Amounts, total: number) =>
  taxes.map((tax) => ({ ...tax, amount: whole === 0 ? 0 : Math.round((tax.amount * total) / whole) }))

/** All or nothing: a declined card rolls everything back. */
export async function switchTo(
  records: TestRecords,
  before: WireSubscription,
  price: WirePrice,
  pages: string,
): Promise<WireSubscription> {
  const { next, amounts, balance } = await planSwitch(records, before, price)
  if (before.status === 'trialing' || amounts.total === 0) {
    await change(records, next, before)
    return next
  }
  const customer = await records.get('customer', before.customer)
  await records.save('customer', { ...customer, balance })
  const terms = { reason: 'subscription_update' as const, amounts, pages, at: records.now }
  const invoiced = await issue(records, next, terms)
  await change(records, invoiced, before)
  const invoice = await records.get('invoice', invoiced.latest_invoice)
  if (invoice.status === 'paid') return invoiced
  const method = before.default_payment_method
    ? await records.find('payment_method', before.default_payment_method)
    : null
  const outcome = await charge(records, invoice, method)
  if (outcome !== true) throw new ApiError(402, cardErrorOf(outcome))
  return records.get('subscription', before.id)
}

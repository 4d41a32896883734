import { amountsOf, priceNamed, taxRuleOf } from './prices.ts'
import { readParameters } from './protocol.ts'
import { secondsOf, type TestRecords } from './records.ts'
import { discountsIn } from './subscriptions.ts'
import { planSwitch } from './switching.ts'

const ITEM = 'subscription_details[items][0]'

/** What the next invoice would say; nothing is stored. */
export async function previewOf(records: TestRecords, form: URLSearchParams): Promise<object> {
  const given = readParameters(form, [
    'customer',
    'subscription',
    'discounts',
    'discounts[][promotion_code]',
    'automatic_tax[enabled]',
    'subscription_details[items][][id]',
    'subscription_details[items][][price]',
    'subscription_details[proration_behavior]',
    'expand[]',
  ])
  const customer = await records.get('customer', given.get('customer') ?? '')
  const price = priceNamed(records, given.get(`${ITEM}[price]`) ?? '')
  const id = given.get('subscription')
  const subscription = id === null ? null : await records.get('subscription', id)
  const discounts = subscription?.discounts ?? discountsIn(given, records.now)
  const rule = await taxRuleOf(records, customer, given.get('automatic_tax[enabled]') === 'true')
  const { total, discount, due, taxes } = subscription
    ? (await planSwitch(records, subscription, price)).amounts
    : amountsOf(price, discounts, customer.balance, rule)
  return {
    object: 'invoice',
    created: secondsOf(records.now),
    currency: price.currency,
    customer: customer.id,
    discounts,
    amount_due: due,
    total,
    total_taxes: taxes,
    total_discount_amounts: discount > 0 ? [{ amount: discount, discount: discounts[0]?.id ?? '' }] : [],
  }
}

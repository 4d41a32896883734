import type { OfferedPrice } from '#domain/account/price.ts'
import type { TaxBehavior } from '#domain/billing/tax.ts'
import { invalid, missing } from './protocol.ts'
import {
  newId,
  secondsOf,
  type TestRecords,
  type WireCoupon,
  type WireDiscount,
  type WirePrice,
  type WirePromotionCode,
  type WireTax,
  type WireCustomer,
} from './records.ts'

export function priceNamed({ offered: { prices, tax } }: TestRecords, id: string): WirePrice {
  const price = prices.find((one) => one.id === id)
  if (!price) throw missing('price', id)
  return wirePrice(price, tax)
}

const wirePrice = ({ id, cents, currency, interval }: OfferedPrice, tax: TaxBehavior | null): WirePrice => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: 0,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: 'Premium',
  product: 'prod_premium',
  recurring: {
    interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: tax ?? 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: cents,
  unit_amount_decimal: String(cents),
})

export const monthsOf = ({ recurring }: WirePrice) => (recurring?.interval === 'year' ? 12 : 1)

type Terms = Pick<WireCoupon, 'percent_off' | 'amount_off' | 'currency' | 'duration' | 'duration_in_months'>

const TERMS: Terms = {
  percent_off: null,
  amount_off: null,
  currency: null,
  duration: 'once',
  duration_in_months: null,
}

const CODES: Record<string, Terms> = {
  HALF: { ...TERMS, percent_off: 50, duration: 'forever' },
  HALF3: { ...TERMS, percent_off: 50, duration: 'repeating', duration_in_months: 3 },
  TWOOFF: { ...TERMS, amount_off: 200, currency: 'usd' },
  FIRSTFREE: { ...TERMS, percent_off: 100 },
}

/** As at the provider, case makes no difference. */
export function promotionNamed(code: string): WirePromotionCode | null {
  const terms = CODES[code.toUpperCase()]
  if (!terms) return null
  const id = `promo_${code.toUpperCase()}`
  const coupon = { id: `coupon_${code.toUpperCase()}`, object: 'coupon' as const, valid: true, ...terms }
  return { id, object: 'promotion_code', active: true, code: code.toUpperCase(), promotion: { type: 'coupon', coupon } }
}

export function discountBy(promotion: WirePromotionCode, subscription: string | null, start: Date): WireDiscount {
  const { coupon } = promotion.promotion
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null
  return {
    id: newId('di'),
    object: 'discount',
    promotion_code: promotion.id,
    source: { type: 'coupon', coupon },
    start: secondsOf(start),
    end: months === null ? null : secondsOf(monthsAfter(start, months)),
    subscription,
  }
}

export type Amounts = { subtotal: number; discount: number; total: number; due: number; taxes: WireTax[] }

/** Rates for trying taxes out; anywhere else there are none. */
const PERCENT: Partial<Record<string, number>> = { CA: 5, DE: 19, FR: 20, GB: 20, NL: 21 }

type TaxRule = { percent: number; behavior: TaxBehavior; isReverseCharge: boolean }

/** Null where no tax is calculated. A customer with a tax id owes the tax themselves. */
export async function taxRuleOf(records: TestRecords, customer: WireCustomer, isOn: boolean): Promise<TaxRule | null> {
  const { tax: behavior } = records.offered
  if (!isOn || behavior === null) return null
  const country = customer.address?.country
  if (!country) throw invalid("The customer's location isn't recognized.", { code: 'customer_tax_location_invalid' })
  const percent = PERCENT[country] ?? 0
  const hasTaxId = (await records.list('tax_id', customer.id)).length > 0
  return { percent, behavior, isReverseCharge: hasTaxId && percent > 0 }
}

function taxOn(cents: number, rule: TaxRule | null): WireTax[] {
  if (rule === null) return []
  const { percent, behavior, isReverseCharge } = rule
  const share = behavior === 'inclusive' ? percent / (100 + percent) : percent / 100
  return [
    {
      amount: isReverseCharge ? 0 : Math.round(cents * share),
      tax_behavior: behavior,
      tax_rate_details: null,
      taxability_reason: isReverseCharge ? 'reverse_charge' : percent > 0 ? 'standard_rated' : 'not_collecting',
      taxable_amount: cents,
      type: 'tax_rate_details',
    },
  ]
}

/** What comes on top. */
const addedBy = (taxes: WireTax[]) =>
  taxes.reduce((sum, tax) => sum + (tax.tax_behavior === 'exclusive' ? tax.amount : 0), 0)

/** A negative balance is credit, which pays before the card does. */
export function amountsOf(
  price: WirePrice,
  discounts: readonly WireDiscount[],
  balance: number,
  rule: TaxRule | null,
): Amounts {
  const subtotal = price.unit_amount ?? 0
  const off = discounts.reduce((sum, discount) => sum + amountOff(discount, price, subtotal), 0)
  const discount = Math.min(subtotal, off)
  const taxes = taxOn(subtotal - discount, rule)
  const total = subtotal - discount + addedBy(taxes)
  return { subtotal, discount, total, taxes, due: Math.max(0, total + Math.min(0, balance)) }
}

function amountOff({ source: { coupon } }: WireDiscount, { currency }: WirePrice, subtotal: number): number {
  if (coupon.percent_off !== null) return Math.round((subtotal * coupon.percent_off) / 100)
  return coupon.currency === currency ? (coupon.amount_off ?? 0) : 0
}

/** Those that still count after an invoice. */
export const afterInvoice = (discounts: readonly WireDiscount[], discount: number): WireDiscount[] =>
  discounts.filter(({ source }) => discount === 0 || source.coupon.duration !== 'once')

export const inForce = (discounts: readonly WireDiscount[], at: Date): WireDiscount[] =>
  discounts.filter(({ end }) => end === null || end > secondsOf(at))

/** Uses the last day of the month if the month is shorter. */
export function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}

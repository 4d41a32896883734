import type { OfferedPrice } from '#domain/account/price.ts'
import {
  newId,
  secondsOf,
  type WireCoupon,
  type WireDiscount,
  type WirePrice,
  type WirePromotionCode,
} from './records.ts'

export const wirePrice = ({ id, cents, currency, interval }: OfferedPrice): WirePrice => ({
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
  tax_behavior: 'unspecified',
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

export type Amounts = { subtotal: number; discount: number; total: number; due: number }

/** A negative balance is credit, which pays before the card does. */
export function amountsOf(price: WirePrice, discounts: readonly WireDiscount[], balance: number): Amounts {
  const subtotal = price.unit_amount ?? 0
  const off = discounts.reduce((sum, discount) => sum + amountOff(discount, price, subtotal), 0)
  const discount = Math.min(subtotal, off)
  const total = subtotal - discount
  return { subtotal, discount, total, due: Math.max(0, total + Math.min(0, balance)) }
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

import { centsText } from '#domain/account/price.ts'
import type { Discount } from '#domain/billing/checkout.ts'

/** "50% off for 3 months" */
export function discountText({ percentOff, amountOffCents, currency, months }: Discount): string {
  const off = percentOff === null ? centsText(amountOffCents ?? 0, currency ?? 'usd') : `${percentOff}%`
  if (months === null) return `${off} off`
  if (months === 0) return `${off} off the first payment`
  return `${off} off for ${months === 1 ? '1 month' : `${months} months`}`
}

import type { Price } from './price.ts'

export const TRIAL_DAYS = 14

/** The default, and the only one unless the operator offers more. */
export const PRICE = { cents: 499, currency: 'usd', interval: 'month' } as const satisfies Price

export const PLAN = 'Premium'

export const priceText = ({ cents, currency }: Omit<Price, 'interval'> = PRICE) => moneyText(cents, currency)

/** `cents` are the smallest units of the currency, as the payment provider counts them. */
export function moneyText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const PREMIUM_FEATURES = [
  'Real-time news updates',
  'Unlimited company tracking',
  'Bulk portfolio upload',
  'AI-powered news curation',
  'Advanced filtering and search',
  'Export of portfolio analytics',
]

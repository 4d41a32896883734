import { z } from 'zod'

export const Price = z.object({
  /** In the smallest unit of the currency. */
  cents: z.number(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  /** Set if tax is added to it. */
  plusTax: z.boolean().optional(),
})
export type Price = z.infer<typeof Price>

export const OfferedPrice = Price.extend({ id: z.string() })
export type OfferedPrice = z.infer<typeof OfferedPrice>

/** Compared with twelve months at the lowest monthly price in the same currency; 0 if there is none. */
export function savedPerYear({ cents, currency, interval }: Price, offered: readonly Price[]): number {
  const monthly = offered.filter((price) => price.interval === 'month' && price.currency === currency)
  if (interval !== 'year' || monthly.length === 0) return 0
  return Math.max(0, 12 * Math.min(...monthly.map((price) => price.cents)) - cents)
}

/** `cents` are the smallest units of the currency, as the payment provider counts them. */
export function centsText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const costText = ({ cents, currency, plusTax }: Omit<Price, 'interval'>) =>
  centsText(cents, currency) + (plusTax ? ' plus tax' : '')

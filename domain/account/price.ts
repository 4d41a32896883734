import { z } from 'zod'

export const Price = z.object({
  /** In the smallest unit of the currency. */
  cents: z.number(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
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

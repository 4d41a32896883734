import { z } from 'zod'

/** A sum of money as the text states it. */
export const Amount = z.object({ currency: z.string(), value: z.number() })
export type Amount = z.infer<typeof Amount>

/** Somebody who takes or leaves an office. */
export const Move = z.object({ name: z.string(), role: z.string(), change: z.enum(['joins', 'leaves']) })
export type Move = z.infer<typeof Move>

/** What a story states about a company, each with nothing that the text does not say. */
export const Facts = z.object({
  raised: Amount.nullable(),
  valuation: Amount.nullable(),
  round: z.string().nullable(),
  investors: z.array(z.string()),
  moves: z.array(Move),
  /** Whom it partners with, buys, sells to or is bought by. */
  counterparties: z.array(z.string()),
})
export type Facts = z.infer<typeof Facts>

import { z } from 'zod'

/** A sum of money as the text states it. */
export const Amount = z.object({ currency: z.string(), value: z.number() })
export type Amount = z.infer<typeof Amount>

/** Somebody who takes or leaves an office. */
export const Move = z.object({ name: z.string(), role: z.string(), change: z.enum(['joins', 'leaves']) })
export type Move = z.infer<typeof Move>

/** How a party to a deal stands in it: who buys, who is bought, who works with or buys from a company. */
export const RELATIONS = ['partner', 'buyer', 'bought', 'merger', 'customer'] as const
export type Relation = (typeof RELATIONS)[number]

export const Deal = z.object({ name: z.string(), relation: z.enum(RELATIONS) })
export type Deal = z.infer<typeof Deal>

/** What a story states about a company, each with nothing that the text does not say. */
export const Facts = z.object({
  raised: Amount.nullable(),
  valuation: Amount.nullable(),
  round: z.string().nullable(),
  investors: z.array(z.string()),
  moves: z.array(Move),
  /** Whom it partners with, buys, sells to or is bought by. */
  counterparties: z.array(z.string()),
  /** Every party to a deal and how it stands in it; none in what was read before they were told apart. */
  deals: z.array(Deal).optional(),
})
export type Facts = z.infer<typeof Facts>

import { z } from 'zod'

export const Amount = z.object({ currency: z.string(), value: z.number() })
export type Amount = z.infer<typeof Amount>

/** Reported: by unnamed sources, or before it is done. */
const certainty = z.enum(['stated', 'reported'])

export const AMOUNT_KINDS = ['raised', 'valuation', 'price', 'revenue', 'penalty'] as const
export const PARTY_KINDS = ['investor', 'buyer', 'bought', 'merger', 'partner', 'customer'] as const
export const PERSON_KINDS = ['joins', 'leaves'] as const

const AmountFact = z.object({ kind: z.enum(AMOUNT_KINDS), amount: Amount, certainty })
const PartyFact = z.object({ kind: z.enum(PARTY_KINDS), name: z.string(), certainty })
const PersonFact = z.object({ kind: z.enum(PERSON_KINDS), name: z.string(), role: z.string(), certainty })
const RoundFact = z.object({ kind: z.literal('round'), name: z.string(), certainty })
/** A share of the staff, as "20%", or a number of people. */
const LayoffsFact = z.object({ kind: z.literal('layoffs'), size: z.string(), certainty })

/** What an article states about one company. */
export const Fact = z.discriminatedUnion('kind', [AmountFact, PartyFact, PersonFact, RoundFact, LayoffsFact])
export type Fact = z.infer<typeof Fact>
export type PartyKind = (typeof PARTY_KINDS)[number]

export function factValue(fact: Fact): string {
  if ('amount' in fact) return amountText(fact.amount)
  if ('size' in fact) return fact.size
  return 'role' in fact ? `${fact.name}, ${fact.role}` : fact.name
}

export function amountText({ currency, value }: Amount): string {
  const [size, unit] = value >= 1e9 ? [1e9, ' billion'] : value >= 1e6 ? [1e6, ' million'] : [1, '']
  const isKnown = /^[A-Z]{3}$/.test(currency)
  const figure = (value / size).toLocaleString('en-US', {
    ...(isKnown && { style: 'currency', currency }),
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  return `${isKnown ? figure : `${currency} ${figure}`}${unit}`
}

// Apart from the schemas, so that pages that only show facts do not load zod.
import type { Amount, Fact } from './facts.ts'

export const AMOUNT_KINDS = ['raised', 'valuation', 'price', 'revenue', 'penalty'] as const
export const PARTY_KINDS = ['investor', 'buyer', 'bought', 'merger', 'partner', 'customer'] as const
export const PERSON_KINDS = ['joins', 'leaves'] as const
export type PartyKind = (typeof PARTY_KINDS)[number]

export function factValue(fact: Fact): string {
  if ('amount' in fact) return amountText(fact.amount)
  if ('size' in fact) return fact.size
  return 'role' in fact ? `${fact.name}, ${fact.role}` : fact.name
}

function amountText({ currency, value }: Amount): string {
  const [size, unit] = value >= 1e9 ? [1e9, ' billion'] : value >= 1e6 ? [1e6, ' million'] : [1, '']
  const isKnown = /^[A-Z]{3}$/.test(currency)
  const figure = (value / size).toLocaleString('en-US', {
    ...(isKnown && { style: 'currency', currency }),
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  return `${isKnown ? figure : `${currency} ${figure}`}${unit}`
}

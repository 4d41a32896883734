// Kept apart from the schemas so that pages that only show facts don't load zod.
import { nameKey } from '../companies/company-key.ts'
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

const MAX_NAMES = 3

/** The name of a non-dilutive round. */
export const GRANT = 'Grant'

const PARTIES: Record<PartyKind, (names: string) => string> = {
  investor: (names) => `Investors: ${names}`,
  partner: (names) => `Partner: ${names}`,
  buyer: (names) => `Acquired by ${names}`,
  bought: (names) => `Acquires ${names}`,
  merger: (names) => `Merges with ${names}`,
  customer: (names) => `Customer: ${names}`,
}

/** Used for deals that are only reported, which may still be in talks. */
const REPORTED: Partial<typeof PARTIES> = {
  buyer: (names) => `Buyer: ${names}`,
  bought: (names) => `Acquisition of ${names}`,
  merger: (names) => `Merger with ${names}`,
}

const SINGLE = {
  valuation: (value: string) => `Valued at ${value}`,
  price: (value: string) => `Price: ${value}`,
  revenue: (value: string) => `Revenue: ${value}`,
  penalty: (value: string) => `Penalty: ${value}`,
  layoffs: (value: string) => (value.endsWith('%') ? `${value} of staff laid off` : `${value} people laid off`),
} satisfies Partial<Record<Fact['kind'], (value: string) => string>>

export function factTexts(facts: Fact[], company: string): string[] {
  const raised = facts.find(({ kind }) => kind === 'raised')
  const round = facts.find(({ kind }) => kind === 'round')
  const ofRound = [raised, round].filter((fact) => fact !== undefined)
  const isGrant = round !== undefined && factValue(round) === GRANT
  const sum = raised && `${isGrant ? `${GRANT} of` : isReported(ofRound) ? 'Round of' : 'Raised'} ${factValue(raised)}`
  const funding = [sum, (!isGrant || !sum) && round && factValue(round)].filter(Boolean).join(', ')
  const single = Object.entries(SINGLE).flatMap(([kind, text]) =>
    facts.filter((fact) => fact.kind === kind).map((fact) => marked(text(factValue(fact)), [fact])),
  )
  const parties = PARTY_KINDS.flatMap((kind) => {
    const named = facts.filter((fact) => fact.kind === kind && !isSame(factValue(fact), company))
    if (named.length === 0) return []
    const text = (isReported(named) && REPORTED[kind]) || PARTIES[kind]
    return [marked(text(namesText(named.map(factValue))), named)]
  })
  const people = facts.flatMap((fact) => {
    if (!('role' in fact)) return []
    const { kind, name, role } = fact
    return [marked(kind === 'joins' ? `${name} joins as ${role}` : `${name} leaves, ${role}`, [fact])]
  })
  return [...(funding ? [marked(funding, ofRound)] : []), ...single, ...parties, ...people]
}

/** Marks what is only reported, not stated. */
const marked = (text: string, facts: Fact[]) => (isReported(facts) ? `${text} (reported)` : text)

const isReported = (facts: Fact[]) => facts.every(({ certainty }) => certainty === 'reported')

function isSame(name: string, company: string): boolean {
  const [key, own] = [`${nameKey(name)} `, `${nameKey(company)} `]
  return key.startsWith(own) || own.startsWith(key)
}

function namesText(names: string[]): string {
  const rest = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

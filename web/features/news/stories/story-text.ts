import { nameKey } from '#domain/companies/company-key.ts'
import type { Story, Amount, Facts, Relation } from '#domain/news/stories.ts'

const MOST_NAMES = 3
const MAJOR = 0.7
const NOTABLE = 0.45

export function importanceOf({ weight }: Pick<Story, 'weight'>): { word: string; bars: 1 | 2 | 3 } {
  if (weight >= MAJOR) return { word: 'Major', bars: 3 }
  return weight >= NOTABLE ? { word: 'Notable', bars: 2 } : { word: 'Minor', bars: 1 }
}

const DEALS: Record<Relation, (names: string) => string> = {
  partner: (names) => `Partner: ${names}`,
  buyer: (names) => `Acquired by ${names}`,
  bought: (names) => `Acquires ${names}`,
  merger: (names) => `Merges with ${names}`,
  customer: (names) => `Customer: ${names}`,
}

export function factTexts(extractedFacts: Facts, company: string): string[] {
  const { raised, valuation, round, moves } = extractedFacts
  const investors = others(extractedFacts.investors, company)
  return [
    raised ? `Raised ${amountText(raised)}${round ? `, ${round}` : ''}` : round,
    valuation && `Valued at ${amountText(valuation)}`,
    investors.length > 0 && `Investors: ${namesText(investors)}`,
    ...moves.map(({ name, role, change }) =>
      change === 'joins' ? `${name} joins as ${role}` : `${name} leaves, ${role}`,
    ),
    ...dealTexts(extractedFacts, company),
  ].filter((words): words is string => Boolean(words))
}

function dealTexts({ deals, counterparties }: Facts, company: string): string[] {
  if (!deals) {
    const names = others(counterparties, company)
    return names.length > 0 ? [`With ${namesText(names)}`] : []
  }
  const groups = Map.groupBy(deals, ({ relation }) => relation)
  return [...groups].flatMap(([relation, group]) => {
    const names = others(
      group.map(({ name }) => name),
      company,
    )
    return names.length > 0 ? [DEALS[relation](namesText(names))] : []
  })
}

function others(names: string[], company: string): string[] {
  const own = `${nameKey(company)} `
  return names.filter((name) => {
    const key = `${nameKey(name)} `
    return !key.startsWith(own) && !own.startsWith(key)
  })
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

function namesText(names: string[]): string {
  const rest = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

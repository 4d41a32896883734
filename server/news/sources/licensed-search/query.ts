import { nameKey } from '#domain/companies/company-key.ts'
import { nameTraits } from '../../match/name-traits.ts'
import { foldedWords, STOP_WORDS } from '../../text/words.ts'
import { phrase, searchedNames, spokenName } from '../search-names.ts'
import type { TrackedCompany } from '../source.ts'

const MAX_NAME_WORDS = 6
const COMMON = 0.5
const TRADE_WORDS = 4
const DESCRIPTION_WORDS = 40
const SHORTEST_WORD = 4

/**
 * How a company can be asked for, best first: by name alone, with its trade, with its site. The name alone is left out
 * if it is a common word, because nearly all results would be about something else.
 */
export function searchQueries(company: TrackedCompany): string[] {
  const names = searchedNames(company).map(phrase).join(' OR ')
  const trade = tradeOf(company)
  return [
    ...(isCommonWord(company.name) ? [] : [names]),
    ...(trade === '' ? [] : [`${names} ${trade}`]),
    ...(company.domain === null ? [] : [`${names} ${company.domain}`]),
  ]
}

export function isCommonWord(name: string): boolean {
  const spoken = spokenName(name)
  return nameTraits(foldedWords(spoken, MAX_NAME_WORDS), spoken.split(/\s+/)).common >= COMMON
}

/** The first words of the description that say what the company does. */
function tradeOf({ name, facts }: TrackedCompany): string {
  const own = new Set(foldedWords(`${name} ${nameKey(name)}`, 2 * MAX_NAME_WORDS))
  const description = facts.find(({ kind }) => kind === 'description') ?? facts.find(({ kind }) => kind === 'title')
  const words = foldedWords(description?.value ?? '', DESCRIPTION_WORDS).filter(
    (word) => word.length >= SHORTEST_WORD && !STOP_WORDS.has(word) && !own.has(word),
  )
  return [...new Set(words)].slice(0, TRADE_WORDS).join(' ')
}

/** A result that is not linked to the company is about a namesake. */
const FEW_RESULTS = 4
const MOSTLY = 0.75

export const isMostlyNamesakes = ({ found, linked }: { found: number; linked: number }): boolean =>
  found >= FEW_RESULTS && found - linked > found * MOSTLY

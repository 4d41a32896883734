import { nameKey } from '#domain/companies/company-key.ts'
import type { TrackedCompany } from './source.ts'

const MAX_NAMES = 10

export const namesOf = ({ name, aliases }: Pick<TrackedCompany, 'name' | 'aliases'>): string[] => [
  ...new Set([name, ...aliases.slice(0, MAX_NAMES)].map(nameKey).filter((key) => key.length > 1)),
]

const MAX_SEARCHED = 3

type Searched = Pick<TrackedCompany, 'name' | 'typed'> & Partial<Pick<TrackedCompany, 'website'>>

const squashed = (text: string) => plainWords(text).replaceAll(' ', '')

/**
 * The shared name plus names that users typed: the domain says "Ouraring", but everybody says "Oura". A typed name is
 * sent to third parties only if the shared name or the website already contains it.
 */
export function searchedNames({ name, website, typed = [] }: Searched): string[] {
  const known = [name, website ?? ''].map(squashed)
  const shared = typed.filter((each) => known.some((text) => text.includes(squashed(spokenName(each)))))
  const byKey = new Map([name, ...shared].toReversed().map((each) => [nameKey(each), each]))
  return [...byKey.values()].toReversed().slice(0, MAX_SEARCHED)
}

/** An item found by such a search must mention at least one of these names. */
export const foundNames = (company: Searched & Pick<TrackedCompany, 'aliases'>): string[] =>
  namesOf({ ...company, aliases: [...searchedNames(company), ...company.aliases] })

export function mentions(text: string, names: string[]): boolean {
  // "Acme's" is Acme, and "McDonald's" is McDonald's.
  const readings = [text, text.replaceAll(/['’]s(?!\p{L})/gu, '')].map((each) => ` ${plainWords(each)} `)
  return names.some((name) => readings.some((words) => words.includes(` ${name} `)))
}

/** Strips quotes, which would end the phrase. */
export const phrase = (name: string): string =>
  `"${spokenName(name)
    .replaceAll(/["\\\s]+/g, ' ')
    .trim()}"`

const MAX_NAME = 200

/** Drops the legal form, which news stories leave out. */
export function spokenName(name: string): string {
  const words = name.trim().slice(0, MAX_NAME).split(/\s+/)
  const key = nameKey(words.join(' '))
  while (words.length > 1 && nameKey(words.slice(0, -1).join(' ')) === key) words.pop()
  return words.join(' ').replace(/[,;]+$/, '')
}

const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

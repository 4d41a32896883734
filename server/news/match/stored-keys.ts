import { nameKey } from '#domain/companies/company-key.ts'
import { possibleOwners } from '../site/site.ts'
import type { FoundItem } from '../formats/found-item.ts'
import { calledKey, domainKey, MAX_WORDS, nameWords, typedKeys, type Named } from './name-index.ts'

type Item = Pick<FoundItem, 'title' | 'text' | 'url'>

/** The first word and first two words of every name that an item may contain, and the sites it may be on. */
export function keysOfItem({ title, text, url }: Item): string[] {
  const keys = new Set(possibleOwners(url).map(siteKey))
  for (const part of [title, text]) {
    const words = nameWords(part, MAX_WORDS)
    for (const [at, { folded, isProper, isJoined, isPossessive }] of words.entries()) {
      if (!isProper || isJoined) continue
      keys.add(folded)
      if (isPossessive) keys.add(folded.slice(0, -1))
      const next = words[at + 1]
      if (!next) continue
      keys.add(`${folded} ${next.folded}`)
      if (next.isPossessive) keys.add(`${folded} ${next.folded.slice(0, -1)}`)
    }
  }
  return [...keys]
}

type Names = { tracked: Pick<Named, 'name' | 'site'>[]; typed: string[]; aliases: string[] }

/**
 * Where to look for these names. Lowercase words aren't in any key, so aliases that begin with one are looked up as
 * phrases.
 */
export function keysOfNames({ tracked, typed, aliases }: Names): { keys: string[]; phrases: string[] } {
  const written = aliases.map((alias) => ({ alias, words: nameWords(alias, MAX_WORDS) }))
  const [proper, small] = [true, false].map((is) => written.filter(({ words }) => (words[0]?.isProper ?? false) === is))
  const sites = tracked.flatMap(({ site }) => site ?? [])
  const named = [...tracked.map(({ name }) => nameKey(name)), ...tracked.map(calledKey), ...typed.flatMap(typedKeys)]
  const beginnings = [
    ...named.map((key) => key.split(' ')),
    ...sites.flatMap((site) => domainKey(site) ?? []).map((key) => [key]),
    ...(proper ?? []).map(({ words }) => words.map(({ folded }) => folded)),
  ]
  const keys = [...beginnings.map((words) => words.slice(0, 2).join(' ')), ...sites.map(siteKey)]
  return { keys: [...new Set(keys)].filter(Boolean), phrases: (small ?? []).map(({ alias }) => alias) }
}

const siteKey = (site: string) => `@${site}`

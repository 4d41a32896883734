import { nameKey } from '#domain/company-key.ts'
import { registrableDomain } from './ingest/publisher.ts'
import type { FoundItem } from './item.ts'

export type Named = { id: number; name: string; domain: string | null }
export type Match = { subjectId: number; score: number; evidence: string[] }

const LONGEST_NAME = 6
const MOST_WORDS = 1500

/** Finds all tracked companies that a text names, in one pass over its words. */
export function createNames(tracked: Named[]) {
  const idsOfName = new Map<string, number[]>()
  const idsOfDomain = new Map<string, number[]>()
  const put = (map: Map<string, number[]>, key: string, id: number) =>
    map.set(key, [...(map.get(key) ?? []), id])
  for (const { id, name, domain } of tracked) {
    const key = nameKey(name)
    if (isTelling(key)) put(idsOfName, key, id)
    if (domain) put(idsOfDomain, domain, id)
  }
  return {
    isTracked: (name: string) => idsOfName.has(nameKey(name)),

    match(item: Pick<FoundItem, 'title' | 'text' | 'url'>): Match[] {
      const found = new Map<number, Match>()
      const keep = (id: number, score: number, evidence: string) => {
        const match = found.get(id) ?? { subjectId: id, score: 0, evidence: [] }
        match.score = Math.max(match.score, score)
        if (!match.evidence.includes(evidence)) match.evidence.push(evidence)
        found.set(id, match)
      }
      const domain = registrableDomain(item.url)
      for (const id of (domain && idsOfDomain.get(domain)) || []) keep(id, 1, 'on its own site')
      for (const id of namesIn(item.title)) keep(id, 0.9, 'named in the title')
      for (const id of namesIn(item.text)) keep(id, 0.6, 'named in the text')
      return [...found.values()]
    },
  }

  function* namesIn(text: string): Generator<number> {
    const words = text.split(/[^\p{L}\p{N}'’.&-]+/u, MOST_WORDS)
    for (let start = 0; start < words.length; start += 1) {
      // A name is written with a capital letter or a digit: "apple pie" names nobody.
      if (!/^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(words[start] ?? '')) continue
      for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length -= 1) {
        const ids = idsOfName.get(nameKey(words.slice(start, start + length).join(' ')))
        if (!ids) continue
        yield* ids
        break
      }
    }
  }
}

/** One short word names too much to be believed without more. */
const isTelling = (key: string) => key.includes(' ') || key.length >= 5

import { nameKey } from '#domain/companies/company-key.ts'
import type { Evidence } from '#domain/news/evidence.ts'
import { calledByDomain, formsOf } from './name-forms.ts'
import { possibleOwners, siteOf } from '../site/site.ts'
import type { FoundItem } from '../formats/found-item.ts'

export type Named = { id: number; name: string; /** The site key. */ site: string | null }

export type Alias = { companyId: number; alias: string }
export type OverrideMatch = { companyId: number; alias: string; evidence: Evidence[] }

export type TypedName = { companyId: number; trackedCompanyId: number; name: string }

const LONGEST_NAME = 6
const LONGEST_ALIAS = 30
export const MAX_WORDS = 1500

export type Names = ReturnType<typeof createNames>

/** Finds all tracked companies named in a text in one pass; the cost doesn't depend on how many are tracked. */
export function createNames(tracked: Named[], aliases: Alias[] = []) {
  const trackedCompanies = createDictionary<Named>()
  const own = createDictionary<Alias>()
  const typed = createDictionary<TypedName>()
  const idsOfSite = new Map<string, number[]>()
  /** Here and below, earlier entries with the same ID are replaced. */
  const add = (more: Named[]) => {
    for (const named of more) {
      const key = nameKey(named.name)
      const words = key.split(' ')
      trackedCompanies.drop(named.id)
      if (isDistinctive(key) && words.length <= LONGEST_NAME) trackedCompanies.put(named.id, words, named)
      const domain = domainKey(named.site)
      if (domain !== null && domain !== key) trackedCompanies.put(named.id, [domain], named)
      const called = calledKey(named)
      if (isDistinctive(called)) trackedCompanies.put(named.id, called.split(' '), named)
      if (named.site && !idsOfSite.get(named.site)?.includes(named.id)) put(idsOfSite, named.site, named.id)
    }
  }
  const addAliases = (more: Alias[]) => {
    for (const { companyId } of more) own.drop(companyId)
    for (const alias of more) own.put(alias.companyId, exactWords(alias.alias), alias)
  }
  add(tracked)
  addAliases(aliases)

  return {
    add,
    addAliases,

    addTyped(more: TypedName[]): void {
      for (const each of more) {
        typed.drop(each.companyId)
        for (const key of typedKeys(each.name)) {
          const words = key.split(' ')
          if (isDistinctive(key) && words.length <= LONGEST_NAME) typed.put(each.companyId, words, each)
        }
      }
    },

    dropAliases: (companyIds: number[]) => companyIds.forEach(own.drop),

    isTracked: (name: string) => trackedCompanies.has(nameKey(name)),

    match(item: Pick<FoundItem, 'title' | 'text' | 'url'>): number[] {
      const found = new Set(possibleOwners(item.url).flatMap((site) => idsOfSite.get(site) ?? []))
      for (const part of [item.title, item.text])
        for (const { id } of trackedCompanies.in(nameWords(part, MAX_WORDS), foldedForm, startsName)) found.add(id)
      return [...found]
    },

    matchTyped(item: Pick<FoundItem, 'title' | 'text'>): TypedName[] {
      if (typed.isEmpty()) return []
      const found = new Map<number, TypedName>()
      for (const part of [item.title, item.text])
        for (const each of typed.in(nameWords(part, MAX_WORDS), foldedForm, startsName)) found.set(each.companyId, each)
      return [...found.values()]
    },

    matchOwn(item: Pick<FoundItem, 'title' | 'text'>): OverrideMatch[] {
      if (own.isEmpty()) return []
      const found = new Map<number, OverrideMatch>()
      for (const kind of ['title', 'text'] as const)
        for (const { companyId, alias } of own.in(nameWords(item[kind], MAX_WORDS), exactForm)) {
          const match = found.get(companyId) ?? { companyId, alias, evidence: [] }
          if (!match.evidence.some((known) => known.kind === kind && known.value === alias))
            match.evidence.push({ kind, value: alias })
          found.set(companyId, match)
        }
      return [...found.values()]
    },
  }
}

export const aliasKey = (alias: string) => exactWords(alias).join(' ')

const exactWords = (alias: string) => nameWords(alias, LONGEST_ALIAS).map((word) => word.exact)
const foldedForm = (word: NameWord) => word.folded
const exactForm = (word: NameWord) => word.exact
const startsName = (word: NameWord) => word.isProper

/** Includes other spellings, and the name without "Labs" and the like; matching decides if a word means the name. */
export const typedKeys = (name: string): string[] => [
  ...new Set([
    nameKey(name),
    ...formsOf(name, [])
      .filter(({ kind }) => kind === 'name' || kind === 'short')
      .map(({ text }) => nameKey(text)),
  ]),
]

/** "Cal.com" as one word, which is how many people refer to Cal. */
export const domainKey = (site: string | null): string | null =>
  site !== null && /^[a-z\d-]+\.[a-z]{2,}$/.test(site) ? nameKey(site.replaceAll('-', '')) : null

/** "Hadrian" for Hadrian Automation, at hadrian.co. */
export const calledKey = ({ name, site }: Pick<Named, 'name' | 'site'>): string =>
  nameKey(calledByDomain(name, site === null ? '' : (siteOf(site)?.label ?? '')))

/** Two letters are too ambiguous. */
const isDistinctive = (key: string) => key.length >= 3

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

function createDictionary<Entry>() {
  const entries = new Map<string, Entry[]>()
  const ofOwner = new Map<number, { key: string; entry: Entry }[]>()
  /** For each first word, the possible lengths of names in words, as a bit set. */
  const lengths = new Map<string, number>()

  const at = (words: NameWord[], start: number, length: number, form: (word: NameWord) => string) => {
    const last = words[start + length - 1]
    if (!last || words[start + length]?.isJoined) return undefined
    const head = words.slice(start, start + length - 1).map((word) => `${form(word)} `)
    const key = head.join('') + form(last)
    return entries.get(key) ?? (last.isPossessive ? entries.get(key.slice(0, -1)) : undefined)
  }

  return {
    isEmpty: () => entries.size === 0,
    has: (key: string) => entries.has(key),

    drop(owner: number): void {
      for (const { key, entry } of ofOwner.get(owner) ?? []) {
        const others = entries.get(key)?.filter((each) => each !== entry) ?? []
        if (others.length > 0) entries.set(key, others)
        else entries.delete(key)
      }
      ofOwner.delete(owner)
    },

    put(owner: number, words: string[], entry: Entry): void {
      const [first = ''] = words
      const key = words.join(' ')
      put(entries, key, entry)
      put(ofOwner, owner, { key, entry })
      lengths.set(first, (lengths.get(first) ?? 0) | (1 << (words.length - 1)))
    },

    /** The longest name that begins at a word wins and consumes its words. */
    *in(words: NameWord[], form: (word: NameWord) => string, mayBegin?: (word: NameWord) => boolean): Generator<Entry> {
      for (let start = 0; start < words.length; start += 1) {
        const word = words[start]
        if (!word || word.isJoined || mayBegin?.(word) === false) continue
        const known = lengths.get(form(word)) ?? 0
        const alone = word.isPossessive ? (lengths.get(form(word).slice(0, -1)) ?? 0) & 1 : 0
        for (let length = 32 - Math.clz32(known | alone); length > 0; length -= 1) {
          const named = (known | alone) & (1 << (length - 1)) ? at(words, start, length, form) : undefined
          if (!named) continue
          yield* named
          start += length - 1
          break
        }
      }
    },
  }
}

export type NameWord = {
  exact: string
  folded: string
  /** If true, the possessive "s" is the last letter of both forms. */
  isPossessive: boolean
  /** "apple pie" isn't a name: a name begins with a capital, a digit, or a script without case. */
  isProper: boolean
  isJoined: boolean
}

const WORD = /[\p{L}\p{N}\p{M}'’.]+/gu
const PLAIN = /^[A-Za-z0-9]+$/
const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
const SMALL_A = 97
const JOINS = new Set('-&‐‑')

export function nameWords(text: string, max: number): NameWord[] {
  const words: NameWord[] = []
  let end = -1
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (words.length >= max) break
    const isJoined = index - 1 === end && JOINS.has(text.charAt(index - 1))
    const word = PLAIN.test(written) ? plainWord(written, isJoined) : markedWord(written, isJoined)
    if (word.exact === '') continue
    words.push(word)
    end = index + written.length
  }
  return words
}

/** ASCII fast path for most words. */
function plainWord(written: string, isJoined: boolean): NameWord {
  const folded = written.toLowerCase()
  const isProper = written.charCodeAt(0) < SMALL_A
  return { exact: written, folded, isPossessive: false, isProper, isJoined }
}

function markedWord(written: string, isJoined: boolean): NameWord {
  const exact = written.normalize('NFC').replaceAll(/['’.]/g, '')
  const folded = exact
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const isPossessive = /.['’]s\.*$/.test(written)
  // "monday.com" is a name even in lowercase.
  const isProper = PROPER.test(exact) || /\p{L}\.\p{L}{2,}$/u.test(written)
  return { exact, folded, isPossessive, isProper, isJoined }
}

import { nameKey } from '#domain/company-key.ts'
import { formsOf } from '../../curate/match/forms.ts'
import { possibleOwners } from '../../curate/site/site.ts'
import type { FoundItem } from '../item.ts'
import { wordsOf, type Word } from './words.ts'

/** A subject may come several times, under each of its names. */
export type Named = { id: number; name: string; /** Its key. */ site: string | null }

/** A name that the owner of a company gave: it counts for that company alone. */
export type Alias = { companyId: number; alias: string }
export type OwnMatch = { companyId: number; alias: string; evidence: string[] }

/** What a user called a company, which counts for that company alone; `subjectId` is what else is known of it. */
export type TypedName = { companyId: number; subjectId: number; name: string }

const LONGEST_NAME = 6
const LONGEST_ALIAS = 30
const MOST_WORDS = 1500

const inTitle = (name: string) => `“${name}” in the title`
const inText = (name: string) => `“${name}” in the text`

export type Names = ReturnType<typeof createNames>

/** Finds all tracked companies that a text names, in one pass over its words: however many are tracked, a look-up is one. */
export function createNames(tracked: Named[], aliases: Alias[] = []) {
  const subjects = createDictionary<Named>()
  const own = createDictionary<Alias>()
  const typed = createDictionary<TypedName>()
  const idsOfSite = new Map<string, number[]>()
  const add = (more: Named[]) => {
    for (const named of more) {
      const key = nameKey(named.name)
      const words = key.split(' ')
      if (isTelling(key) && words.length <= LONGEST_NAME) subjects.put(words, named)
      if (named.site) put(idsOfSite, named.site, named.id)
    }
  }
  add(tracked)
  for (const alias of aliases) own.put(exactWords(alias.alias), alias)

  return {
    add,

    addTyped(more: TypedName[]): void {
      for (const each of more)
        for (const key of typedKeys(each.name)) {
          const words = key.split(' ')
          if (isTelling(key) && words.length <= LONGEST_NAME) typed.put(words, each)
        }
    },

    isTracked: (name: string) => subjects.has(nameKey(name)),

    /** Which subjects an item may be about, because they are named in it or it stands on their site. */
    match(item: Pick<FoundItem, 'title' | 'text' | 'url'>): number[] {
      const found = new Set(possibleOwners(item.url).flatMap((site) => idsOfSite.get(site) ?? []))
      for (const part of [item.title, item.text])
        for (const { id } of subjects.in(wordsOf(part, MOST_WORDS), folded, isProper)) found.add(id)
      return [...found]
    },

    /** Which companies an item may be about because it says what their owners call them. */
    matchTyped(item: Pick<FoundItem, 'title' | 'text'>): TypedName[] {
      if (typed.isEmpty()) return []
      const found = new Map<number, TypedName>()
      for (const part of [item.title, item.text])
        for (const each of typed.in(wordsOf(part, MOST_WORDS), folded, isProper))
          found.set(each.companyId, each)
      return [...found.values()]
    },

    /** For which companies a name that only their owner gave stands in it, letter for letter. */
    matchOwn(item: Pick<FoundItem, 'title' | 'text'>): OwnMatch[] {
      if (own.isEmpty()) return []
      const found = new Map<number, OwnMatch>()
      const keep = ({ companyId, alias }: Alias, evidence: string) => {
        const match = found.get(companyId) ?? { companyId, alias, evidence: [] }
        if (!match.evidence.includes(evidence)) match.evidence.push(evidence)
        found.set(companyId, match)
      }
      for (const entry of own.in(wordsOf(item.title, MOST_WORDS), exact)) keep(entry, inTitle(entry.alias))
      for (const entry of own.in(wordsOf(item.text, MOST_WORDS), exact)) keep(entry, inText(entry.alias))
      return [...found.values()]
    },
  }
}

/** What two spellings of an alias have in common that are found in the same places. */
export const aliasKey = (alias: string) => exactWords(alias).join(' ')

const exactWords = (alias: string) => wordsOf(alias, LONGEST_ALIAS).map((word) => word.exact)
const folded = (word: Word) => word.folded
const exact = (word: Word) => word.exact
const isProper = (word: Word) => word.isProper

/** What press has to say for the name to be looked at: the name, and what is left without "Labs" where that means nobody else. */
const typedKeys = (name: string): string[] => [
  ...new Set([
    nameKey(name),
    ...formsOf(name, [])
      .filter(({ kind, words, commonness }) => kind === 'short' && (words.length > 1 || commonness === 0))
      .map(({ text }) => nameKey(text)),
  ]),
]

/** Two letters are no name to go by. */
const isTelling = (key: string) => key.length >= 3

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

function createDictionary<Entry>() {
  const entries = new Map<string, Entry[]>()
  /** By its first word, how many words a name may have: one bit for each number. */
  const lengths = new Map<string, number>()

  const at = (words: Word[], start: number, length: number, form: (word: Word) => string) => {
    const last = words[start + length - 1]
    if (!last || words[start + length]?.isJoined) return undefined
    const head = words.slice(start, start + length - 1).map((word) => `${form(word)} `)
    const key = head.join('') + form(last)
    return entries.get(key) ?? (last.isPossessive ? entries.get(key.slice(0, -1)) : undefined)
  }

  return {
    isEmpty: () => entries.size === 0,
    has: (key: string) => entries.has(key),

    put(words: string[], entry: Entry): void {
      const [first = ''] = words
      put(entries, words.join(' '), entry)
      lengths.set(first, (lengths.get(first) ?? 0) | (1 << (words.length - 1)))
    },

    /** Every entry that the words name; of names that begin at one word the longest, whose words then name nothing else. */
    *in(words: Word[], form: (word: Word) => string, mayBegin?: (word: Word) => boolean): Generator<Entry> {
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

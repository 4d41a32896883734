import type { Company } from '../../match/company.ts'
import { formsOf } from '../../match/name-forms.ts'
import { namedPlaces, spellingsOf, type Spellings } from '../../match/spellings.ts'
import { siteOf } from '../../site/site.ts'
import { frequencyOf } from '../../text/frequencies.ts'
import { fold, STOP_WORDS } from '../../text/words.ts'
import { isOrdinary, withoutTokens } from './entities.ts'

/** `short` is what an article calls the company once it has given the full name. */
export type Names = { full: string[]; short: string | null }

const LEGAL_FORM = /,? (?:Inc|Corp|Ltd|LLC|GmbH|plc|PLC|B\.?V|AS|AG|SA|Co|Limited|Corporation)\.?$/u

/** Longest first. */
export function namesOf(company: Pick<Company, 'name' | 'website' | 'aliases'>): string[] {
  const label = company.website ? siteOf(company.website)?.label : ''
  const forms = formsOf(company.name, company.aliases ?? [], label).filter(({ kind }) => kind !== 'initials')
  const texts = [company.name, ...forms.map(({ text }) => text)].map((text) => withoutTokens(text).trim())
  return [...new Set(texts.flatMap((text) => [text, text.replace(LEGAL_FORM, '')]))]
    .filter((text) => text !== '')
    .sort((a, b) => b.length - a.length)
}

/** The names that an article may use. */
export function createNameReader(company: Company): (sentences: string[]) => Names {
  const known = namesOf(company)
  const spellings = spellingsOf([company.name, ...(company.aliases ?? [])])
  return (sentences) => ({
    full: withSpellings(known, sentences, spellings),
    short: shortNameIn(company.name, sentences),
  })
}

/** With the article's own spellings: its "Harborlight" may be the site's "harborlight". */
function withSpellings(names: readonly string[], sentences: readonly string[], spellings: Spellings): string[] {
  const written = sentences.flatMap((text) =>
    Array.from(namedPlaces(text, spellings), ({ start, end }) => text.slice(start, end)),
  )
  return [...new Set([...names, ...written])].sort((a, b) => b.length - a.length)
}

/** "Persimmon" for Persimmon Pay, in an article that also gives the full name. */
export function shortNameIn(name: string, sentences: string[]): string | null {
  const [first = '', second] = name.replace(LEGAL_FORM, '').split(' ')
  const known = frequencyOf(fold(first))
  const isDistinctive =
    second !== undefined &&
    SHORT.test(first) &&
    !STOP_WORDS.has(fold(first)) &&
    (known === undefined || ((!known.is.word || known.level >= RARE) && !known.is.place && !known.is.person))
  return isDistinctive && sentences.some((sentence) => sentence.includes(name)) ? first : null
}

const SHORT = /^\p{Lu}\p{L}{3,}$/u
const RARE = 3

const BEFORE_NAME = /(?:^|[^\p{L}\p{N}@#._/-]|[\u3040-\u30ff\u3400-\u9fff])$/u
/** In Japanese a particle follows the name without a space. */
const AFTER_NAME =
  /^(?:,? (?:[Ii]nc|[Cc]orp|[Ll]td|LLC|llc|GmbH|gmbh|plc|PLC|B\.V|AS|AG|[Ll]imited)\b\.?|\.(?:com|io|ai|co|app|dev|net|eu)(?![\p{L}\p{N}/]))?(?:(?=[\u3040-\u30ff\u3400-\u9fff])|(?![\p{L}\p{N}_]|\.\p{L}))/u
const LONGEST_AFTER = 20

type Place = { start: number; end: number }

/** Searches name by name, because one compiled pattern of all names takes 50 kB per company. */
export function findName(sentence: string, { full, short }: Names, from: number): Place | null {
  let first: Place | null = null
  for (const name of short === null ? full : [...full, short])
    for (let start = sentence.indexOf(name, from); start !== -1; start = sentence.indexOf(name, start + 1)) {
      if (first && start >= first.start) break
      const end = start + name.length
      const after = AFTER_NAME.exec(sentence.slice(end, end + LONGEST_AFTER))
      if (!after || !BEFORE_NAME.test(sentence.slice(Math.max(0, start - 2), start))) continue
      if (name === short && (NAMESAKE.test(sentence) || isContinued(sentence.slice(end)))) continue
      first = { start, end: end + after[0].length }
    }
  return first
}

/** "The brand isn't connected with the oat-milk company Oatly" */
const NAMESAKE =
  /\b(?:not|n['’]t|no) (?:[a-z]+ ){0,2}(?:connected|affiliated|related|associated|confused|relation|link)\b/i
/** "Persimmon Homes" is another company; in "Persimmon Raises $8 Million", only the headline's style is capitalized. */
function isContinued(after: string): boolean {
  const [, next] = /^ (?:& )?(\p{Lu}[\p{L}\p{N}]*)/u.exec(after) ?? []
  return next !== undefined && !isOrdinary(next)
}

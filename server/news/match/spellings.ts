import { withoutLegalForm } from '#domain/companies/company-key.ts'
import { siteOf } from '../site/site.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { STOP_WORDS, wordsOf, type Word } from '../text/words.ts'
import { formsOf } from './name-forms.ts'

export type Place = { start: number; end: number }
export type Spellings = { asWritten: Set<string>; byKey: Set<string>; keys: string[] }

const MAX_WORDS = 12
const MAX_TEXT_WORDS = 3000
const MIN_COINED = 6
const BETWEEN = /^[\s.&+'’\-‐‑]{1,3}$/
const AND = /[&+]/
const DOMAIN = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?$/

/** A site, its posts and its owner may each write a name differently: "petalworks", "Petal Works", "Petalworks, Inc." */
export function spellingsOf(names: readonly string[], shortNames: readonly string[] = []): Spellings {
  const [first = '', ...others] = [...names, ...names.map(plainName)].filter((name) => name !== '')
  const forms = first === '' ? [] : formsOf(first, others).filter(({ kind }) => isWhole(kind))
  const spelled = [
    ...forms.map(({ text, words }) => spelledIn(text, words.length)),
    ...shortNames.map((text) => spelledIn(text, MAX_WORDS)),
  ]
  const byKey = new Set(spelled.flatMap(({ keys }) => keys))
  return { asWritten: new Set(spelled.map(({ written }) => written)), byKey, keys: [...byKey] }
}

const isWhole = (kind: string) => kind !== 'initials' && kind !== 'longer'

function plainName(name: string): string {
  const plain = withoutLegalForm(name.trim())
  return (DOMAIN.test(plain) && siteOf(plain)?.label) || plain
}

export const isCoined = (folded: string) => folded.length >= MIN_COINED && frequencyOf(folded) === undefined

function spelledIn(text: string, length: number) {
  const words = wordsOf(text, length)
  return { written: writtenOf(words), keys: keysOf(words, text) }
}

const writtenOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** "Moss & Vale", "Moss and Vale", "MossAndVale" and "moss-vale" have a key in common. */
function keysOf(words: readonly Word[], text: string): string[] {
  const parts = words.map(({ folded, start }, at) => {
    const isJoined = at > 0 && AND.test(text.slice(words[at - 1]?.end, start))
    return { folded, isAnd: at > 0 && at < words.length - 1 && folded === 'and', isJoined }
  })
  const full = parts.map(({ folded, isJoined }) => (isJoined ? `and${folded}` : folded)).join('')
  const short = parts.map(({ folded, isAnd }) => (isAnd ? '' : folded)).join('')
  return [...new Set([full, short])]
}

/** Where a text names the company, however either is spelled. */
export function* namedPlaces(text: string, spellings: Spellings): Generator<Place> {
  const { keys } = spellings
  if (keys.length === 0) return
  const words = wordsOf(text, MAX_TEXT_WORDS)
  for (const [at, first] of words.entries()) {
    if (!keys.some((key) => key.startsWith(first.folded))) continue
    const end = endOfName(text, words, at, spellings)
    if (end !== null) yield { start: first.start, end }
  }
}

/** The end of the longest spelling that begins with this word. */
function endOfName(text: string, words: readonly Word[], at: number, { asWritten, byKey, keys }: Spellings) {
  let end: number | null = null
  for (const [next, word] of words.slice(at, at + MAX_WORDS).entries()) {
    if (next > 0 && !BETWEEN.test(text.slice(words[at + next - 1]?.end, word.start))) break
    const span = words.slice(at, at + next + 1)
    const found = keysOf(span, text)
    if (found.some((key) => byKey.has(key)) && (asWritten.has(writtenOf(span)) || isName(span))) end = word.end
    if (!keys.some((key) => found.some((part) => key.startsWith(part)))) break
  }
  return end
}

/** Not "under a cedar" for Cedar, nor "It" for IT; but only a brand opens a headline in lowercase. */
function isName(span: readonly Word[]): boolean {
  const [first] = span
  if (!first) return false
  if (first.start === 0 && /^\p{Ll}/u.test(first.text)) return true
  if (span.length === 1 && (STOP_WORDS.has(first.folded) || frequencyOf(first.folded)?.is.time)) return false
  return isCoined(first.folded) || span.every((word, at) => word.isProper || (at > 0 && STOP_WORDS.has(word.folded)))
}

import { nameKey } from '#domain/company-key.ts'
import { isPhrase } from '#domain/not-mine.ts'

const MOST_CHARACTERS = 20_000
const MOST_NAMES = 3
const MOST_WORDS_BESIDE = 3

const WORD = /[\p{L}\p{N}\p{M}'’.&]+/gu
const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}]/u
const BETWEEN = new Set(['of', '&', 'de', 'du', 'van', 'von'])
/** Stand beside a company's name with a capital letter and are no part of a longer one. */
const NO_PART = new Set(
  `a an and as at but by for from if in into its new now of on or our over since so that the their then there these this those to under until we what when where while who why will with yet he she it they i you
  after again also although because before despite during earlier he her here his how inside instead last late meanwhile more next per recently still thanks through today tomorrow tonight yesterday
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
  ceo cfo coo cto cmo cro cpo chief president chairman founder cofounder co-founder director head vp analyst spokesperson
  series seed inc ltd llc plc gmbh corp co company startup start-up us u.s uk u.k eu`.split(/\s+/),
)

type Word = { text: string; start: number; end: number }

/**
 * The longer names in which a company's name stands in some texts, the most frequent first: "Mercury Records"
 * where the company is Mercury. In a title whose every word has a capital letter nothing tells where a name ends.
 */
export function longerNames(names: string[], texts: string[]): string[] {
  const keys = new Set(names.map(nameKey))
  const counts = new Map<string, number>()
  for (const text of texts.map((each) => each.slice(0, MOST_CHARACTERS)).filter((each) => !isTitleCase(each)))
    for (const longer of longerIn(keys, text)) counts.set(longer, (counts.get(longer) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, often], [b, oftenToo]) => oftenToo - often || a.length - b.length || (a < b ? -1 : 1))
    .map(([longer]) => longer)
    .slice(0, MOST_NAMES)
}

function* longerIn(keys: Set<string>, text: string): Generator<string> {
  const words = [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
    text: written.replace(/[.'’]+$/, ''),
    start: index,
    end: index + written.replace(/[.'’]+$/, '').length,
  }))
  const lengths = new Set([...keys].map((key) => key.split(' ').length))
  for (let at = 0; at < words.length; at += 1)
    for (const length of lengths) {
      const named = words.slice(at, at + length)
      const [first, last] = [named[0], named.at(-1)]
      if (!first || !last || named.length < length || !PROPER.test(first.text)) continue
      if (!keys.has(nameKey(text.slice(first.start, last.end)))) continue
      const start = words[reach(words, at, -1, text)] ?? first
      const end = words[reach(words, at + length - 1, 1, text)] ?? last
      const longer = text.slice(start.start, end.end).replaceAll(/\s+/g, ' ')
      if (!keys.has(nameKey(longer)) && isPhrase(longer)) yield longer
    }
}

/** How far the name goes on in one direction: over words with capitals, and small ones between two of them. */
function reach(words: Word[], from: number, step: 1 | -1, text: string): number {
  let furthest = from
  for (let next = from + step; Math.abs(next - from) <= MOST_WORDS_BESIDE; next += step) {
    const [word, before] = [words[next], words[next - step]]
    if (!word || !before || !/^\s$/.test(gap(word, before, text))) break
    const small = word.text.toLowerCase()
    if (BETWEEN.has(small)) continue
    if (!PROPER.test(word.text) || NO_PART.has(small) || (step < 0 && opens(word, text))) break
    furthest = next
  }
  return furthest
}

const gap = (a: Word, b: Word, text: string) =>
  a.start < b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start)

/** The capital letter of a sentence's first word tells nothing, unless it stands so in the middle of one as well. */
function opens({ text: word, start }: Word, text: string): boolean {
  if (!/(?:^|[.!?:"“”\n])\s*$/.test(text.slice(Math.max(0, start - 4), start))) return false
  return !new RegExp(String.raw`[\p{L},] ${RegExp.escape(word)}(?![\p{L}\p{N}])`, 'u').test(text)
}

const isTitleCase = (text: string) => {
  if (text.length > 300 || /[.!?;](?:\s|$)/.test(text)) return false
  const long = text.match(/[\p{L}]{4,}/gu) ?? []
  return long.length > 3 && long.filter((word) => PROPER.test(word)).length > long.length * 0.7
}

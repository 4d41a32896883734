import { stemOf } from '../text/stem.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import type { SourceSentence } from './source-sentences.ts'

/** By how many of the tellings a word stands in: how likely a short account of the story has it. */
const EXPECTED = [0, 0.1, 0.4, 0.7]
const PER_TITLE = 0.15
const OF_STOP_WORD = 0.7
const MOST_EXPECTED = 0.95
/** A word that was said adds less the second time; usual words less quickly. */
const SAID_AGAIN = 0.25
const STOP_WORD_AGAIN = 0.7
/** Weighs what a sentence adds against its words: about so many words of an account are worth waiting for. */
const WORDS_TO_SAY = 35
const PER_PLACE = 0.02
const LAST_PLACE = 4
const SPOKEN = 0.9
const CUT_OFF = 0.97
const TOO_SHORT = 0.8
const SHORT_WORDS = 6
const NAMES_COMPANY = 1.05
/** Such a share of a sentence's words, and it says nothing new. */
const REPEATED = 0.8

type Term = { stem: string; times: number; expected: number; again: number }
type Weighed = { sentence: SourceSentence; terms: Term[]; liking: number }

/** The sentences that together say most of what the tellings of one story agree on, in few words; the first chosen first. */
export function chooseSentences(
  sentences: readonly SourceSentence[],
  titles: readonly (readonly string[])[],
  { company, most }: { company: string; most: number },
): SourceSentence[] {
  const expected = expectations(sentences, titles)
  let left: Weighed[] = sentences.map((sentence) => ({
    sentence,
    terms: termsOf(sentence, expected),
    liking: likingOf(sentence, company),
  }))
  const chosen: SourceSentence[] = []
  const said = new Map<string, number>()
  let [gained, words, worth] = [0, 0, 0]
  while (chosen.length < most) {
    let best: { at: number; gain: number; worth: number } | undefined
    for (const [at, { sentence, terms, liking }] of left.entries()) {
      const gain = gainOf(terms, said)
      const value = (liking * (gained + gain)) / (words + sentence.words.length + WORDS_TO_SAY)
      if (value > (best?.worth ?? worth)) best = { at, gain, worth: value }
    }
    const [next] = best ? left.splice(best.at, 1) : []
    if (!best || !next) break
    chosen.push(next.sentence)
    gained += best.gain
    words += next.sentence.words.length
    worth = best.worth
    for (const { stem, times } of next.terms) said.set(stem, (said.get(stem) ?? 0) + times)
    left = left.filter(({ terms }) => !isRepeated(terms, next.terms))
  }
  return chosen
}

/** What another telling says in the same words was said. */
function isRepeated(terms: readonly Term[], before: readonly Term[]): boolean {
  const stems = new Set(before.map(({ stem }) => stem))
  return terms.filter(({ stem }) => stems.has(stem)).length >= REPEATED * terms.length
}

function termsOf({ words }: SourceSentence, expected: Map<string, number>): Term[] {
  return [...Map.groupBy(words.map(stemOf), (stem) => stem)].map(([stem, { length }]) => ({
    stem,
    times: length,
    expected: expected.get(stem) ?? 0,
    again: STOP_WORDS.has(stem) ? STOP_WORD_AGAIN : SAID_AGAIN,
  }))
}

function gainOf(terms: readonly Term[], said: Map<string, number>): number {
  let gain = 0
  for (const { stem, times, expected, again } of terms) {
    const before = said.get(stem)
    const first = before === undefined ? expected : expected * again ** before
    gain += times === 1 ? first : (first * (1 - again ** times)) / (1 - again)
  }
  return gain
}

function expectations(
  sentences: readonly SourceSentence[],
  titles: readonly (readonly string[])[],
): Map<string, number> {
  const tellings = new Map<string, Set<number>>()
  const inTitles = new Map<string, number>()
  const enter = (stem: string, article: number) => {
    const known = tellings.get(stem)
    if (known) known.add(article)
    else tellings.set(stem, new Set([article]))
  }
  for (const { words, article } of sentences) for (const word of words) enter(stemOf(word), article)
  for (const [article, words] of titles.entries())
    for (const stem of new Set(words.map(stemOf))) {
      enter(stem, article)
      inTitles.set(stem, (inTitles.get(stem) ?? 0) + 1)
    }
  return new Map(
    [...tellings].map(([stem, { size }]) => {
      const likely =
        (EXPECTED[size] ?? EXPECTED.at(-1) ?? 0) + PER_TITLE * Math.min(2, inTitles.get(stem) ?? 0)
      return [stem, Math.min(MOST_EXPECTED, STOP_WORDS.has(stem) ? likely * OF_STOP_WORD : likely)]
    }),
  )
}

function likingOf({ text, words, place }: SourceSentence, company: string): number {
  let liking = 1 - PER_PLACE * Math.min(place, LAST_PLACE)
  if (/^["“‘']/.test(text) || text.endsWith('?') || /\b(?:I|we|you|my|our)\b/i.test(text)) liking *= SPOKEN
  if (text.endsWith('…') || text.endsWith('...')) liking *= CUT_OFF
  if (words.length < SHORT_WORDS) liking *= TOO_SHORT
  return company !== '' && text.includes(company) ? liking * NAMES_COMPANY : liking
}

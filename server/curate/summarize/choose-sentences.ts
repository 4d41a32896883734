import type { SourceSentence } from './source-sentences.ts'
import { StoryTerms } from './story-terms.ts'

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

/** A sentence by the numbers of its terms, each once, and how often it has them. */
type Weighed = { sentence: SourceSentence; ids: number[]; times: number[]; liking: number }

/** The sentences that together say most of what the tellings of one story agree on, in few words; the first chosen first. */
export function chooseSentences(
  sentences: readonly SourceSentence[],
  titles: readonly (readonly string[])[],
  { company, most }: { company: string; most: number },
): SourceSentence[] {
  const terms = new StoryTerms()
  let left = sentences.map((sentence): Weighed => {
    const liking = likingOf(sentence, company)
    return { sentence, liking, ...terms.count(sentence.words, sentence.article) }
  })
  for (const [article, words] of titles.entries()) terms.countTitle(words, article)
  const { expected, again } = terms.weigh()
  const chosen: SourceSentence[] = []
  const said = expected.map(() => 0)
  let [gained, words, worth] = [0, 0, 0]
  while (chosen.length < most) {
    let best: { at: number; gain: number; worth: number } | undefined
    for (const [at, { sentence, ids, times, liking }] of left.entries()) {
      let gain = 0
      for (let term = 0; term < ids.length; term += 1) {
        const id = ids[term] ?? 0
        gain += gainOf(expected[id] ?? 0, again[id] ?? 0, said[id] ?? 0, times[term] ?? 0)
      }
      const value = (liking * (gained + gain)) / (words + sentence.words.length + WORDS_TO_SAY)
      if (value > (best?.worth ?? worth)) best = { at, gain, worth: value }
    }
    const [next] = best ? left.splice(best.at, 1) : []
    if (!best || !next) break
    chosen.push(next.sentence)
    gained += best.gain
    words += next.sentence.words.length
    worth = best.worth
    for (const [term, id] of next.ids.entries()) said[id] = (said[id] ?? 0) + (next.times[term] ?? 0)
    const repeated = new Set(next.ids)
    left = chosen.length < most ? left.filter(({ ids }) => !isRepeated(ids, repeated)) : []
  }
  return chosen
}

/** What another telling says in the same words was said. */
function isRepeated(ids: readonly number[], before: ReadonlySet<number>): boolean {
  let repeated = 0
  for (const id of ids) if (before.has(id)) repeated += 1
  return repeated >= REPEATED * ids.length
}

function gainOf(expected: number, again: number, said: number, times: number): number {
  const first = said === 0 ? expected : expected * again ** said
  return times === 1 ? first : (first * (1 - again ** times)) / (1 - again)
}

function likingOf({ text, words, place }: SourceSentence, company: string): number {
  let liking = 1 - PER_PLACE * Math.min(place, LAST_PLACE)
  if (/^["“‘']/.test(text) || text.endsWith('?') || /\b(?:I|we|you|my|our)\b/i.test(text)) liking *= SPOKEN
  if (text.endsWith('…') || text.endsWith('...')) liking *= CUT_OFF
  if (words.length < SHORT_WORDS) liking *= TOO_SHORT
  return company !== '' && text.includes(company) ? liking * NAMES_COMPANY : liking
}

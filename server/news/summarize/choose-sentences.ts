import { sentencesOf, foldedWords, stemOf, STOP_WORDS } from '../text/words.ts'
import { isPromptInjection } from '../verify/plain-line.ts'

/** Prior length, in words, that a sentence's gain is divided by. */
const WORDS_TO_SAY = 35
const PER_PLACE = 0.02
const LAST_PLACE = 4
const SPOKEN = 0.9
const CUT_OFF = 0.97
const TOO_SHORT = 0.8
const SHORT_WORDS = 6
const NAMES_COMPANY = 1.05
/** Shared share at which a sentence says nothing new. */
const REPEATED = 0.8

type Scored = { sentence: SourceSentence; ids: number[]; times: number[]; preference: number }

/** In order of choice: the few words that cover most of what the articles of a story agree on. */
export function chooseSentences(
  sentences: readonly SourceSentence[],
  titles: readonly (readonly string[])[],
  { company, max }: { company: string; max: number },
): SourceSentence[] {
  const terms = new StoryTerms()
  let left = sentences.map((sentence): Scored => {
    const preference = preferenceOf(sentence, company)
    return { sentence, preference, ...terms.count(sentence.words, sentence.article) }
  })
  for (const [article, words] of titles.entries()) terms.countTitle(words, article)
  const { expected, again } = terms.weights()
  const chosen: SourceSentence[] = []
  const used = expected.map(() => 0)
  let [gained, words, worth] = [0, 0, 0]
  while (chosen.length < max) {
    let best: { at: number; gain: number; worth: number } | undefined
    for (const [at, { sentence, ids, times, preference }] of left.entries()) {
      let gain = 0
      for (let term = 0; term < ids.length; term += 1) {
        const id = ids[term] ?? 0
        gain += gainOf(expected[id] ?? 0, again[id] ?? 0, used[id] ?? 0, times[term] ?? 0)
      }
      const value = (preference * (gained + gain)) / (words + sentence.words.length + WORDS_TO_SAY)
      if (value > (best?.worth ?? worth)) best = { at, gain, worth: value }
    }
    const [next] = best ? left.splice(best.at, 1) : []
    if (!best || !next) break
    chosen.push(next.sentence)
    gained += best.gain
    words += next.sentence.words.length
    worth = best.worth
    for (const [term, id] of next.ids.entries()) used[id] = (used[id] ?? 0) + (next.times[term] ?? 0)
    const repeated = new Set(next.ids)
    left = chosen.length < max ? left.filter(({ ids }) => !isRepeated(ids, repeated)) : []
  }
  return chosen
}

function isRepeated(ids: readonly number[], before: ReadonlySet<number>): boolean {
  let repeated = 0
  for (const id of ids) if (before.has(id)) repeated += 1
  return repeated >= REPEATED * ids.length
}

function gainOf(expected: number, again: number, used: number, times: number): number {
  const first = used === 0 ? expected : expected * again ** used
  return times === 1 ? first : (first * (1 - again ** times)) / (1 - again)
}

function preferenceOf({ text, words, place }: SourceSentence, company: string): number {
  let preference = 1 - PER_PLACE * Math.min(place, LAST_PLACE)
  if (/^["“‘']/.test(text) || text.endsWith('?') || /\b(?:I|we|you|my|our)\b/i.test(text)) preference *= SPOKEN
  if (text.endsWith('…') || text.endsWith('...')) preference *= CUT_OFF
  if (words.length < SHORT_WORDS) preference *= TOO_SHORT
  return company !== '' && text.includes(company) ? preference * NAMES_COMPANY : preference
}

export type SourceSentence = { text: string; words: string[]; article: number; place: number }

const LONGEST_TEXT = 6000
const MAX_SENTENCES = 40
const LONGEST_SENTENCE = 500
const MAX_WORDS = 100
const MIN_WORDS = 3
/** Would read as a citation or markup in the text form, or is a URL. */
const UNQUOTABLE = /\[\s*\d|\*\*|__|^[#>|]|\]\(|https?:\/\//i

export function sourceSentences(text: string, article: number): SourceSentence[] {
  const bounded = text.slice(0, LONGEST_TEXT)
  const sentences = sentencesOf(bounded)
    .slice(0, MAX_SENTENCES)
    .map(({ start, end }, place) => ({ text: bounded.slice(start, end).trim(), place }))
  // Nothing after a prompt injection is quoted.
  const end = sentences.findIndex((sentence) => isPromptInjection(sentence.text))
  return sentences
    .slice(0, end === -1 ? undefined : end)
    .filter(({ text: sentence }) => sentence.length <= LONGEST_SENTENCE && !UNQUOTABLE.test(sentence))
    .map((sentence) => ({ ...sentence, article, words: foldedWords(sentence.text, MAX_WORDS) }))
    .filter(({ words }) => words.length >= MIN_WORDS)
}

/** Probability that a summary has a word, by how many articles of the story have it. */
const EXPECTED = [0, 0.1, 0.4, 0.7]
const PER_TITLE = 0.15
const OF_STOP_WORD = 0.7
const MAX_EXPECTED = 0.95
/** What remains of a word's gain once it was used; stop words lose less. */
const SAID_AGAIN = 0.25
const STOP_WORD_AGAIN = 0.7

class StoryTerms {
  private readonly ofWords = new Map<string, number>()
  private readonly ofStems = new Map<string, number>()
  private readonly articleCounts: number[][] = []
  private readonly inTitles: number[] = []
  private readonly places: number[] = []
  private counted = 0

  count(words: readonly string[], article: number): { ids: number[]; times: number[] } {
    const [ids, times]: [number[], number[]] = [[], []]
    const start = this.counted
    for (const word of words) {
      const id = this.idOf(word)
      const place = (this.places[id] ?? 0) - start
      if (place >= 0) times[place] = (times[place] ?? 0) + 1
      else {
        this.places[id] = this.counted
        this.counted += 1
        ids.push(id)
        times.push(1)
        this.note(id, article)
      }
    }
    return { ids, times }
  }

  countTitle(words: readonly string[], article: number): void {
    for (const id of this.count(words, article).ids) this.inTitles[id] = (this.inTitles[id] ?? 0) + 1
  }

  weights(): { expected: number[]; again: number[] } {
    const [expected, again]: [number[], number[]] = [[], []]
    for (const [stem, id] of this.ofStems) {
      const articleCounts = this.articleCounts[id]?.length ?? 0
      const likely = (EXPECTED[articleCounts] ?? 0) + PER_TITLE * Math.min(2, this.inTitles[id] ?? 0)
      const isUsual = STOP_WORDS.has(stem)
      expected.push(Math.min(MAX_EXPECTED, isUsual ? likely * OF_STOP_WORD : likely))
      again.push(isUsual ? STOP_WORD_AGAIN : SAID_AGAIN)
    }
    return { expected, again }
  }

  private note(id: number, article: number): void {
    const articles = this.articleCounts[id]
    if (articles && articles.length < EXPECTED.length - 1 && !articles.includes(article)) articles.push(article)
  }

  private idOf(word: string): number {
    const known = this.ofWords.get(word)
    if (known !== undefined) return known
    const stem = stemOf(word)
    const id = this.ofStems.get(stem) ?? this.ofStems.size
    if (id === this.ofStems.size) {
      this.ofStems.set(stem, id)
      this.articleCounts.push([])
      this.inTitles.push(0)
      this.places.push(-1)
    }
    this.ofWords.set(word, id)
    return id
  }
}

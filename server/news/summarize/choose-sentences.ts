import { stemOf, STOP_WORDS } from '../text/words.ts'
import type { SourceSentence } from './source-sentences.ts'

/** Added to the length, in words, that the gain is divided by. */
const WORDS_TO_SAY = 55
const PER_PLACE = 0.01
const LAST_PLACE = 4
const SPOKEN = 0.9
const CUT_OFF = 0.97
const TOO_SHORT = 0.8
const SHORT_WORDS = 6
const NAMES_COMPANY = 1.05
/** Says how much, or who. */
const DETAIL = /\p{Sc}\s?\d|\d ?%|\b(?:led by|led the|chief executive|CEO|CFO|founder)\b/u
const DETAILED = 1.05
/** Means nothing, or something else, without the sentence before it. */
const REFERS_BACK =
  /^(?:He|She|They|His|Her|Their|But|And|That|This|These|Those|However|Both)\b|^[^,;:(]{0,60}\b(?:of them|the latter)\b/

/** A company's description of itself isn't news. */
const DESCRIPTION =
  /^(?:[^,.]{2,60}) is (?:an?|the|at the forefront)\b|\b(?:leading (?:provider|supplier|manufacturer)|world['’]s leading|(?:committed|dedicated) to|mission (?:is|to)|renowned for|known for)\b/
const DESCRIBED = 0.85

type Scored = { sentence: SourceSentence; ids: number[]; times: number[]; preference: number }

export type Choice = {
  max: number
  /** The words in the story's opening lines. */
  opening: readonly string[]
  /** The last opening line. */
  last?: SourceSentence | undefined
  /** Whether a sentence may come first. */
  mayOpen: (sentence: SourceSentence) => boolean
  /** Adds a sentence to the brief if it says something new; returns whether it did. */
  add: (words: readonly string[]) => boolean
}

/** The few sentences that cover most of what a story's articles agree on, in the order chosen. */
export function chooseSentences(
  sentences: readonly SourceSentence[],
  titles: readonly (readonly string[])[],
  { max, opening, last, mayOpen, add }: Choice,
): SourceSentence[] {
  const terms = new StoryTerms()
  let left = sentences.map((sentence): Scored => {
    return { sentence, preference: preferenceOf(sentence), ...terms.count(sentence.words, sentence.article) }
  })
  for (const [article, words] of titles.entries()) terms.countTitle(words, article)
  const first = terms.count(opening, 0)
  const { expected, again } = terms.weights(titles.length)
  const used = expected.map(() => 0)
  const gainOfAll = ({ ids, times }: Pick<Scored, 'ids' | 'times'>) => {
    let gain = 0
    for (let term = 0; term < ids.length; term += 1) {
      const id = ids[term] ?? 0
      gain += gainOf(expected[id] ?? 0, again[id] ?? 0, used[id] ?? 0, times[term] ?? 0)
    }
    return gain
  }
  const markUsed = ({ ids, times }: Pick<Scored, 'ids' | 'times'>) => {
    for (const [term, id] of ids.entries()) used[id] = (used[id] ?? 0) + (times[term] ?? 0)
  }
  const chosen: SourceSentence[] = []
  let [gained, words] = [gainOfAll(first), opening.length]
  let worth = words === 0 ? 0 : gained / (words + WORDS_TO_SAY)
  markUsed(first)
  while (chosen.length < max) {
    const isFirst = chosen.length === 0 && opening.length === 0
    const before = chosen.at(-1) ?? last
    const rated = left
      .filter(({ sentence }) => (!isFirst || mayOpen(sentence)) && isClearAfter(before, sentence))
      .map((each) => {
        const gain = gainOfAll(each)
        const length = words + each.sentence.words.length + WORDS_TO_SAY
        return { each, gain, worth: (each.preference * (gained + gain)) / length }
      })
      .filter(({ each, worth: own }) => each.sentence.detail > 0 || (own > worth && (isFirst || each.sentence.isTied)))
      .sort((a, b) =>
        isFirst
          ? Number(b.each.sentence.isNaming) - Number(a.each.sentence.isNaming) || b.worth - a.worth
          : b.each.sentence.detail - a.each.sentence.detail || b.worth - a.worth,
      )
    const next = rated.findIndex(({ each }) => add(each.sentence.words))
    const refused = new Set(rated.slice(0, next === -1 ? undefined : next + 1).map(({ each }) => each))
    left = left.filter((each) => !refused.has(each))
    const best = rated[next]
    if (!best) break
    chosen.push(best.each.sentence)
    gained += best.gain
    words += best.each.sentence.words.length
    worth = best.worth
    markUsed(best.each)
  }
  return chosen
}

const isClearAfter = (before: SourceSentence | undefined, { text, article, place }: SourceSentence): boolean =>
  !REFERS_BACK.test(text) || (before?.article === article && before.place === place - 1)

function gainOf(expected: number, again: number, used: number, times: number): number {
  const first = used === 0 ? expected : expected * again ** used
  return times === 1 ? first : (first * (1 - again ** times)) / (1 - again)
}

function preferenceOf({ text, words, place, isNaming }: SourceSentence): number {
  let preference = 1 - PER_PLACE * Math.min(place, LAST_PLACE)
  if (/^["“‘']/.test(text) || text.endsWith('?') || /\b(?:I|we|you|my|our)\b/i.test(text)) preference *= SPOKEN
  if (text.endsWith('…') || text.endsWith('...')) preference *= CUT_OFF
  if (DESCRIPTION.test(text)) preference *= DESCRIBED
  if (DETAIL.test(text)) preference *= DETAILED
  else if (words.length < SHORT_WORDS) preference *= TOO_SHORT
  return isNaming ? preference * NAMES_COMPANY : preference
}

/** How likely a word is to be in a summary, by how many of the story's articles contain it. */
const EXPECTED = [0, 0.03, 0.35, 0.7]
const EXPECTED_ALONE = 0.1
const PER_TITLE = 0.15
const OF_STOP_WORD = 0.7
const MAX_EXPECTED = 0.95
/** The share of a word's gain that remains after each use; stop words lose less. */
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

  weights(articles: number): { expected: number[]; again: number[] } {
    const [expected, again]: [number[], number[]] = [[], []]
    for (const [stem, id] of this.ofStems) {
      const articleCounts = this.articleCounts[id]?.length ?? 0
      const inTexts = articles === 1 ? EXPECTED_ALONE : (EXPECTED[articleCounts] ?? 0)
      const likely = inTexts + PER_TITLE * Math.min(2, this.inTitles[id] ?? 0)
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

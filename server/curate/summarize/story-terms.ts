import { stemOf } from '../text/stem.ts'
import { STOP_WORDS } from '../text/stop-words.ts'

/** By how many of the tellings a word stands in: how likely a short account of the story has it. */
const EXPECTED = [0, 0.1, 0.4, 0.7]
const PER_TITLE = 0.15
const OF_STOP_WORD = 0.7
const MOST_EXPECTED = 0.95
/** A word that was said adds less the second time; usual words less quickly. */
const SAID_AGAIN = 0.25
const STOP_WORD_AGAIN = 0.7

/** The words of the tellings of one story, by numbers: each stem is one, and each word is looked at once. */
export class StoryTerms {
  private readonly ofWords = new Map<string, number>()
  private readonly ofStems = new Map<string, number>()
  /** Which articles have each; of as many as matter. */
  private readonly tellings: number[][] = []
  private readonly inTitles: number[] = []
  /** Where each term stands among all that were counted, sentence by sentence. */
  private readonly places: number[] = []
  private counted = 0

  /** The terms of a sentence, each once, and how often it has them. */
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

  /** How likely a short account has each, and how much of that is left when it was said. */
  weigh(): { expected: number[]; again: number[] } {
    const [expected, again]: [number[], number[]] = [[], []]
    for (const [stem, id] of this.ofStems) {
      const tellings = this.tellings[id]?.length ?? 0
      const likely = (EXPECTED[tellings] ?? 0) + PER_TITLE * Math.min(2, this.inTitles[id] ?? 0)
      const isUsual = STOP_WORDS.has(stem)
      expected.push(Math.min(MOST_EXPECTED, isUsual ? likely * OF_STOP_WORD : likely))
      again.push(isUsual ? STOP_WORD_AGAIN : SAID_AGAIN)
    }
    return { expected, again }
  }

  private note(id: number, article: number): void {
    const told = this.tellings[id]
    if (told && told.length < EXPECTED.length - 1 && !told.includes(article)) told.push(article)
  }

  private idOf(word: string): number {
    const known = this.ofWords.get(word)
    if (known !== undefined) return known
    const stem = stemOf(word)
    const id = this.ofStems.get(stem) ?? this.ofStems.size
    if (id === this.ofStems.size) {
      this.ofStems.set(stem, id)
      this.tellings.push([])
      this.inTitles.push(0)
      this.places.push(-1)
    }
    this.ofWords.set(word, id)
    return id
  }
}

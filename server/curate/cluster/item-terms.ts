import { rarityOf } from '../text/frequencies.ts'
import { stemOf } from '../text/stem.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { foldedWords, wordsOf, type Word } from '../text/words.ts'

/** The weighted terms of one item; `order` has the most telling first. */
export type ItemTerms = { ids: Int32Array; weights: Float64Array; length: number; order: number[] }

const LONGEST_TITLE = 60
const LONGEST_TEXT = 600
/** An item without a title opens with what a title would have said. */
const LIKE_A_TITLE = 25
const IN_TITLE = 3
const AS_NAME = 3
/** The table of word frequencies counts as so many items of the pool: a pool of ten says little about what is rare. */
const TABLE_COUNTS_AS = 2000

type TermSource = { title: string; text?: string | undefined; company?: string | undefined }

/** What each item of a pool says, its rare words and names weighing most. */
export function termsOfPool(items: readonly TermSource[]): ItemTerms[] {
  const ids = new Map<string, number>()
  const inItems: number[] = []
  const strengths = items.map(({ title, text = '', company = '' }) => {
    const strength = new Map<number, number>()
    const isNamed = new Set(foldedWords(company, LONGEST_TITLE))
    const add = (word: Word, times: number) => {
      if (STOP_WORDS.has(word.folded) || isNamed.has(word.folded)) return
      const stem = stemOf(word.folded)
      let id = ids.get(stem)
      if (id === undefined) ids.set(stem, (id = ids.size))
      if (!strength.has(id)) inItems[id] = (inItems[id] ?? 0) + 1
      const more = times * (word.isProper && !word.isOpening ? AS_NAME : 1)
      strength.set(id, (strength.get(id) ?? 0) + more)
    }
    const inTitle = wordsOf(title, LONGEST_TITLE)
    for (const word of inTitle) add(word, IN_TITLE)
    const opening = inTitle.length === 0 ? LIKE_A_TITLE : 0
    for (const [at, word] of wordsOf(text, LONGEST_TEXT).entries()) add(word, at < opening ? IN_TITLE : 1)
    return strength
  })
  const rarity = new Float64Array(ids.size)
  for (const [stem, id] of ids) {
    const share = TABLE_COUNTS_AS * Math.exp(-rarityOf(stem)) + (inItems[id] ?? 0)
    rarity[id] = Math.max(0.01, -Math.log(share / (TABLE_COUNTS_AS + items.length + 1)))
  }
  return strengths.map((strength) => weighted(strength, rarity))
}

function weighted(strength: Map<number, number>, rarity: Float64Array): ItemTerms {
  const ids = Int32Array.from(strength.keys())
  const weights = Float64Array.from(strength, ([id, times]) => (1 + Math.log(times)) * (rarity[id] ?? 0))
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0))
  const order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  return { ids, weights, length, order }
}

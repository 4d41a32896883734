import { rarityOf } from '../text/frequencies.ts'
import { stemOf, STOP_WORDS, foldedWords, wordsOf, type Word } from '../text/words.ts'

/**
 * The terms of item `n` are at `starts[n]` to `starts[n + 1]` in a few long arrays, because many short arrays would
 * cost more than the work on them.
 */
export type PoolTerms = {
  terms: number
  starts: Int32Array
  ids: Int32Array
  weights: Float64Array
  lengths: Float64Array
  /** For each item, the indexes of its most distinctive terms, best first. */
  distinctive: Int32Array[]
}

const LONGEST_TITLE = 60
const LONGEST_TEXT = 600
/** How many opening words stand in for a missing title. */
const LIKE_A_TITLE = 25
const IN_TITLE = 3
const AS_NAME = 3
/** How many items the frequency table counts as: a pool of ten says little about what is rare. */
const TABLE_COUNTS_AS = 2000
const MAX_DISTINCTIVE = 24
const NO_TERM = -1

type TermSource = { title: string; text?: string | undefined; company?: string | undefined }

export function termsOfPool(items: readonly TermSource[]): PoolTerms {
  const counts = countTerms(items)
  const rarity = rarityIn(counts, items.length)
  const starts = Int32Array.from(counts.starts)
  const ids = Int32Array.from(counts.ids)
  const weights = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at += 1)
    weights[at] = (1 + Math.log(counts.times[at] ?? 0)) * (rarity[ids[at] ?? 0] ?? 0)
  const lengths = new Float64Array(items.length)
  const distinctive = items.map((_, item) => {
    const [start, end] = [starts[item] ?? 0, starts[item + 1] ?? 0]
    lengths[item] = lengthOf(weights, start, end)
    return mostDistinctive(weights, start, end)
  })
  return { terms: rarity.length, starts, ids, weights, lengths, distinctive }
}

type Counts = { stems: string[]; inItems: number[]; starts: number[]; ids: number[]; times: number[] }

function countTerms(items: readonly TermSource[]): Counts {
  const ofStems = new Map<string, number>()
  const ofWords = new Map<string, number>()
  const [inItems, starts, ids, times]: [number[], number[], number[], number[]] = [[], [0], [], []]
  const places: number[] = []
  const termOf = (folded: string) => {
    let id = ofWords.get(folded)
    if (id !== undefined) return id
    const stem = stemOf(folded)
    id = STOP_WORDS.has(folded) ? NO_TERM : (ofStems.get(stem) ?? ofStems.size)
    if (id === ofStems.size) {
      ofStems.set(stem, id)
      inItems.push(0)
      places.push(NO_TERM)
    }
    ofWords.set(folded, id)
    return id
  }
  for (const { title, text = '', company = '' } of items) {
    const start = ids.length
    const named = new Set(foldedWords(company, LONGEST_TITLE))
    const add = ({ folded, isProper, isOpening }: Word, once: number) => {
      if (named.has(folded)) return
      const id = termOf(folded)
      if (id === NO_TERM) return
      const more = once * (isProper && !isOpening ? AS_NAME : 1)
      const place = places[id] ?? NO_TERM
      if (place >= start) times[place] = (times[place] ?? 0) + more
      else {
        places[id] = ids.push(id) - 1
        times.push(more)
        inItems[id] = (inItems[id] ?? 0) + 1
      }
    }
    const inTitle = wordsOf(title, LONGEST_TITLE)
    for (const word of inTitle) add(word, IN_TITLE)
    const opening = inTitle.length === 0 ? LIKE_A_TITLE : 0
    for (const [at, word] of wordsOf(text, LONGEST_TEXT).entries()) add(word, at < opening ? IN_TITLE : 1)
    starts.push(ids.length)
  }
  return { stems: [...ofStems.keys()], inItems, starts, ids, times }
}

function rarityIn({ stems, inItems }: Counts, items: number): Float64Array {
  return Float64Array.from(stems, (stem, id) => {
    const share = TABLE_COUNTS_AS * Math.exp(-rarityOf(stem)) + (inItems[id] ?? 0)
    return Math.max(0.01, -Math.log(share / (TABLE_COUNTS_AS + items + 1)))
  })
}

function lengthOf(weights: Float64Array, start: number, end: number): number {
  let squares = 0
  for (let at = start; at < end; at += 1) squares += (weights[at] ?? 0) ** 2
  return Math.sqrt(squares)
}

/** Ties go to the earlier term. */
function mostDistinctive(weights: Float64Array, start: number, end: number): Int32Array {
  const best: number[] = []
  for (let at = start; at < end; at += 1) {
    const weight = weights[at] ?? 0
    let rank = best.length
    while (rank > 0 && weight > (weights[best[rank - 1] ?? 0] ?? 0)) rank -= 1
    if (rank >= MAX_DISTINCTIVE) continue
    if (best.length === MAX_DISTINCTIVE) best.pop()
    best.splice(rank, 0, at)
  }
  return Int32Array.from(best)
}

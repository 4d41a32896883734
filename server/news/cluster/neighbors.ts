import { DAY_MS } from '#domain/time.ts'
import type { PoolTerms } from './terms.ts'

export type Similarity = { a: number; b: number; similarity: number }

const LONGEST_GAP_DAYS = 30
/** Coverage of one event fades within days; the more two items share, the less the time between them matters. */
const FADING_DAYS = 2
/** A pair with a missing date gets about half the trust. */
const WITHOUT_DATE = 0.42
/** Two short texts aren't similar just because they share one rare word. */
const SHORT_TEXT_DOUBT = 200
/** Two items that share one name, however rare, share a topic, not a story. */
const ONE_WORD_DOUBT = 0.7
const MIN_FADED = 0.015
// These three bound the work per item, however large the pool.
const MAX_PER_TERM = 60
const MAX_VISITED = 300
const MAX_COMPARED = 50

export function similarities(pool: PoolTerms, times: readonly number[]): Similarity[] {
  const { terms, starts, ids, weights, distinctive } = pool
  const found: Similarity[] = []
  const holders: (number[] | undefined)[] = Array.from({ length: terms })
  const shared = new Float64Array(distinctive.length)
  const own = new Float64Array(terms)
  for (let b = 0; b < distinctive.length; b += 1) {
    const [start, end] = [starts[b] ?? 0, starts[b + 1] ?? 0]
    for (let at = start; at < end; at += 1) own[ids[at] ?? 0] = weights[at] ?? 0
    for (const a of candidates(pool, b, holders, shared)) {
      const days = Math.abs((times[a] ?? Number.NaN) - (times[b] ?? Number.NaN)) / DAY_MS
      if (days > LONGEST_GAP_DAYS) continue
      const similarity = rawSimilarity(pool, a, b, own)
      const faded = similarity * nearness(days, similarity)
      if (faded >= MIN_FADED) found.push({ a, b, similarity: faded })
    }
    for (let at = start; at < end; at += 1) own[ids[at] ?? 0] = 0
    for (const at of distinctive[b] ?? []) enter(holders, ids[at] ?? 0, b)
  }
  return found
}

function candidates(
  { ids, weights, distinctive }: PoolTerms,
  item: number,
  holders: readonly (number[] | undefined)[],
  shared: Float64Array,
): number[] {
  const touched: number[] = []
  let left = MAX_VISITED
  for (const at of distinctive[item] ?? []) {
    if (left <= 0) break
    const list = holders[ids[at] ?? 0]
    if (!list) continue
    const weight = (weights[at] ?? 0) ** 2
    const from = Math.max(0, list.length - Math.min(left, MAX_PER_TERM))
    left -= list.length - from
    for (let place = from; place < list.length; place += 1) {
      const other = list[place] ?? 0
      if (shared[other] === 0) touched.push(other)
      shared[other] = (shared[other] ?? 0) + weight
    }
  }
  const best = touched.length > MAX_COMPARED ? bestOf(touched, shared) : touched
  for (const other of touched) shared[other] = 0
  return best
}

/** A partial selection, because sorting all items would cost more than all the work on the result. */
function bestOf(items: readonly number[], shared: Float64Array): number[] {
  const isBefore = (x: number, y: number) => (shared[x] === shared[y] ? x > y : (shared[x] ?? 0) > (shared[y] ?? 0))
  const best: number[] = []
  for (const item of items) {
    let rank = best.length
    while (rank > 0 && isBefore(item, best[rank - 1] ?? 0)) rank -= 1
    if (rank === MAX_COMPARED) continue
    if (best.length === MAX_COMPARED) best.pop()
    best.splice(rank, 0, item)
  }
  return best
}

function rawSimilarity(pool: PoolTerms, other: number, item: number, own: Float64Array): number {
  const { starts, ids, weights, lengths } = pool
  const end = starts[other + 1] ?? 0
  let product = 0
  let greatest = 0
  for (let at = starts[other] ?? 0; at < end; at += 1) {
    const part = (own[ids[at] ?? 0] ?? 0) * (weights[at] ?? 0)
    product += part
    if (part > greatest) greatest = part
  }
  return (product - ONE_WORD_DOUBT * greatest) / ((lengths[other] ?? 0) * (lengths[item] ?? 0) + SHORT_TEXT_DOUBT)
}

function nearness(days: number, similarity: number): number {
  return Number.isNaN(days) ? WITHOUT_DATE : Math.exp((-days / FADING_DAYS) * (1 - similarity))
}

/** Lists are halved when full so that a common word costs no more than a rare one. */
function enter(holders: (number[] | undefined)[], id: number, item: number): void {
  const list = (holders[id] ??= [])
  if (list.length >= 2 * MAX_PER_TERM) list.splice(0, MAX_PER_TERM)
  list.push(item)
}

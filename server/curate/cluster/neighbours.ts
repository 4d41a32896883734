import type { ItemTerms } from './item-terms.ts'

/** Two items and how alike they are, 0–1, with the days between them taken into account. */
export type Likeness = { a: number; b: number; alike: number }

const DAY_MS = 24 * 60 * 60 * 1000
const LONGEST_GAP_DAYS = 30
/** Coverage of one event falls off within days; the more two items share, the less the days between count. */
const FADING_DAYS = 2
/** Nobody knows how far apart they are: half the trust. */
const WITHOUT_DATE = 0.42
/** Two short texts that share one rare word are not alike yet. */
const SHORT_TEXT_DOUBT = 200
/** Sharing one name, however rare, is sharing a subject, not yet a story. */
const ONE_WORD_DOUBT = 0.7
const LEAST = 0.015
// These four bound the work for one item, whatever the pool.
const SEARCH_TERMS = 24
const MOST_PER_TERM = 60
const MOST_VISITED = 300
const MOST_COMPARED = 50

/** Which items of a pool, given in the order of time, are alike: found by their most telling words, then compared wholly. */
export function likenesses(items: readonly ItemTerms[], times: readonly number[]): Likeness[] {
  const found: Likeness[] = []
  const holders = new Map<number, number[]>()
  const shared = new Float64Array(items.length)
  const own = new Float64Array(
    1 + items.reduce((most, { ids }) => ids.reduce((x, id) => Math.max(x, id), most), 0),
  )
  for (const [b, item] of items.entries()) {
    for (const [at, id] of item.ids.entries()) own[id] = item.weights[at] ?? 0
    for (const a of candidates(item, holders, shared)) {
      const alike = likeness(items[a], item, own)
      const faded = alike * nearness(times[a] ?? Number.NaN, times[b] ?? Number.NaN, alike)
      if (faded >= LEAST) found.push({ a, b, alike: faded })
    }
    for (const id of item.ids) own[id] = 0
    for (const at of item.order.slice(0, SEARCH_TERMS)) enter(holders, item.ids[at] ?? 0, b)
  }
  return found
}

/** The latest holders of the item's most telling words, those that share most of them first. */
function candidates(item: ItemTerms, holders: Map<number, number[]>, shared: Float64Array): number[] {
  const touched: number[] = []
  let left = MOST_VISITED
  for (let rank = 0; rank < Math.min(SEARCH_TERMS, item.order.length) && left > 0; rank += 1) {
    const at = item.order[rank] ?? 0
    const list = holders.get(item.ids[at] ?? 0)
    if (!list) continue
    const weight = (item.weights[at] ?? 0) ** 2
    const from = Math.max(0, list.length - Math.min(left, MOST_PER_TERM))
    left -= list.length - from
    for (let place = from; place < list.length; place += 1) {
      const other = list[place] ?? 0
      if (shared[other] === 0) touched.push(other)
      shared[other] = (shared[other] ?? 0) + weight
    }
  }
  const best = [...touched]
  if (best.length > MOST_COMPARED) {
    best.sort((x, y) => (shared[y] ?? 0) - (shared[x] ?? 0) || y - x)
    best.length = MOST_COMPARED
  }
  for (const other of touched) shared[other] = 0
  return best
}

function likeness(other: ItemTerms | undefined, item: ItemTerms, own: Float64Array): number {
  if (!other) return 0
  let product = 0
  let greatest = 0
  for (let at = 0; at < other.ids.length; at += 1) {
    const part = (own[other.ids[at] ?? 0] ?? 0) * (other.weights[at] ?? 0)
    product += part
    if (part > greatest) greatest = part
  }
  return (product - ONE_WORD_DOUBT * greatest) / (other.length * item.length + SHORT_TEXT_DOUBT)
}

function nearness(a: number, b: number, alike: number): number {
  const days = Math.abs(a - b) / DAY_MS
  if (Number.isNaN(days)) return WITHOUT_DATE
  return days > LONGEST_GAP_DAYS ? 0 : Math.exp((-days / FADING_DAYS) * (1 - alike))
}

/** Lists are cut in halves, not one by one, so that a common word costs no more than a rare one. */
function enter(holders: Map<number, number[]>, id: number, item: number): void {
  const list = holders.get(id)
  if (!list) holders.set(id, [item])
  else {
    if (list.length >= 2 * MOST_PER_TERM) list.splice(0, MOST_PER_TERM)
    list.push(item)
  }
}

import type { MetricKind } from '#domain/updates/update.ts'
import type { Cue } from './cues.ts'

type Place = { start: number; end: number }
type Pair<A> = { cue: Cue; amount: A; strength: number }

const AND = 'and|und|et|y|e|och|og|en'
/** What separates the items of a list: "ARR / MRR", "$1.2M and $100k". */
const LISTED = new RegExp(String.raw`^\s*(?:[/&+,|]|,?\s?(?:${AND})\s)\s*(?:(?:our|the)\s)?$`, 'i')
const ALTERNATIVE = new RegExp(
  String.raw`^\s*(?:[/&+|]|(?:vs\.?|versus|${AND})\s)\s*(?:(?:runway|team|headcount)\s*[/&+|,]\s*)?$`,
  'i',
)
const NEXT_ITEM = new RegExp(String.raw`^\s*(?:[,;]|(?:plus|${AND})\s)`, 'i')
const NOTHING = /^(?:[\s,/|]|(?:and|then|und|et|y)\s)*$/i

/**
 * Pairs cues with the amounts they name. Both keep their order, and each belongs to one pair: in "MRR $64k burn $50k"
 * the cues come first, in "$64k MRR $50k burn" the amounts do.
 */
export function pair<A extends Place>(text: string, cues: Cue[], amounts: A[]): Pair<A>[] {
  const isBetween = (pattern: RegExp, one: Place | undefined, other: Place | undefined): boolean =>
    one !== undefined && other !== undefined && pattern.test(text.slice(one.end, other.start))
  const isList = (places: Place[]) => places.every((place, at) => at === 0 || isBetween(LISTED, places[at - 1], place))
  const areParallel = cues.length === amounts.length && (cues.at(-1)?.end ?? 0) <= (amounts[0]?.start ?? 0)
  // "ARR / MRR: $1.2M / $100k"
  if (cues.length > 1 && areParallel && isList(cues) && isList(amounts))
    return cues.flatMap((cue, at) => (amounts[at] ? [{ cue, amount: amounts[at], strength: 1 }] : []))
  // "ARR/MRR: $1.2M" doesn't say which.
  const clear = cues.filter(
    (cue, at) => !isBetween(ALTERNATIVE, cues[at - 1], cue) && !isBetween(ALTERNATIVE, cue, cues[at + 1]),
  )
  const pairs = strongest(text, clear, amounts)
  const loose = new Set(amounts).difference(new Set(pairs.map(({ amount }) => amount)))
  // Neither does "MRR $71k $76k".
  return pairs.filter(({ amount }) => {
    const at = amounts.indexOf(amount)
    const [before, after] = [amounts[at - 1], amounts[at + 1]]
    const isOne = before && loose.has(before) && isBetween(NOTHING, before, amount)
    return !isOne && !(after && loose.has(after) && isBetween(NOTHING, amount, after))
  })
}

/** The most pairs of neighbors, and among those the strongest. */
function strongest<A extends Place>(text: string, cues: Cue[], amounts: A[]): Pair<A>[] {
  const places = [...cues, ...amounts].toSorted((a, b) => a.start - b.start)
  let earlier: Pair<A>[] = []
  let best: Pair<A>[] = []
  for (const [at, place] of places.entries()) {
    const neighbors = [places[at - 1], place]
    const cue = cues.find((each) => neighbors.includes(each))
    const amount = amounts.find((each) => neighbors.includes(each))
    const strength = cue && amount ? strengthOf(text, cue, amount) : null
    const paired = cue && amount && strength !== null ? [...earlier, { cue, amount, strength }] : []
    const next = isStronger(paired, best) ? paired : best
    earlier = best
    best = next
  }
  return best
}

const total = (pairs: Pair<unknown>[]) => pairs.reduce((sum, { strength }) => sum + strength, 0)

const isStronger = (one: Pair<unknown>[], other: Pair<unknown>[]): boolean =>
  one.length > other.length || (one.length === other.length && total(one) > total(other))

const FARTHEST = 60
/** Metrics that follow their amount like a unit: "$500k ARR". */
const UNITS = new Set<MetricKind | null>(['arr', 'mrr', 'runway', null])
const DATE = /(?<!\p{L})(?:(?:19|20)\d\d|[QTH][1-4])(?!\p{L})/gu
const CLOSE_AHEAD = /^[^\p{L}\p{N}()]*(?:[\p{L}'’]+[^\p{L}\p{N}()]*){0,2}$/u
const NEAR_BEHIND = /^[^\p{N},;:()]{0,30}$/u
const CLOSE_BEHIND = /^[^\p{L}]*(?:[\p{L}'’]+[^\p{L}]*){0,2}$/u
const APART =
  /(?<!\p{L})(?:excl|incl|excluding|including|before|after|from|plus|and|with|vs|versus|against|than)(?!\p{L})/iu

/** How clearly a cue names the amount next to it; null if it doesn't. */
function strengthOf(text: string, cue: Cue, amount: Place): number | null {
  if (cue.end <= amount.start) {
    const gap = text.slice(cue.end, amount.start)
    // "Revenue (EMEA): $50k", or an amount in between that can't be read.
    if (gap.length > FARTHEST || /[(\p{Sc}]/u.test(gap)) return null
    return NEXT_ITEM.test(gap) ? 0 : CLOSE_AHEAD.test(gap) ? 3 : 1
  }
  // "$1.9M in 2025 revenue"
  const gap = text.slice(amount.end, cue.start).replaceAll(DATE, '')
  if (!NEAR_BEHIND.test(gap)) return null
  if (!CLOSE_BEHIND.test(gap) || APART.test(gap)) return 0
  // "Revenue: $500k ARR" is ARR, but "we burned $120k in cash" is burn.
  return UNITS.has(cue.kind) ? 4 : 2
}

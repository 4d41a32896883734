import type { CompanyEvent } from '../facts/frames.ts'
import type { ClauseReading, Evidence } from '../facts/company-event.ts'
import type { Answer } from './encoder/encoder.ts'

/** How much a clause adds to the log odds of its event; fitted by tools/train/reader/fuse.py on items unseen by both. */
const OF_CLAUSE: Record<Evidence, number> = { does: 0.77, has: 0.64, undergoes: -0.06, foreign: 0 }
const OF_ENCODER = 0.69
const OF_FIRST = 1.31
const BIAS = -0.83
/** Below this share, the item is shown without an event. */
const THRESHOLD = 0.4

const BOUND = 0.002
const logit = (share: number) => Math.log(share / (1 - share))
const bounded = (share: number) => Math.min(1 - BOUND, Math.max(BOUND, share))

/** The event that happened to the company, if clauses and encoder together make one likely enough. */
export function decide({ stated, first }: ClauseReading, { events, certainty }: Answer): CompanyEvent | null {
  const odds = [...events].flatMap(([event, share]) => {
    if (event === null) return []
    const evidence = stated.get(event)
    const ofClause = evidence === undefined ? 0 : OF_CLAUSE[evidence]
    const value = OF_ENCODER * logit(bounded(share)) + ofClause + (event === first ? OF_FIRST : 0) + BIAS
    return [{ event, value }]
  })
  const [best] = odds.toSorted((a, b) => b.value - a.value)
  if (!best || best.value < logit(THRESHOLD)) return null
  const isStated = stated.has(best.event) || certainty.stated > certainty.reported + certainty.denied
  return isStated ? best.event : null
}

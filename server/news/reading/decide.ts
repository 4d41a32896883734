import type { CompanyEvent } from './clauses/frames.ts'
import type { ClauseReading, Evidence } from './clauses/company-event.ts'
import type { Answer } from './encoder/encoder.ts'

/** Weights of a logistic regression, fitted by tools/train/reader/fuse.py on items that clauses and encoder never saw. */
const OF_ENCODER = 0.68
const OF_CLAUSE: Record<Evidence, number> = { does: 1.16, has: 0.89, undergoes: 1.19, foreign: 1.19 }
const OF_FIRST_CLAUSE = 1.09
/** Without a text below it, a headline says all that there is, and says it in a clause. */
const OF_BARE_CLAUSE = 2.37
const OF_ANOTHER = -0.94
const OF_ANOTHER_THAN_BARE = -1.81
const BIAS = -0.78
/** Below these shares, the item is shown without an event: the encoder is too sure of wordings it has not met. */
const LEAST_WITH_CLAUSE = 0.4
const LEAST_WITHOUT = 0.6

const BOUND = 0.002
const logit = (share: number) => Math.log(share / (1 - share))
const bounded = (share: number) => Math.min(1 - BOUND, Math.max(BOUND, share))

/** Between these shares, somebody else's answer is worth having. */
const UNSURE = { least: 0.2, most: 0.8 }

export type Decision = {
  /** What happened to the company, if clauses and encoder together make one event likely enough. */
  event: CompanyEvent | null
  isUnsure: boolean
}

export function decide({ stated, first }: ClauseReading, { events, certainty }: Answer, isBare: boolean): Decision {
  const odds = [...events].flatMap(([event, share]) => {
    if (event === null) return []
    const evidence = stated.get(event)
    const ofClause = evidence === undefined ? 0 : OF_CLAUSE[evidence] + (isBare ? OF_BARE_CLAUSE : 0)
    const ofAnother = OF_ANOTHER + (isBare ? OF_ANOTHER_THAN_BARE : 0)
    const ofFirst = first === null ? 0 : event === first ? OF_FIRST_CLAUSE : ofAnother
    return [{ event, value: OF_ENCODER * logit(bounded(share)) + ofClause + ofFirst + BIAS }]
  })
  const [best] = odds.toSorted((a, b) => b.value - a.value)
  if (!best) return { event: null, isUnsure: false }
  const { event, value } = best
  const isUnsure = value > logit(UNSURE.least) && value < logit(UNSURE.most)
  const isStated = stated.has(event)
    ? value >= logit(LEAST_WITH_CLAUSE)
    : value >= logit(LEAST_WITHOUT) && certainty.stated >= certainty.reported + certainty.denied
  return { event: isStated ? event : null, isUnsure }
}

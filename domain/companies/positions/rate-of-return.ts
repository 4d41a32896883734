import { DAY_MS } from '../../time.ts'
import { byDate, type CashFlow } from './stakes.ts'

/**
 * Candidate daily rates at which the present value of the flows is zero. May throw or be wrong: each rate is verified.
 */
export type SolveDailyRate = (flows: CashFlow[]) => Iterable<number>

const FEWEST_DAYS = 30
const DAYS_PER_YEAR = 365
/** A rate is shown to a tenth of a percent. */
const TOLERANCE = 1e-5
const DEEPEST = 60
/** Beyond these, an annual rate is meaningless: hardly anything is left, or the stake was held for only weeks. */
const [LOWEST, HIGHEST] = [-0.999, 100]

/** The annual rate of return; null if there is none, more than one, or none that could be verified. */
export function rateOfReturn(flows: readonly CashFlow[], solve: SolveDailyRate): number | null {
  const moved = byDate(flows).filter(({ amount }) => inUnits(amount) !== 0)
  const [first, last] = [moved[0], moved.at(-1)]
  // Money that came back before any was invested isn't a return.
  if (!first || !last || first.amount > 0 || !moved.some(({ amount }) => amount > 0)) return null
  if (yearsBetween(first, last) * DAYS_PER_YEAR < FEWEST_DAYS) return null
  const values = presentValues(moved, first, last)
  if (countRates(values) !== 1) return null
  const rate = solved(moved, values, solve)
  return rate !== null && rate >= LOWEST && rate <= HIGHEST ? rate : null
}

function solved(flows: CashFlow[], values: PresentValues, solve: SolveDailyRate): number | null {
  try {
    for (const daily of solve(flows)) {
      const growth = Math.log1p(daily) * DAYS_PER_YEAR
      if (isRoot(values, growth)) return Math.expm1(growth)
    }
  } catch {
    // If the solver fails, there is no rate.
  }
  return null
}

const yearsBetween = (one: CashFlow, other: CashFlow) =>
  (Date.parse(other.date) - Date.parse(one.date)) / DAY_MS / DAYS_PER_YEAR

/** In thousandths, so that sums are exact. */
const inUnits = (amount: number) => Math.round(amount * 1000)

type Term = { amount: number; years: number }

/** Years count from the first day for growth and from the last for decline, so that no power overflows. */
type PresentValues = { growing: Term[]; shrinking: Term[] }

function presentValues(flows: readonly CashFlow[], first: CashFlow, last: CashFlow): PresentValues {
  const terms = (years: (flow: CashFlow) => number) =>
    flows.map((flow) => ({ amount: inUnits(flow.amount), years: years(flow) }))
  return {
    growing: terms((flow) => yearsBetween(first, flow)),
    shrinking: terms((flow) => yearsBetween(flow, last)).toReversed(),
  }
}

function isRoot({ growing, shrinking }: PresentValues, growth: number): boolean {
  const sign = (at: number) => {
    const { paidOut, paidIn } = sumsAt(at >= 0 ? growing : shrinking, Math.abs(at))
    return Math.sign(paidOut - paidIn)
  }
  return sign(growth - TOLERANCE) * sign(growth + TOLERANCE) < 0
}

/** How many rates above -100% make the present value zero; NaN if that can't be determined. */
function countRates({ growing, shrinking }: PresentValues): number {
  const isEven = growing.reduce((sum, { amount }) => sum + amount, 0) === 0
  return (isEven ? 1 : 0) + countRoots(growing) + countRoots(shrinking)
}

/** Counts the roots where growth is above zero. Beyond `end`, the first term outweighs all the others. */
function countRoots(terms: Term[]): number {
  const [start, ...later] = terms
  let end = 1
  while (weightAt(later, end) >= Math.abs(start?.amount ?? 0)) end *= 2
  return rootsBetween(terms, 0, end, DEEPEST)
}

const weightAt = (terms: Term[], growth: number) =>
  terms.reduce((sum, { amount, years }) => sum + Math.abs(amount) * Math.exp(-years * growth), 0)

/** All four sums fall as growth rises, so their values at both ends bound them in between. */
function rootsBetween(terms: Term[], from: number, to: number, depth: number): number {
  const [high, low] = [sumsAt(terms, from), sumsAt(terms, to)]
  if (low.paidOut > high.paidIn || low.paidIn > high.paidOut) return 0
  const isMonotonic = low.outSlope > high.inSlope || low.inSlope > high.outSlope
  if (isMonotonic) return (high.paidOut - high.paidIn) * (low.paidOut - low.paidIn) < 0 ? 1 : 0
  const middle = (from + to) / 2
  const there = sumsAt(terms, middle)
  if (depth === 0 || there.paidOut === there.paidIn) return Number.NaN
  return rootsBetween(terms, from, middle, depth - 1) + rootsBetween(terms, middle, to, depth - 1)
}

function sumsAt(terms: Term[], growth: number) {
  const sums = { paidOut: 0, paidIn: 0, outSlope: 0, inSlope: 0 }
  for (const { amount, years } of terms) {
    const present = Math.abs(amount) * Math.exp(-years * growth)
    if (amount > 0) {
      sums.paidOut += present
      sums.outSlope += present * years
    } else {
      sums.paidIn += present
      sums.inSlope += present * years
    }
  }
  return sums
}

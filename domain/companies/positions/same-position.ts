import type { PositionContent } from './position.ts'

/** The fields by which a position is recognized. Notes aren't among them because they're the user's own. */
export type KnownPosition = Omit<PositionContent, 'notes'>

type Entry = { position: KnownPosition; from: number; matchedBy: Set<number> }

/** The `from` of positions in the portfolio; the sheets of the file count from 1. */
const PORTFOLIO = 0

/**
 * Finds the positions of a file that aren't in the portfolio yet. Each known position matches at most one per sheet, so
 * a row that appears twice is two positions, and the same list on two sheets is imported once.
 */
export function createPositionMatcher() {
  const entriesOf = new Map<string, Entry[]>()

  return {
    /** `company` is any key that identifies the company; `isKept` is false for rows that the user left out. */
    missing(
      company: string,
      known: readonly KnownPosition[],
      positions: readonly PositionContent[],
      { sheet = 1, isKept = true }: { sheet?: number | undefined; isKept?: boolean },
    ): PositionContent[] {
      const entries = entriesOf.get(company) ?? known.map((position) => entry(position, PORTFOLIO))
      entriesOf.set(company, entries)
      return positions.filter((position) => {
        const open = entries.filter((one) => one.from !== sheet && !one.matchedBy.has(sheet))
        const same =
          open.find((one) => isEqual(one.position, position)) ?? open.find((one) => fits(one.position, position))
        if (same) same.matchedBy.add(sheet)
        else if (isKept) entries.push(entry(position, sheet))
        return !same
      })
    },
  }
}

const entry = (position: KnownPosition, from: number): Entry => ({ position, from, matchedBy: new Set() })

const isSamePayment = (one: KnownPosition, other: KnownPosition) =>
  one.kind === other.kind && one.date === other.date && one.amount === other.amount && one.currency === other.currency

const DETAILS = ['instrument', 'round', 'valuation', 'valuationBasis'] as const

const isEqual = (one: KnownPosition, other: KnownPosition) =>
  isSamePayment(one, other) && DETAILS.every((detail) => one[detail] === other[detail])

/**
 * A detail that only one of them has was filled in at some point, or its column wasn't read. A different valuation
 * basis doesn't make it another payment: a SAFE's cap is often in a column of post-money valuations.
 */
const fits = (one: KnownPosition, other: KnownPosition) =>
  isSamePayment(one, other) &&
  (['instrument', 'round', 'valuation'] as const).every(
    (detail) => one[detail] === null || other[detail] === null || one[detail] === other[detail],
  )

import { xirr } from 'node-irr'
import { rateOfReturn } from '#domain/companies/positions/rate-of-return.ts'
import type { CashFlow } from '#domain/companies/positions/stakes.ts'

/** Null unless the rate is well-defined and verified. */
export function irrText(flows: readonly CashFlow[] | null): string | null {
  const rate = flows && irr(flows)
  return rate === null ? null : `${percent(rate)} a year`
}

export const irr = (flows: readonly CashFlow[]): number | null => rateOfReturn(flows, dailyRates)

/** Annual growth factors to start Newton's method from; starting high, it rarely diverges. */
const STARTS = [1000, 50, 1.5, 0.5]

function* dailyRates(flows: CashFlow[]): Generator<number> {
  // Strings would be parsed in the local time zone, where clocks change.
  const dated = flows.map(({ date, amount }) => ({ date: new Date(date), amount }))
  for (const growth of STARTS) yield xirr(dated, { epsilon: 1e-12, estimate: growth ** (1 / 365) }).rate
}

function percent(rate: number): string {
  const digits = Math.abs(rate) < 10 ? 1 : 0
  return rate.toLocaleString('en-US', {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

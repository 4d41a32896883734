import { ratioOf, sumOf, type Decimal } from './money.ts'
import type { PositionKind } from './position.ts'

export type StakeEntry = { kind: PositionKind; date: string | null; amount: Decimal; currency: string }

/** Investments are negative; proceeds and the final value are positive. */
export type CashFlow = { date: string; amount: number }

/** Why there is no multiple. Missing values are never estimated. */
export type NoMultiple = 'no-investment' | 'no-value' | 'old-value'

/** Sums up the entries of a company or a portfolio in one currency. Different currencies are never added up. */
export type Stake = {
  currency: string
  invested: Decimal
  proceeds: Decimal
  /** The day of the latest investment, if any has a date. */
  investedOn: string | null
  /** The value that the user entered, and its date. */
  value: { amount: Decimal; date: string } | null
  multiple: number | null
  noMultiple: NoMultiple | null
  /** For the rate of return; null when an entry has no date or there is no multiple. */
  flows: CashFlow[] | null
}

export function stakesOf(entries: readonly StakeEntry[]): Stake[] {
  return [...Map.groupBy(entries, ({ currency }) => currency)]
    .map(([currency, own]) => stakeOf(currency, own))
    .toSorted((one, other) => Number(other.invested) - Number(one.invested))
}

function stakeOf(currency: string, entries: readonly StakeEntry[]): Stake {
  const of = (kind: PositionKind) => entries.filter((entry) => entry.kind === kind)
  const total = (some: readonly StakeEntry[]) => sumOf(some.map(({ amount }) => amount))
  const [invested, proceeds] = [total(of('investment')), total(of('proceeds'))]
  const value = currentValue(of('value'))
  const moved = entries.filter(({ kind }) => kind !== 'value')
  const noMultiple = whyNoMultiple(invested, value, moved)
  return {
    currency,
    invested,
    proceeds,
    investedOn: latestDay(of('investment')),
    value,
    multiple: noMultiple === null && value ? ratioOf(sumOf([proceeds, value.amount]), invested) : null,
    noMultiple,
    flows: noMultiple === null && value ? flowsOf(moved, value) : null,
  }
}

/** The sum of the values on the latest day, because parts of a stake can be valued separately. */
function currentValue(values: readonly StakeEntry[]): Stake['value'] {
  const date = latestDay(values) ?? ''
  const latest = values.filter((entry) => entry.date === date)
  return latest.length === 0 ? null : { amount: sumOf(latest.map(({ amount }) => amount)), date }
}

const latestDay = (entries: readonly StakeEntry[]): string | null =>
  entries.reduce<string | null>((latest, { date }) => (date && date > (latest ?? '') ? date : latest), null)

function whyNoMultiple(invested: Decimal, value: Stake['value'], moved: readonly StakeEntry[]): NoMultiple | null {
  if (invested === '0') return 'no-investment'
  if (value === null) return 'no-value'
  // The value doesn't reflect payments made after its date.
  return moved.some(({ date }) => date !== null && date > value.date) ? 'old-value' : null
}

function flowsOf(moved: readonly StakeEntry[], value: { amount: Decimal; date: string }): CashFlow[] | null {
  const flows: CashFlow[] = []
  for (const { kind, date, amount } of moved) {
    if (date === null) return null
    flows.push({ date, amount: kind === 'investment' ? -Number(amount) : Number(amount) })
  }
  return byDate([...flows, { date: value.date, amount: Number(value.amount) }])
}

/** One flow per day, oldest first. */
export function byDate(flows: readonly CashFlow[]): CashFlow[] {
  const days = new Map<string, number>()
  for (const { date, amount } of flows) days.set(date, (days.get(date) ?? 0) + amount)
  return [...days]
    .map(([date, amount]) => ({ date, amount }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** The total of all companies in one currency. */
export type PortfolioTotal = {
  currency: string
  invested: Decimal
  proceeds: Decimal
  /** Only of the companies whose value is known and current. */
  value: Decimal | null
  companies: number
  valued: number
  /** Null unless every company has a current value. */
  multiple: number | null
  flows: CashFlow[] | null
}

export function portfolioTotals(stakes: readonly Stake[]): PortfolioTotal[] {
  return [...Map.groupBy(stakes, ({ currency }) => currency)]
    .map(([currency, own]) => totalOf(currency, own))
    .toSorted((one, other) => other.companies - one.companies || (one.currency < other.currency ? -1 : 1))
}

function totalOf(currency: string, stakes: Stake[]): PortfolioTotal {
  const held = stakes.filter(({ invested }) => invested !== '0')
  const valued = held.filter(({ multiple }) => multiple !== null)
  const isComplete = held.length > 0 && valued.length === held.length
  const sum = (amounts: (Decimal | undefined)[]) => sumOf(amounts.filter((amount) => amount !== undefined))
  const invested = sum(held.map((one) => one.invested))
  const proceeds = sum(stakes.map((one) => one.proceeds))
  const value = valued.length === 0 ? null : sum(valued.map((one) => one.value?.amount))
  const flows = isComplete ? held.map((one) => one.flows) : [null]
  return {
    currency,
    invested,
    proceeds,
    value,
    companies: held.length,
    valued: valued.length,
    multiple: isComplete && value !== null ? ratioOf(sumOf([proceeds, value]), invested) : null,
    flows: flows.every((own) => own !== null) ? byDate(flows.flat()) : null,
  }
}

/** What went in and came back in a year; entries without a date have no year. */
export type MoneyYear = { currency: string; year: number | null; invested: Decimal; proceeds: Decimal }

/** By currency, latest first; years without a payment are left out. */
export function moneyByYear(entries: readonly StakeEntry[]): MoneyYear[] {
  const moved = entries.filter(({ kind }) => kind !== 'value')
  return [...Map.groupBy(moved, ({ currency, date }) => `${currency} ${date?.slice(0, 4) ?? ''}`).entries()]
    .map(([key, own]): MoneyYear => {
      const [currency = '', year = ''] = key.split(' ')
      const sum = (kind: PositionKind) => sumOf(own.filter((entry) => entry.kind === kind).map(({ amount }) => amount))
      return {
        currency,
        year: year === '' ? null : Number(year),
        invested: sum('investment'),
        proceeds: sum('proceeds'),
      }
    })
    .toSorted((a, b) => (a.currency === b.currency ? (b.year ?? 0) - (a.year ?? 0) : a.currency < b.currency ? -1 : 1))
}

import { expect, test } from 'vitest'
import type { CashFlow } from '#domain/companies/positions/stakes.ts'
import { DAY_MS } from '#domain/time.ts'
import { irr, irrText } from './irr.ts'

const CASES = 1000
const START = Date.parse('2005-01-01')

test('1,000 random portfolios: every IRR shown is correct, and with this seed none is missing', () => {
  const random = seeded(20_261_117)
  const wrong: string[] = []
  const count = { shown: 0, several: 0, beyond: 0 }
  for (let index = 0; index < CASES; index += 1) {
    const flows = randomFlows(random)
    const [shown, rates] = [irr(flows), ratesOf(flows)]
    const expected = rates.length === 1 ? rates.find((rate) => rate >= -0.999 && rate <= 100) : undefined
    count[shown !== null ? 'shown' : rates.length > 1 ? 'several' : 'beyond'] += 1
    const isRight = expected === undefined ? shown === null : shown !== null && isClose(shown, expected)
    if (!isRight) wrong.push(`${String(shown)} instead of ${rates.join(' or ') || 'none'}: ${JSON.stringify(flows)}`)
  }
  expect(wrong).toEqual([])
  expect(count).toEqual({ shown: 848, several: 36, beyond: 116 })
})

test('a rate is shown per year, or not at all', () => {
  expect(irrText([flow(0, -1000), flow(365, 1241)])).toBe('24.1% a year')
  expect(irrText([flow(0, -1000), flow(365, 875.5)])).toBe('-12.5% a year')
  expect(irrText([flow(0, -1000), flow(182, 5000)])).toBe('2,422% a year')
  expect(irrText([flow(0, -1000), flow(365, 0)])).toBeNull()
  expect(irrText(null)).toBeNull()
})

const flow = (day: number, amount: number): CashFlow => ({
  date: new Date(START + day * DAY_MS).toISOString().slice(0, 10),
  amount,
})

/** One to twelve investments, some proceeds in between, and a final value; one in ten loses nearly everything. */
function randomFlows(random: () => number): CashFlow[] {
  const whole = (most: number) => Math.floor(random() * most)
  const amount = () => Math.round(10 ** (3 + random() * 4)) / (random() < 0.3 ? 100 : 1)
  const days = 30 + whole(20 * 365)
  const investments = Array.from({ length: 1 + whole(12) }, (_, index) =>
    flow(index === 0 ? 0 : whole(days), -amount()),
  )
  const invested = investments.reduce((sum, { amount: one }) => sum - one, 0)
  const proceeds = Array.from({ length: random() < 0.5 ? 0 : whole(6) }, () =>
    flow(1 + whole(days - 1), Math.round(invested * random() * 100) / 100),
  )
  const multiple = random() < 0.1 ? random() / 1000 : 10 ** (random() * 2.5 - 1.2)
  return [...investments, ...proceeds, flow(days, Math.round(invested * multiple * 100) / 100)].toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

/** Every rate at which the present value changes sign, by bisection. */
function ratesOf(flows: CashFlow[]): number[] {
  const start = Date.parse(flows[0]?.date ?? '')
  const terms = flows.map(({ date, amount }) => ({ amount, years: (Date.parse(date) - start) / DAY_MS / 365 }))
  const value = (growth: number) =>
    terms.reduce((sum, { amount, years }) => sum + amount * Math.exp(-years * growth), 0)
  const rates: number[] = []
  let [at, before] = [-30, value(-30)]
  while (at < 30) {
    const next = at + 0.02
    const after = value(next)
    if (before > 0 !== after > 0) rates.push(bisected(value, at, next))
    ;[at, before] = [next, after]
  }
  return rates
}

function bisected(value: (growth: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  const isUp = value(low) > 0
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (value(middle) > 0 === isUp) low = middle
    else high = middle
  }
  return Math.expm1((low + high) / 2)
}

const isClose = (one: number, other: number) => Math.abs(one - other) <= 2e-5 * (1 + Math.abs(other))

function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}

import { expect, test } from 'vitest'
import { rateOfReturn } from './rate-of-return.ts'
import type { CashFlow } from './stakes.ts'

const flows = (...pairs: [date: string, amount: number][]): CashFlow[] =>
  pairs.map(([date, amount]) => ({ date, amount }))
const daily = (yearly: number) => () => [(1 + yearly) ** (1 / 365) - 1]
const never = () => {
  throw new Error('asked for a rate that does not exist')
}

const doubled = flows(['2024-01-01', -1000], ['2024-12-31', 2000])

test('a correct rate is shown', () => {
  expect(rateOfReturn(doubled, daily(1))).toBeCloseTo(1, 9)
  expect(rateOfReturn(flows(['2023-01-01', -1000], ['2024-01-01', 1000]), daily(0))).toBe(0)
  expect(rateOfReturn(flows(['2023-01-01', -1000], ['2024-01-01', 250]), daily(-0.75))).toBeCloseTo(-0.75, 9)
})

test.each([
  ['a bit too high', daily(1.0001)],
  ['a bit too low', daily(0.9999)],
  ['the wrong sign', daily(-0.5)],
  ['no number', () => [Number.NaN]],
  ['infinite', () => [Infinity]],
  ['less than everything lost', () => [-2]],
  ['an error', never],
  ['nothing', () => []],
])('a solver that answers with %s is not trusted', (_, solve) => {
  expect(rateOfReturn(doubled, solve)).toBeNull()
})

test('the correct one of several answers is used', () => {
  expect(rateOfReturn(doubled, () => [Number.NaN, 0.5, ...daily(1)(), 0.1])).toBeCloseTo(1, 9)
})

test.each([
  ['no flows', flows()],
  ['one flow', flows(['2024-01-01', -1000])],
  ['nothing came back', flows(['2024-01-01', -1000], ['2025-01-01', -5], ['2026-01-01', 0])],
  ['nothing went in', flows(['2024-01-01', 1000], ['2025-01-01', 5])],
  ['money came back first', flows(['2024-01-01', 1000], ['2025-01-01', -900])],
  ['everything on one day', flows(['2024-01-01', -1000], ['2024-01-01', 2000])],
  ['29 days', flows(['2024-01-01', -1000], ['2024-01-30', 2000])],
  ['29 days, then nothing', flows(['2024-01-01', -1000], ['2024-01-30', 2000], ['2026-01-01', 0])],
  ['rates of 10 % and 20 %', flows(['2023-01-01', -1000], ['2024-01-01', 2300], ['2024-12-31', -1320])],
  ['rates of -50 % and 20 %', flows(['2023-01-01', -1000], ['2024-01-01', 1700], ['2024-12-31', -600])],
  ['no rate at all', flows(['2023-01-01', -1000], ['2024-01-01', 1000], ['2024-12-31', -1000])],
  ['a rate that is only touched', flows(['2023-01-01', -1000], ['2024-01-01', 2200], ['2024-12-31', -1210])],
])('no rate is shown: %s', (_, given) => {
  expect(rateOfReturn(given, never)).toBeNull()
  for (const yearly of [-0.5, 0.1, 0.2]) expect(rateOfReturn(given, daily(yearly))).toBeNull()
})

test('a correct rate is not shown for 29 days, or when money came back first', () => {
  const month = flows(['2024-01-01', -1000], ['2024-01-30', 1010])
  expect(rateOfReturn(month, () => [1.01 ** (1 / 29) - 1])).toBeNull()
  expect(rateOfReturn(flows(['2024-01-01', 1000], ['2024-12-31', -1100]), daily(0.1))).toBeNull()
})

test('30 days are enough, except for implausible rates', () => {
  const month = (end: number) => flows(['2024-01-01', -1000], ['2024-01-31', end])
  expect(rateOfReturn(month(1400), () => [1.4 ** (1 / 30) - 1])).toBeCloseTo(1.4 ** (365 / 30) - 1, 6)
  expect(rateOfReturn(month(1500), () => [1.5 ** (1 / 30) - 1])).toBeNull()
  expect(rateOfReturn(month(500), () => [0.5 ** (1 / 30) - 1])).toBeNull()
})

test('flows that change sign several times have a rate if it is the only one', () => {
  const turning = flows(['2022-01-01', -1000], ['2023-01-01', 300], ['2024-01-01', -500], ['2025-12-31', 2662])
  const value = (rate: number) => -1000 + 300 / rate - 500 / rate ** 2 + 2662 / rate ** 4
  let [low, high] = [1, 2]
  for (let step = 0; step < 100; step += 1)
    if (value((low + high) / 2) > 0) low = (low + high) / 2
    else high = (low + high) / 2
  expect(rateOfReturn(turning, daily(low - 1))).toBeCloseTo(low - 1, 9)
})

test('amounts that are inexact in binary still break even', () => {
  const even = flows(['2023-01-01', -0.3], ['2023-06-01', 0.1], ['2024-01-01', 0.2])
  expect(rateOfReturn(even, daily(0))).toBe(0)
})

test('finds the rate for a century of very large and very small amounts', () => {
  const long = flows(['1925-01-01', -1], ['2025-01-01', 999_999_999_999], ['2025-01-02', 0.001])
  const days = (Date.parse('2025-01-01') - Date.parse('1925-01-01')) / 86_400_000
  expect(rateOfReturn(long, () => [999_999_999_999 ** (1 / days) - 1])).toBeCloseTo(0.318, 2)
})

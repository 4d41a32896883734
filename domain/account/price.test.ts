import { expect, test } from 'vitest'
import { PRICE } from './plan.ts'
import { centsText, savedPerYear, type Price } from './price.ts'

const yearly = (cents: number, currency = 'usd'): Price => ({ cents, currency, interval: 'year' })

test.each([
  ['a year costs less than twelve months', yearly(4900), 1088],
  ['a year costs the same', yearly(5988), 0],
  ['a year costs more', yearly(9900), 0],
  ['nothing to compare with in this currency', yearly(4900, 'eur'), 0],
  ['a month saves nothing', PRICE, 0],
] as const)('%s', (_, price, saved) => {
  expect(savedPerYear(price, [PRICE, price])).toBe(saved)
})

test.each([
  [499, 'usd', '$4.99'],
  [-4482, 'usd', '-$44.82'],
  [4900, 'eur', '€49.00'],
  [750, 'jpy', '¥750'],
])('%d %s is %s', (cents, currency, text) => {
  expect(centsText(cents, currency)).toBe(text)
})

import { expect, test } from 'vitest'
import { CURRENCIES, isCurrency, moneyText, plainDecimal, ratioOf, shortMoneyText, sumOf } from './money.ts'

test.each([
  ['25000', '25000'],
  ['25000.50', '25000.5'],
  ['0.001', '0.001'],
  ['007', '7'],
  ['0.000', '0'],
  ['999999999999.999', '999999999999.999'],
  ['1000000000000', null],
  ['1.2345', null],
  ['-1', null],
  ['1e3', null],
  ['1,000', null],
  ['', null],
  ['.5', null],
])('%s is stored as %s', (typed, stored) => {
  expect(plainDecimal(typed)).toBe(stored)
})

test('sums are exact even where floating-point numbers are not', () => {
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(sumOf(['0.1', '0.2'])).toBe('0.3')
  expect(sumOf(Array.from({ length: 1000 }, () => '999999999999.999'))).toBe('999999999999999')
  expect(sumOf([])).toBe('0')
})

test('a multiple is truncated to hundredths, and division by zero gives none', () => {
  expect(ratioOf('29999', '10000')).toBe(2.99)
  expect(ratioOf('0', '10000')).toBe(0)
  expect(ratioOf('10000', '0')).toBeNull()
})

test('money is shown in its currency', () => {
  expect(moneyText('25000', 'USD')).toBe('$25,000')
  expect(moneyText('25000.5', 'EUR')).toBe('€25,000.50')
  expect(moneyText('25000', 'CHF').replaceAll(/\s/g, ' ')).toBe('CHF 25,000')
  expect(shortMoneyText('8000000', 'USD')).toBe('$8M')
  expect(shortMoneyText('8250000', 'USD')).toBe('$8.25M')
  expect(shortMoneyText('1200000000', 'GBP')).toBe('£1.2B')
  expect(shortMoneyText('25000', 'USD')).toBe('$25,000')
})

test('currencies are valid, unique ISO codes', () => {
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  const known = new Set(Intl.supportedValuesOf('currency'))
  expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([])
  expect(isCurrency('USD')).toBe(true)
  expect(isCurrency('usd')).toBe(false)
  expect(isCurrency('BTC')).toBe(false)
})

import { expect, test } from 'vitest'
import { decimalMark, readMoney } from './read-money.ts'

const read = (written: string, mark: '.' | ',' | null = null) => {
  const money = readMoney(written, mark)
  if ('problem' in money) return money.problem
  return `${money.isDollar ? '$' : (money.currency ?? '?')} ${money.amount}`
}

test.each([
  ['$25k', '$ 25000'],
  ['$25K', '$ 25000'],
  ['$1.5M', '$ 1500000'],
  ['$1.125M', '$ 1125000'],
  ['1,5 Mio. €', 'EUR 1500000'],
  ['$12MM', '$ 12000000'],
  ['£2bn', 'GBP 2000000000'],
  ['25,000.00', '? 25000'],
  ['25.000,00 €', 'EUR 25000'],
  ['25 000,50 €', 'EUR 25000.5'],
  ["CHF 25'000.50", 'CHF 25000.5'],
  ['USD 25000', 'USD 25000'],
  ['25000 USD', 'USD 25000'],
  ['US$25,000', 'USD 25000'],
  ['$25,000 USD', 'USD 25000'],
  ['C$ 10,000', 'CAD 10000'],
  ['25,000', '? 25000'],
  ['$1,250,000', '$ 1250000'],
  ['₹1,00,000', 'INR 100000'],
  ['1234.5', '? 1234.5'],
  ['0.75', '? 0.75'],
  ['1234.567', '? 1234.567'],
  ['25000', '? 25000'],
  ['25.000', 'ambiguous'],
  ['$125.375', 'ambiguous'],
  ['(1,000)', 'negative'],
  ['-$500', 'negative'],
  ['$(500)', 'negative'],
  ['500-', 'negative'],
  ['CHF 500.-', 'CHF 500'],
  ['€ 500 USD', 'unreadable'],
  ['XYZ 500', 'unreadable'],
  ['~$25k', 'unreadable'],
  ['25k-50k', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['12,34', '? 12.34'],
  ['1,23,4', 'unreadable'],
  ['(1,000', 'unreadable'],
  ['1.00001', 'unreadable'],
  ['9999999999999', 'unreadable'],
  ['', 'unreadable'],
  ['n/a', 'unreadable'],
])('%s is read as %s', (written, expected) => {
  expect(read(written)).toBe(expected)
})

test('other amounts in a column resolve its ambiguous ones', () => {
  expect(decimalMark(['25.000', '1.000,50 €', '7'])).toBe(',')
  expect(decimalMark(['25,000', '1.50'])).toBe('.')
  expect(decimalMark(['1.000.000'])).toBe(',')
  expect(decimalMark(['25.000', '30.000'])).toBeNull()
  expect(decimalMark(['1,5', '1.5'])).toBeNull()
  expect(read('25.000', ',')).toBe('? 25000')
  expect(read('25.125', '.')).toBe('? 25.125')
  expect(read('€25.000', '.')).toBe('ambiguous')
  expect(read('1.250M', '.')).toBe('? 1250000')
  expect(read('25,000', ',')).toBe('ambiguous')
  expect(read('25,50', ',')).toBe('? 25.5')
})

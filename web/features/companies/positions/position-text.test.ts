import { expect, test } from 'vitest'
import { readMoney } from '#domain/money/read-money.ts'
import { groupedText } from './position-text.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['25000.5', '25,000.5'],
  ['8000000', '8,000,000'],
  ['1234567.25', '1,234,567.25'],
  ['0.125', '0.125'],
])('%s is shown as %s and read back unchanged', (amount, text) => {
  expect(groupedText(amount)).toBe(text)
  expect(readMoney(text, null)).toMatchObject({ amount })
})

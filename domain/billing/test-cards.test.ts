import { expect, test } from 'vitest'
import { TEST_CARDS, testCardByToken, testCardOf } from './test-cards.ts'

test('every number passes the Luhn check and has its own token', () => {
  for (const { number } of TEST_CARDS) expect([number, luhn(number) % 10]).toEqual([number, 0])
  expect(new Set(TEST_CARDS.map(({ token }) => token)).size).toBe(TEST_CARDS.length)
})

test.each(['4242 4242 4242 4242', '4242-4242-4242-4242', '4242424242424242'])('%s is a test card', (number) => {
  expect(testCardOf(number)?.token).toBe('pm_card_visa')
})

test.each(['4111111111111111', '', '4242', '4242 4242 4242 4242 1'])('"%s" is not a test card', (number) => {
  expect(testCardOf(number)).toBeNull()
})

test('a test card is found by its token', () => {
  expect(testCardByToken('pm_card_amex')?.brand).toBe('amex')
  expect(testCardByToken('pm_1')).toBeNull()
})

function luhn(number: string): number {
  return [...number].toReversed().reduce((sum, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}

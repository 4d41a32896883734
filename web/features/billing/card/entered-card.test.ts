import { expect, test } from 'vitest'
import { TEST_CARDS } from '#domain/billing/test-cards.ts'
import { validateCard, shortCode, spacedExpiry, spacedNumber } from './entered-card.ts'

const now = new Date('2026-11-15T12:00:00')
const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', code: '123' }

test.each(TEST_CARDS.map(({ number, token }) => [number, token]))(
  'the well-known test number %s maps to %s',
  (number, token) => {
    const code = number.startsWith('37') ? '1234' : '123'
    expect(validateCard({ ...good, number: spacedNumber(number), code }, now)).toMatchObject({ card: { token } })
  },
)

test.each([
  [{ number: '' }, 'Your card number is incomplete.'],
  [{ number: '4242 4242 4242 424' }, 'Your card number is incomplete.'],
  [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
  [{ number: '4111 1111 1111 1111' }, 'Your card number is incorrect.'],
  [{ expiry: '12 / 3' }, "Your card's expiration date is incomplete."],
  [{ expiry: '13 / 34' }, "Your card's expiration date is invalid."],
  [{ expiry: '12 / 25' }, "Your card's expiration year is in the past."],
  [{ expiry: '10 / 26' }, "Your card's expiration date is in the past."],
  [{ code: '12' }, "Your card's security code is incomplete."],
])('%j is rejected: %s', (change, problem) => {
  expect(validateCard({ ...good, ...change }, now)).toEqual({ problem })
})

test('a card is valid through the end of its expiration month', () => {
  expect(validateCard({ ...good, expiry: '11 / 26' }, now)).toHaveProperty('card')
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-42', '4242 42'],
  ['no digits', ''],
])('the number %j is shown as %j', (typed, shown) => {
  expect(spacedNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['4', '04'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['12 / 345', '12 / 34'],
])('the expiry %j is shown as %j', (typed, shown) => {
  expect(spacedExpiry(typed)).toBe(shown)
})

test('the security code has four digits for one brand and three for the others', () => {
  expect(shortCode('12345', '3782')).toBe('1234')
  expect(shortCode('12345', '4242')).toBe('123')
})

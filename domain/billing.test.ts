import { expect, test } from 'vitest'
import { entitlement } from './billing.ts'
import { priceText } from './plan.ts'

const createdAt = new Date('2026-03-01T12:00:00Z')
const end = new Date('2026-03-15T12:00:00Z')

test.each([
  [-1, true],
  [0, false],
  [1, false],
])(
  'spec section 4: the trial is expired when its end is now or past (%i ms from the end)',
  (ms, hasAccess) => {
    const now = new Date(end.getTime() + ms)
    expect(entitlement({ createdAt, trialEndsAt: end }, now).hasAccess).toBe(hasAccess)
    expect(entitlement({ createdAt, trialEndsAt: null }, now).hasAccess).toBe(hasAccess)
  },
)

test('spec section 1: "a plan called Premium at $4.99 per month"', () => {
  expect(priceText()).toBe('$4.99')
})

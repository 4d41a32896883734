import { expect, test } from 'vitest'
import { priceText } from './plan.ts'

test('"a plan called Premium at $4.99 per month"', () => {
  expect(priceText()).toBe('$4.99')
})

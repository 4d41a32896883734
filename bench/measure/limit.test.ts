import { expect, test } from 'vitest'
import { isWithinLimit } from './limit.ts'

test.each([
  ['p95 (limit < 250)', 249, 250],
  ['memory (target ≤ 250)', 250, 251],
  ['right (target ≥ 0.80)', 0.8, 0.79],
  ['errors (limit 0)', 0, 1],
  ['bytes (limit 170.5)', 170.5, 170.6],
  ['killed (target 50)', 50, 51],
  ['killed (target 50)', 50, 49],
])('%s: %d is within, %d is not', (name, within, beyond) => {
  expect([isWithinLimit(name, within), isWithinLimit(name, beyond)]).toEqual([true, false])
})

test('no number is beyond a limit that the name does not state, and no limit allows what is none', () => {
  expect(isWithinLimit('p50', 1_000_000)).toBe(true)
  expect(isWithinLimit('p95 (limit < 250)', Number.NaN)).toBe(false)
})

import { expect, test } from 'vitest'
import type { Coverage } from './coverage.ts'
import { coverageState } from './coverage-state.ts'

test.each<[sources: number, unchecked: number, good: number, failing: number, Coverage['state']]>([
  [0, 0, 0, 0, 'not-found'],
  [3, 3, 0, 0, 'checking'],
  [3, 2, 0, 0, 'checking'],
  [3, 2, 0, 1, 'broken'],
  [3, 0, 0, 3, 'broken'],
  [3, 0, 0, 1, 'broken'],
  [3, 0, 0, 0, 'not-found'],
  [3, 0, 2, 1, 'partial'],
  [3, 0, 3, 0, 'quiet'],
  [3, 1, 1, 0, 'quiet'],
])('%i sources, %i unchecked, %i good, %i failing: %s', (sources, unchecked, good, failing, state) => {
  expect(coverageState({ sources, unchecked, good, failing }, 'none')).toBe(state)
})

test('working sources with recent news are active, but news hides no failures', () => {
  expect(coverageState({ sources: 2, unchecked: 0, good: 2, failing: 0 }, 'recent')).toBe('active')
  expect(coverageState({ sources: 2, unchecked: 0, good: 1, failing: 1 }, 'recent')).toBe('partial')
  expect(coverageState({ sources: 2, unchecked: 0, good: 0, failing: 2 }, 'recent')).toBe('broken')
})

test('a company with news is never “not found”', () => {
  expect(coverageState({ sources: 2, unchecked: 0, good: 0, failing: 0 }, 'recent')).toBe('active')
  expect(coverageState({ sources: 0, unchecked: 0, good: 0, failing: 0 }, 'recent')).toBe('active')
})

test('a company whose news is all old is quiet, and never “not found”', () => {
  expect(coverageState({ sources: 2, unchecked: 0, good: 2, failing: 0 }, 'old')).toBe('quiet')
  expect(coverageState({ sources: 2, unchecked: 0, good: 0, failing: 0 }, 'old')).toBe('quiet')
  expect(coverageState({ sources: 2, unchecked: 0, good: 1, failing: 1 }, 'old')).toBe('partial')
})

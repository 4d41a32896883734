import { expect, test } from 'vitest'
import { heightOf, quietFor, storyCount, weekText, wholeWeekText } from './sparkline.tsx'

const now = new Date('2026-03-01T12:00:00Z')

test('all sparklines share one scale', () => {
  expect([0, 1, 4, 16, 400].map(heightOf)).toEqual([22, 17, 12, 2, 2])
})

test('formats story counts, quiet periods and weeks', () => {
  expect([0, 1, 1200].map(storyCount)).toEqual(['0 stories', '1 story', '1,200 stories'])
  expect(quietFor('2025-12-31T00:00:00Z', now)).toBe('60 days')
  expect([weekText('2026-02-23'), wholeWeekText('2026-02-23')]).toEqual(['Feb 23', 'Feb 23, 2026'])
})

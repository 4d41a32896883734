import { expect, test } from 'vitest'
import { heightOf, latestDate, latestText, quietFor, storyCount, weekText, wholeWeekText } from './sparkline.tsx'

const now = new Date('2026-03-01T12:00:00Z')
const TIMED = { precision: 'second' } as const

test.each([
  [null, 'No news yet'],
  [{ title: 'Cedar raises $18 million', publishedAt: '2026-02-28T12:00:00Z', ...TIMED }, 'Raises $18 million'],
  [{ title: 'Cedar', publishedAt: '2026-02-28T12:00:00Z', ...TIMED }, 'Cedar'],
  [{ title: 'Cedarwood burns', publishedAt: '2026-02-28T12:00:00Z', ...TIMED }, 'Cedarwood burns'],
  [{ title: 'Raised $18 million', publishedAt: '2026-02-28T12:00:00Z', ...TIMED }, 'Raised $18 million'],
  [{ title: 'Raised $18 million', publishedAt: '2026-01-30T12:00:00Z', ...TIMED }, 'Raised $18 million'],
  [{ title: 'Raised $18 million', publishedAt: '2026-01-19T12:00:00Z', ...TIMED }, 'Quiet for 41 days'],
  [{ title: 'From tomorrow', publishedAt: '2026-03-02T12:00:00Z', ...TIMED }, 'From tomorrow'],
])('the latest news %j reads %s', (latest, words) => {
  expect(latestText({ latest, perWeek: [0, 0] }, 'Cedar', now)).toBe(words)
})

test('recent news has a date; a quiet company says how long ago it was', () => {
  const dateOf = (publishedAt: string) =>
    latestDate({ latest: { title: 'Raised', publishedAt, ...TIMED }, perWeek: [] }, now)
  expect([dateOf('2026-02-28T12:00:00Z'), dateOf('2026-01-19T12:00:00Z')]).toEqual(['Feb 28', null])
  expect(latestDate({ latest: null, perWeek: [] }, now)).toBeNull()
})

test.each([
  ['second', 'Feb 27'],
  ['day', 'Feb 28'],
  ['none', null],
] as const)('an event known to the %s is dated in New York as %s, as on its company’s page', (precision, date) => {
  const latest = { title: 'Raised', publishedAt: '2026-02-28T01:00:00Z', precision }
  expect(latestDate({ latest, perWeek: [] }, now, 'America/New_York')).toBe(date)
})

test('all sparklines share one scale', () => {
  expect([0, 1, 4, 16, 400].map(heightOf)).toEqual([22, 17, 12, 2, 2])
})

test('passing mentions are not events', () => {
  expect(latestText({ latest: null, perWeek: [0, 1] }, 'Cedar', now)).toBe('Only mentioned')
})

test('formats story counts, quiet periods and weeks', () => {
  expect([0, 1, 1200].map(storyCount)).toEqual(['0 stories', '1 story', '1,200 stories'])
  expect(quietFor('2025-12-31T00:00:00Z', now)).toBe('60 days')
  expect([weekText('2026-02-23'), wholeWeekText('2026-02-23')]).toEqual(['Feb 23', 'Feb 23, 2026'])
})

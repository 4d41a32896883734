import { expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import { firstWeek, weekDays } from './analytics.ts'

test.each([
  ['2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  ['2026-03-01T23:59:59.999Z', '2026-02-23T00:00:00.000Z'],
  ['2026-03-29T01:30:00.000Z', '2026-03-23T00:00:00.000Z'],
  ['1969-12-31T00:00:00.000Z', '1969-12-29T00:00:00.000Z'],
])('"UTC weeks beginning Monday": %s is in the week of %s', (now, monday) => {
  expect(firstWeek(new Date(now), 1).toISOString()).toBe(monday)
})

test('returns the requested number of consecutive weeks, across a new year and a clock change', () => {
  const weeks = weekDays(new Date('2026-04-02T12:00:00Z'), 26)
  expect(weeks).toHaveLength(26)
  expect([weeks[0], weeks[13], weeks.at(-1)]).toEqual(['2025-10-06', '2026-01-05', '2026-03-30'])
  const days = weeks.map((day) => Date.parse(day) / DAY_MS)
  expect(days).toEqual(days.map((_, at) => (days[0] ?? 0) + 7 * at))
})

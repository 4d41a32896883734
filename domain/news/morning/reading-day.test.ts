import { expect, test } from 'vitest'
import { readingDay, sinceText } from './reading-day.ts'

const NEW_YORK = 'America/New_York'

test.each([
  ['2026-11-19T12:00:00Z', '2026-11-19', '2026-11-19T10:00:00.000Z'],
  ['2026-11-19T09:59:00Z', '2026-11-18', '2026-11-18T10:00:00.000Z'],
  ['2026-11-19T10:00:00Z', '2026-11-19', '2026-11-19T10:00:00.000Z'],
  // The clocks go back on November 1.
  ['2026-11-01T10:30:00Z', '2026-11-01', '2026-11-01T10:00:00.000Z'],
  ['2026-11-01T09:30:00Z', '2026-10-31', '2026-10-31T09:00:00.000Z'],
])('at %s, the day in New York is %s', (now, day, begins) => {
  expect(readingDay(new Date(now), NEW_YORK)).toEqual({ day, begins: new Date(begins) })
})

test.each([
  ['2026-11-18', 'yesterday morning'],
  ['2026-11-16', 'Monday'],
  ['2026-11-12', 'November 12'],
])('on November 19, %s is called “%s”', (day, text) => {
  expect(sinceText(day, '2026-11-19')).toBe(text)
})

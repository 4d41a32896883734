import { expect, test } from 'vitest'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { dayLine, daysText, dayTitle, readingOf } from './day-line.ts'

const NOW = new Date('2026-11-19T07:14:00Z')

const coverage = (...states: CompanyCoverage['state'][]): CompanyCoverage[] =>
  states.map((state, companyId) => ({
    companyId,
    state,
    sources: 2,
    unchecked: 0,
    failing: 0,
    goodAt: state === 'checking' ? null : '2026-11-19T07:02:00Z',
    nextAt: null,
    failingSince: null,
    problem: null,
  }))

const day = { companies: 3, newCompanies: 2, since: 'yesterday morning' }
const quiet = coverage('quiet', 'active', 'quiet')

test.each([
  [day, undefined, '2 of your 3 companies have news since yesterday morning.'],
  [{ ...day, newCompanies: 1 }, quiet, '1 of your 3 companies has news since yesterday morning.'],
  [{ ...day, companies: 1, newCompanies: 1, since: 'Monday' }, quiet, 'Your company has news since Monday.'],
  [{ ...day, since: null }, quiet, '2 of your 3 companies have news.'],
  [
    { ...day, newCompanies: 0 },
    quiet,
    'Nothing new since yesterday morning. All 3 companies were checked 12 minutes ago.',
  ],
  [{ ...day, companies: 1, newCompanies: 0 }, coverage('quiet'), /It was checked 12 minutes ago\.$/],
  // It must be true of every company.
  [{ ...day, newCompanies: 0 }, coverage('quiet', 'quiet'), 'Nothing new since yesterday morning.'],
  [{ ...day, newCompanies: 0, since: null }, undefined, 'Nothing new yet.'],
  [{ ...day, companies: 0, newCompanies: 0 }, undefined, ''],
])('the line says what is new, and when everything was checked if nothing is (%#)', (given, checked, text) => {
  const line = dayLine(given, null, checked, NOW)
  if (typeof text === 'string') expect(line).toBe(text)
  else expect(line).toMatch(text)
})

test('while companies are read for the first time, it counts them', () => {
  const reading = coverage('quiet', 'checking', 'checking')
  expect(dayLine(day, readingOf(reading), reading, NOW)).toBe('Reading 3 companies: 1 done, 2 with news so far.')
  expect(readingOf(quiet)).toBeNull()
  expect(readingOf(undefined)).toBeNull()
})

test('days are written in full, and a range in one month names it once', () => {
  expect(dayTitle('2026-11-19')).toBe('Thursday, November 19')
  expect(daysText('2026-11-16', '2026-11-21')).toBe('November 16 to 21')
  expect(daysText('2026-10-28', '2026-11-03')).toBe('October 28 to November 3')
  expect(daysText('2026-11-21', '2026-11-21')).toBe('November 21')
})

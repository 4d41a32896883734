import { expect, test } from 'vitest'
import type { CoverageEntry, CoverageSummary } from './coverage.ts'
import { summarizeCoverage } from './coverage-state.ts'
import { coverageText, untilText } from './coverage-text.ts'

const now = new Date('2026-03-10T12:00:00Z')
const base: CoverageSummary = {
  state: 'quiet',
  sources: 2,
  unchecked: 0,
  failing: 0,
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: '2026-03-10T12:30:00Z',
  failingSince: null,
  problem: null,
}
const next = ' Next check in 30 minutes.'

test.each<[Partial<CoverageSummary> & Pick<CoverageSummary, 'state'>, string]>([
  [{ state: 'checking', goodAt: null, nextAt: null, sources: 0 }, 'Not checked yet. The first check is running.'],
  [{ state: 'active' }, `2 sources checked 2 hours ago.${next}`],
  [{ state: 'active', sources: 5, goodAt: '2026-03-10T11:48:00Z', nextAt: null }, '5 sources checked 12 minutes ago.'],
  [{ state: 'active', sources: 5, unchecked: 2, nextAt: null }, '3 of 5 sources checked 2 hours ago.'],
  [{ state: 'quiet' }, `Quiet. 2 sources checked 2 hours ago, nothing new.${next}`],
  [
    { state: 'quiet', sources: 1, goodAt: '2026-03-10T11:59:50Z', nextAt: null },
    'Quiet. 1 source checked just now, nothing new.',
  ],
  [{ state: 'partial', failing: 1 }, `1 of 2 sources checked 2 hours ago. 1 failed.${next}`],
  [
    {
      state: 'broken',
      goodAt: null,
      failing: 2,
      failingSince: '2026-03-08T00:00:00Z',
      problem: 'The site did not answer.',
    },
    'No source could be read since Mar 8, 2026 (2 of 2 failed). Retrying in 30 minutes.',
  ],
  [{ state: 'broken', sources: 6, failing: 1, nextAt: null }, 'None of its own sources could be read (1 of 6 failed).'],
  [
    { state: 'broken', sources: 1, failing: 1, nextAt: null, problem: 'The site did not answer.' },
    'No source could be read (1 of 1 failed). The site did not answer.',
  ],
  [{ state: 'broken', failing: 2, nextAt: null }, 'No source could be read (2 of 2 failed).'],
  [{ state: 'not-found', sources: 0 }, 'We have not found a news source for this company yet.'],
])('each state reports what was checked and when: %j', (change, text) => {
  expect(coverageText({ ...base, ...change }, now).text).toBe(text)
})

test('the summary states what fails, since when, and the latest reason', () => {
  const entry = (state: CoverageEntry['state'], failingSince: string | null = null) => ({
    state,
    problem: null,
    checkedAt: '2026-03-10T10:00:00Z',
    failingSince,
  })
  const failing = (checkedAt: string, problem: string | null, since: string) => ({
    ...entry('failed', since),
    checkedAt,
    problem,
  })
  const entries = [
    failing('2026-03-10T09:00:00Z', 'Old reason.', '2026-03-08T00:00:00Z'),
    failing('2026-03-10T11:00:00Z', 'New reason.', '2026-03-09T00:00:00Z'),
    entry('never-found', '2026-01-01T00:00:00Z'),
    entry('empty'),
  ]
  expect(summarizeCoverage({ state: 'partial', goodAt: base.goodAt, nextAt: base.nextAt, entries })).toEqual({
    ...base,
    state: 'partial',
    sources: 4,
    failing: 2,
    failingSince: '2026-03-08T00:00:00Z',
    problem: 'New reason.',
  })
})

test.each([
  ['2026-03-10T11:00:00Z', 'any moment'],
  ['2026-03-10T12:00:20Z', 'any moment'],
  ['2026-03-10T12:01:00Z', 'in 1 minute'],
  ['2026-03-10T12:59:00Z', 'in 59 minutes'],
  ['2026-03-10T13:00:00Z', 'in 1 hour'],
  ['2026-03-11T11:00:00Z', 'in 23 hours'],
  ['2026-03-14T12:00:00Z', 'on Mar 14, 2026'],
  ['', 'not known'],
])('the next check at %s is %s', (at, text) => {
  expect(untilText(at, now)).toBe(text)
})

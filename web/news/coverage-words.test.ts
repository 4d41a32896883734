import { expect, test } from 'vitest'
import type { Coverage } from '#domain/coverage.ts'
import { sampleEntry } from '../testing/sample-data.ts'
import { coverageWords, untilText } from './coverage-words.ts'

const now = new Date('2026-03-10T12:00:00Z')
const base = { goodAt: '2026-03-10T10:00:00Z', nextAt: '2026-03-10T12:30:00Z', entries: [sampleEntry()] }
const failing = sampleEntry({ state: 'failed', failingSince: '2026-03-08T00:00:00Z' })

test.each<[Partial<Coverage> & Pick<Coverage, 'state'>, string]>([
  [{ state: 'checking', goodAt: null, nextAt: null, entries: [] }, 'Being checked for the first time.'],
  [{ state: 'active' }, 'All sources answer. Last checked 2 hours ago, next check in 30 minutes.'],
  [
    { state: 'quiet', goodAt: '2026-03-10T11:59:50Z' },
    'Quiet: all sources answer, nothing was found. Last checked just now, next check in 30 minutes.',
  ],
  [
    { state: 'partial', entries: [failing, sampleEntry()] },
    '1 of 2 sources could not be checked. Last checked 2 hours ago, next check in 30 minutes.',
  ],
  [
    { state: 'broken', goodAt: null, entries: [failing] },
    'Broken: no source answers since Mar 8, 2026. We try again in 30 minutes.',
  ],
  [{ state: 'broken', entries: [], nextAt: null }, 'Broken: no source answers. We try again.'],
  [{ state: 'not-found' }, 'Never found: no place with news of this company is known.'],
])('quiet, broken and never found are told apart: %j', (change, text) => {
  expect(coverageWords({ ...base, ...change }, now).text).toBe(text)
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

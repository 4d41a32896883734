import { expect, test } from 'vitest'
import type { CoverageInShort } from '#domain/coverage.ts'
import { inShort } from '#domain/coverage-state.ts'
import { sampleCoverage, sampleEntry } from '../testing/sample-data.ts'
import { coverageWords, untilText } from './coverage-words.ts'

const now = new Date('2026-03-10T12:00:00Z')
const base: CoverageInShort = {
  state: 'quiet',
  sources: 2,
  failing: 0,
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: '2026-03-10T12:30:00Z',
  failingSince: null,
  problem: null,
}
const looked = 'Looked at 2 sources, last good check 2 hours ago, next check in 30 minutes.'

test.each<[Partial<CoverageInShort> & Pick<CoverageInShort, 'state'>, string]>([
  [{ state: 'checking', goodAt: null, nextAt: null, sources: 0 }, 'Being checked for the first time.'],
  [{ state: 'active' }, `All sources answer. ${looked}`],
  [{ state: 'quiet' }, `Quiet: all sources answer, nothing was found. ${looked}`],
  [
    { state: 'quiet', sources: 1, goodAt: '2026-03-10T11:59:50Z', nextAt: null },
    'Quiet: all sources answer, nothing was found. Looked at 1 source, last good check just now.',
  ],
  [
    { state: 'partial', failing: 1 },
    `1 of 2 sources could not be checked, ${looked.replace('Looked at 2 sources, ', '')}`,
  ],
  [
    {
      state: 'broken',
      goodAt: null,
      failing: 2,
      failingSince: '2026-03-08T00:00:00Z',
      problem: 'The site did not answer.',
    },
    'Broken: no source answers since Mar 8, 2026. The site did not answer. We try again in 30 minutes.',
  ],
  [{ state: 'broken', failing: 2, nextAt: null }, 'Broken: no source answers. We try again.'],
  [{ state: 'not-found', sources: 0 }, 'Never found: no place with news of this company is known.'],
])('quiet, broken and never found are told apart: %j', (change, text) => {
  expect(coverageWords({ ...base, ...change }, now).text).toBe(text)
})

test('a ledger in short: what fails now, since when, and its newest reason', () => {
  const failing = (checkedAt: string, problem: string | null, since: string) =>
    sampleEntry({ state: 'failed', checkedAt, problem, failingSince: since })
  const entries = [
    failing('2026-03-10T09:00:00Z', 'Old reason.', '2026-03-08T00:00:00Z'),
    failing('2026-03-10T11:00:00Z', 'New reason.', '2026-03-09T00:00:00Z'),
    sampleEntry({ state: 'never-found', failingSince: '2026-01-01T00:00:00Z' }),
    sampleEntry(),
  ]
  expect(inShort(sampleCoverage({ state: 'partial', entries }))).toEqual({
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

import { expect, test } from 'vitest'
import { latestRound } from './latest-round.ts'

type Given = Parameters<typeof latestRound>[0][number]
const raised = { kind: 'raised', amount: { currency: 'USD', value: 18_000_000 }, certainty: 'stated' } as const
const series = { kind: 'round', name: 'Series A', certainty: 'stated' } as const
const story = (change: Partial<Given>): Given => ({
  publishedAt: '2026-02-01T00:00:00.000Z',
  eventType: 'raise',
  extractedFacts: [series, raised],
  denied: [],
  isPrimary: true,
  ...change,
})

test('returns the newest stated round', () => {
  const older = story({ publishedAt: '2024-01-01T00:00:00.000Z', extractedFacts: [series] })
  expect(latestRound([older, story({})])).toEqual({
    text: '$18M Series A',
    publishedAt: '2026-02-01T00:00:00.000Z',
  })
  expect(latestRound([older])?.text).toBe('Series A')
})

test.each([
  ['it was denied', { denied: ['raise'] }],
  ['it is only reported', { extractedFacts: [{ ...raised, certainty: 'reported' }] }],
  ['nothing is stated', { extractedFacts: null }],
  ['it is about something else', { eventType: 'launch' }],
  ['it is about another company', { isPrimary: false }],
] as [string, Partial<Given>][])('returns no round when %s', (_, change) => {
  expect(latestRound([story(change)])).toBeNull()
})

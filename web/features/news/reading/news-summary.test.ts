import { expect, test } from 'vitest'
import type { NewsSummary } from '#domain/news/new-stories.ts'
import { sampleNewStory, sampleSummary } from '../../../testing/sample-data.ts'
import { attentionOf, headline } from './news-summary.tsx'

const at = (day: number) => new Date(2026, 2, day, 12).toISOString()
const NOW = new Date(2026, 2, 9, 13)
const published = (...days: number[]) => days.map((day, id) => sampleNewStory({ id, publishedAt: at(day) }))

test.each<[Partial<NewsSummary>, string]>([
  [{ since: at(9), stories: published(9, 9) }, '2 new stories at 1 of your 3 companies today'],
  [{ since: at(8), stories: published(9, 8) }, '2 new stories at 1 of your 3 companies since yesterday'],
  [{ since: at(5), stories: published(9) }, '1 new story at 1 of your 3 companies since Thursday'],
  [{ since: at(1), stories: published(9) }, '1 new story at 1 of your 3 companies since Mar 1'],
  [{ since: at(9), stories: published(9, 7) }, '2 new stories at 1 of your 3 companies'],
  [{ since: at(9), stories: published(9), companies: 1 }, '1 new story at your company today'],
  [
    { since: at(9), stories: published(9), newStories: 10_000, hasMore: true },
    '10,000+ new stories at 1 of your 3 companies today',
  ],
  [{}, 'No news at your 3 companies yet'],
  // Stories that were read earlier today are also from today.
  [{ since: at(9) }, 'Nothing new at your 3 companies since your last visit'],
  [{ since: at(8) }, 'Nothing new at your 3 companies since yesterday'],
])('the headline says what is new and since when, unless a story is older than that (%#)', (given, text) => {
  expect(headline(sampleSummary(given), NOW)).toBe(text)
})

test('two companies of each kind that need attention are named', () => {
  const quiet = ['Cedar', 'Fernway', 'Lumen'].map((name, companyId) => ({ companyId, name, lastNewsAt: at(1) }))
  const failing = { companyId: 4, name: 'Basalt', failing: 2, sources: 2 }
  const notResponding = [failing, { ...failing, name: 'Onda', failing: 1, sources: 3 }]
  expect(attentionOf({ quiet, notResponding, total: 5 }, NOW).map(({ name, text }) => name + text)).toEqual([
    'Cedar has been quiet for 8 days',
    'Fernway has been quiet for 8 days',
    'Basalt: no source is responding',
    'Onda: 1 source is not responding',
  ])
  expect(attentionOf({ quiet: [], notResponding: [], total: 0 }, NOW)).toEqual([])
})

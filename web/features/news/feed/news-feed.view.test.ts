import { expect, test } from 'vitest'
import { sampleBrief, sampleRow } from '../../../testing/sample-data.ts'
import { countText, orderFeed, readFeedView, writeFeedView } from './news-feed.tsx'

const latest = (publishedAt: string) => sampleBrief({ publishedAt })
const rows = [
  sampleRow({ id: 1, createdAt: '2026-01-05T00:00:00Z' }),
  sampleRow({ id: 2, hasNews: true, latestNews: latest('2026-01-02T00:00:00Z') }),
  sampleRow({ id: 3, createdAt: '2026-01-09T00:00:00Z' }),
  sampleRow({ id: 4, hasNews: true, latestNews: latest('2026-01-03T00:00:00Z') }),
  sampleRow({ id: 5, hasNews: true, latestNews: latest('2026-01-03T00:00:00Z') }),
]
const ids = (view: Parameters<typeof orderFeed>[1]) => orderFeed(rows, view).map(({ id }) => id)

test('"Companies with news are ordered before those without", in both directions, ties by id', () => {
  expect(ids({ company: 'all', sort: 'newest' })).toEqual([5, 4, 2, 3, 1])
  expect(ids({ company: 'all', sort: 'oldest' })).toEqual([2, 4, 5, 1, 3])
  expect(ids({ company: 3, sort: 'newest' })).toEqual([3])
  expect(ids({ company: 99, sort: 'newest' })).toEqual([])
})

test.each([
  [{}, { company: 'all', sort: 'newest', show: 100 }],
  [
    { company: '7', sort: 'oldest', show: '150' },
    { company: 7, sort: 'oldest', show: 150 },
  ],
  [
    { company: 'x', sort: 'loud', show: '101' },
    { company: 'all', sort: 'newest', show: 100 },
  ],
  [
    { company: '-1', show: '50' },
    { company: 'all', sort: 'newest', show: 100 },
  ],
  [
    { company: '1.5', show: 'Infinity' },
    { company: 'all', sort: 'newest', show: 100 },
  ],
] as const)("invalid values fall back to 'all' / 'newest' / 100: %j", (search, view) => {
  expect(readFeedView(search)).toEqual(view)
  expect(readFeedView(writeFeedView(readFeedView(search)))).toEqual(view)
})

test('the defaults leave no trace in the address', () => {
  expect(JSON.stringify(writeFeedView(readFeedView({})))).toBe('{}')
})

test.each([
  [12, 12, false, '12 companies'],
  [1, 1, false, '1 company'],
  [12, 1, true, 'Showing 1 of 12'],
])('company count text of %i: %j', (total, matching, filtered, text) => {
  expect(countText(total, matching, filtered)).toBe(text)
})

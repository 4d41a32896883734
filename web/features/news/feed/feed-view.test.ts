import { expect, test } from 'vitest'
import { readFeedView, writeFeedView } from './feed-view.ts'
import { countText } from './news-feed.tsx'

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

test('the defaults are not written to the URL', () => {
  expect(JSON.stringify(writeFeedView(readFeedView({})))).toBe('{}')
})

test.each([
  [12, 12, false, '12 companies'],
  [1, 1, false, '1 company'],
  [12, 1, true, '1 of 12 companies'],
])('count text for %i companies with %j matching', (total, matching, filtered, text) => {
  expect(countText(total, matching, filtered)).toBe(text)
})

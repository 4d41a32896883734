import { expect, test } from 'vitest'
import type { CompanyWithNews } from './briefs.ts'
import { mergeFeed, orderFeed, rowsOf } from './feed-rows.ts'

const row = (id: number, publishedDay: number | null, content = 'as before'): CompanyWithNews => ({
  id,
  name: `Company ${id}`,
  website: null,
  logoUrl: null,
  createdAt: `2026-01-${String(id).padStart(2, '0')}T00:00:00.000Z`,
  hasNews: publishedDay !== null,
  latestNews:
    publishedDay === null
      ? null
      : ({ content, publishedAt: `2026-03-${String(publishedDay).padStart(2, '0')}T00:00:00.000Z` } as never),
})

const feed = [
  [row(3, 9), row(1, 5)],
  [row(5, null), row(4, null)],
]
const idsOf = (rows: CompanyWithNews[]) => rows.map(({ id }) => id)
const merged = (companyIds: number[], changed: CompanyWithNews[]) => rowsOf(mergeFeed(feed, companyIds, changed))

test('"Companies with news are ordered before those without", in both directions, ties broken by company', () => {
  const rows = [row(1, null), row(2, 2), row(3, null), row(4, 3), row(5, 3)]
  expect(idsOf(orderFeed(rows, 'newest'))).toEqual([5, 4, 2, 3, 1])
  expect(idsOf(orderFeed(rows, 'oldest'))).toEqual([2, 4, 5, 1, 3])
})

test.each([
  ['a company with newer news moves up', [1], [row(1, 10)], [1, 3, 5, 4]],
  ['the first news of a company moves it before those without', [4], [row(4, 2)], [3, 1, 4, 5]],
  ['a company that was added is placed', [6], [row(6, 7)], [3, 6, 1, 5, 4]],
  ['a company that was removed goes', [3], [], [1, 5, 4]],
  ['of one moment, the newer company is first', [1], [row(1, 9)], [3, 1, 5, 4]],
  ['several at once', [5, 1], [row(5, 10), row(1, null)], [5, 3, 4, 1]],
  ['nothing', [], [], [3, 1, 5, 4]],
])('%s', (_case, companyIds, changed, expected) => {
  expect(idsOf(orderFeed(merged(companyIds, changed), 'newest'))).toEqual(expected)
})

test('a changed row replaces the old one, and the feed itself is not modified', () => {
  const changed = row(1, 5, 'rewritten')
  expect(merged([1], [changed])).toContain(changed)
  expect(idsOf(feed.flat())).toEqual([3, 1, 5, 4])
})

test('a row merged before its page loads keeps the merged version and appears once', () => {
  const changed = row(9, 11, 'rewritten')
  const pages = [...mergeFeed(feed, [9], [changed]), [row(9, 1), row(8, 1)]]
  const rows = rowsOf(pages)
  expect(rows.filter(({ id }) => id === 9)).toEqual([changed])
  expect(idsOf(orderFeed(rows, 'newest'))).toEqual([9, 3, 1, 8, 5, 4])
})

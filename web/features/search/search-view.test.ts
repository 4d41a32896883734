import { expect, test } from 'vitest'
import { isSearching, NO_SEARCH, readSearchView, searchQuery, sortOf } from './search-view.ts'

test.each([
  [{}, NO_SEARCH],
  [
    {
      q: ' raise ',
      section: 'Business',
      event: 'Funding',
      source: 'press',
      from: '2026-01-01',
      to: '2026-01-31',
      sort: 'oldest',
    },
    {
      q: 'raise',
      section: 'Business',
      event: 'Funding',
      source: 'press',
      from: '2026-01-01',
      to: '2026-01-31',
      sort: 'oldest',
    },
  ],
  [
    {
      q: 'a'.repeat(201),
      section: 'Weather',
      event: 'News',
      source: 'x',
      from: 'soon',
      to: '2026-99-01',
      sort: 'loud',
    },
    NO_SEARCH,
  ],
  [{ q: 7, tab: 'news', company: '3' }, NO_SEARCH],
])('design.md: invalid values are dropped: %j', (search, view) => {
  expect(readSearchView(search)).toEqual(view)
})

test('a company or sort order alone is not a search; anything else is', () => {
  expect(isSearching(readSearchView({ company: '3', sort: 'oldest', show: '150' }))).toBe(false)
  for (const [key, value] of Object.entries({
    q: 'a',
    section: 'Business',
    event: 'Funding',
    source: 'brief',
    from: '2026-01-01',
    to: '2026-01-01',
  }))
    expect([key, isSearching(readSearchView({ [key]: value }))]).toEqual([key, true])
})

test('results are sorted by relevance if there are search words, else newest first', () => {
  expect(sortOf(readSearchView({ q: 'a' }))).toBe('relevance')
  expect(sortOf(readSearchView({ section: 'Business' }))).toBe('newest')
  expect(sortOf(readSearchView({ section: 'Business', sort: 'relevance' }))).toBe('newest')
  expect(sortOf(readSearchView({ q: 'a', sort: 'newest' }))).toBe('newest')
})

test('a search is always written the same way, without default values', () => {
  expect(searchQuery(readSearchView({ sort: 'relevance', section: 'Leadership & Team', q: 'ceo' }), 4)).toBe(
    'q=ceo&company=4&section=Leadership+%26+Team',
  )
  expect(searchQuery(readSearchView({ q: 'ceo', sort: 'newest' }), 'all')).toBe('q=ceo&sort=newest')
})

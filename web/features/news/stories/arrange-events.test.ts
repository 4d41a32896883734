import { expect, test } from 'vitest'
import type { CompanyStory } from '#domain/news/stories.ts'
import { sampleStory } from '../../../testing/sample-data.ts'
import { arrangeEvents, type EventLine } from './arrange-events.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const [article] = sampleStory().articles as [CompanyStory['articles'][number]]

const event = (id: number, day: string, kind = 'press'): CompanyStory =>
  sampleStory({ id, articles: [{ ...article, kind, publishedAt: `${day}T10:00:00Z` }] })

const ids = (lines: EventLine[]) => lines.map((line) => line.map(({ id }) => id).join('+'))

test('events of 30 days, of this year and of earlier years are apart, the latest first', () => {
  const stories = [event(1, '2020-05-01'), event(2, '2026-11-01'), event(3, '2026-06-12'), event(4, '2026-11-19')]
  const { recent, thisYear, earlier, earlierText } = arrangeEvents([...stories, event(5, '2025-12-31')], NOW)
  expect([recent, thisYear, earlier].map(ids)).toEqual([['4', '2'], ['3'], ['5', '1']])
  expect(earlierText).toBe('2 earlier events, 2020 to 2025.')
})

test('an event has the date of its first report', () => {
  const late = event(1, '2026-05-01')
  late.articles.push({ ...article, id: 2, publishedAt: '2026-11-18T10:00:00Z' })
  expect(ids(arrangeEvents([late], NOW).thisYear)).toEqual(['1'])
})

test('releases of one period share a line', () => {
  const releases = [event(1, '2026-06-01', 'release'), event(2, '2026-09-14', 'release')]
  const { recent, thisYear } = arrangeEvents(
    [...releases, event(3, '2026-08-01'), event(4, '2026-11-18', 'release')],
    NOW,
  )
  expect(ids(recent)).toEqual(['4'])
  expect(ids(thisYear)).toEqual(['2+1', '3'])
})

test('what does not fit the first 20 lines is with the earlier events', () => {
  const many = Array.from({ length: 22 }, (_, at) => event(at + 1, '2026-06-12'))
  const { recent, thisYear, earlier, earlierText } = arrangeEvents([...many, event(99, '2026-11-18')], NOW)
  expect([recent.length, thisYear.length, earlier.length]).toEqual([1, 19, 3])
  expect(earlierText).toBe('3 earlier events, 2026.')
})

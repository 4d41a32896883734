import { expect, test } from 'vitest'
import { placesOf } from './undated.ts'

const NOW = new Date('2026-11-03T12:00:00Z')
const places = (...dates: (string | null)[]) =>
  placesOf(
    dates.map((date) => ({ publishedAt: date === null ? null : new Date(date) })),
    NOW,
  ).map((date) => date.toISOString().slice(0, 19))

test('an item without a date, or with one in the future, appears beside its neighbor in the feed', () => {
  expect(places('2026-10-05T08:00:00Z', null, '2027-01-01T00:00:00Z', '2026-10-01T08:00:00Z')).toEqual([
    '2026-10-05T08:00:00',
    '2026-10-05T07:59:59',
    '2026-10-05T07:59:58',
    '2026-10-01T08:00:00',
  ])
  expect(places(null, null, '2026-10-01T08:00:00Z')).toEqual([
    '2026-10-01T08:00:02',
    '2026-10-01T08:00:01',
    '2026-10-01T08:00:00',
  ])
})

test('without any dates the order of the feed is kept', () => {
  expect(places(null, '2027-01-01T00:00:00Z', null)).toEqual([
    '2026-11-03T12:00:00',
    '2026-11-03T11:59:59',
    '2026-11-03T11:59:58',
  ])
  expect(places()).toEqual([])
})

import { expect, test } from 'vitest'
import { epochDate, writtenDate } from './fields.ts'

const NOW = new Date('2026-03-04T12:00:00Z')

test.each([
  ['Tue, 03 Mar 2026 09:30:00 GMT', '2026-03-03T09:30:00.000Z', 'second'],
  ['Tue, 3 Mar 2026 09:30:00 -0500', '2026-03-03T14:30:00.000Z', 'second'],
  ['3 March 2026 09:30 EST', '2026-03-03T14:30:00.000Z', 'second'],
  ['Tue, 03 Mar 26 09:30:00 PDT', '2026-03-03T16:30:00.000Z', 'second'],
  ['Tue, 03 Mar 2026', '2026-03-03T00:00:00.000Z', 'day'],
  ['2026-03-03T09:30:00Z', '2026-03-03T09:30:00.000Z', 'second'],
  ['2026-03-03T09:30:00.123-04:00', '2026-03-03T13:30:00.000Z', 'second'],
  ['2026-03-03 09:30', '2026-03-03T09:30:00.000Z', 'second'],
  ['2026-03-03', '2026-03-03T00:00:00.000Z', 'day'],
])('%s', (text, expected, precision) => {
  const { publishedAt, precision: found } = writtenDate(text, NOW)
  expect([publishedAt?.toISOString(), found]).toEqual([expected, precision])
})

test.each([
  '',
  'yesterday',
  '0000-00-00',
  '2026-13-45',
  '1970-01-01',
  '2027-01-01',
  'Tue, 99 Foo 2026 00:00:00 GMT',
  '1',
  '1'.repeat(200),
  '31 Feb 2026 25:61:00 GMT',
])('%j is not a date', (text) => {
  expect(writtenDate(text, NOW)).toEqual({ publishedAt: null, precision: 'none' })
})

test('reads epoch times in seconds and in milliseconds', () => {
  const moment = new Date('2026-03-03T09:30:00Z')
  expect(epochDate(moment.getTime(), NOW).publishedAt).toEqual(moment)
  expect(epochDate(moment.getTime() / 1000, NOW).publishedAt).toEqual(moment)
  expect(
    [epochDate('1', NOW), epochDate(Number.NaN, NOW), epochDate(0, NOW)].map(({ precision }) => precision),
  ).toEqual(['none', 'none', 'none'])
})

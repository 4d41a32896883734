import { expect, test } from 'vitest'
import { dateInText, dateInUrl, dateOrderIn, dateOrderOf, type DateOrder } from './date-in-text.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const day = (text: string, order: DateOrder | null = null) =>
  dateInText(text, order)?.at.toISOString().slice(0, 10) ?? null

test.each([
  ['Posted on Nov 10, 2026 by Ann', '2026-11-10'],
  ['November 3rd, 2026', '2026-11-03'],
  ['3rd of November 2026', '2026-11-03'],
  ['10-Nov-2026', '2026-11-10'],
  ['Berlin, 3. November 2026', '2026-11-03'],
  ['le 1er novembre 2026', '2026-11-01'],
  ['10 de noviembre de 2026', '2026-11-10'],
  ['2 dicembre 2026', '2026-12-02'],
  ['2026年11月3日', '2026-11-03'],
  ['2026년 11월 3일', '2026-11-03'],
  ['2026.11.03 News', '2026-11-03'],
  ['2026/11/10 14:33', '2026-11-10'],
  ['10.11.2026', '2026-11-10'],
  ['11/25/2026', '2026-11-25'],
  ['25/11/2026', '2026-11-25'],
  ['11/11/2026', '2026-11-11'],
  ['11/10/2026', null],
  ['11/25/26', '2026-11-25'],
  ['10.11.26', '2026-11-10'],
  ['11/10/26', null],
  ['Call 10.11.26 now', null],
  ['Series B of 20 million in 2026', null],
  ['version 2026.1', null],
  ['Room 12, 2026 seats', null],
  ['call 555-10-2026', null],
])('%s is read as %s', (text, expected) => expect(day(text)).toBe(expected))

test('a slash date is read in the order of the page’s language or of another date in the list', () => {
  expect(day('3/4/2026', dateOrderIn('en-US'))).toBe('2026-03-04')
  expect(day('3/4/2026', dateOrderIn('fr'))).toBe('2026-04-03')
  expect(day('3/4/2026', dateOrderIn('en-GB'))).toBe('2026-04-03')
  expect(day('3/4/2026', dateOrderIn('en'))).toBeNull()
  expect(dateOrderIn(null)).toBeNull()
  expect(dateOrderOf(['3/4/2026', 'on 3/14/2026'])).toBe('month')
  expect(dateOrderOf(['3/4/2026', '14/3/2026'])).toBe('day')
  expect(dateOrderOf(['3/4/2026'])).toBeNull()
  expect(dateOrderOf(['03/04/26', '03/14/26'])).toBe('month')
})

test('the first of several dates counts, and a time of day is kept', () => {
  expect(day('10 November 2026, updated 2026-11-12')).toBe('2026-11-10')
  expect(dateInText('2026-11-12T09:30:00+01:00')).toMatchObject({ at: new Date('2026-11-12T08:30:00Z'), start: 0 })
})

test.each([
  ['/2026/11/10/title', '2026-11-10'],
  ['/blog/2026-11-10-title', '2026-11-10'],
  ['/news/20261110-title', '2026-11-10'],
  ['/2026/11/title', null],
  ['/p/12345678901234', null],
])('the date in the address %s is %s', (path, expected) =>
  expect(dateInUrl(`https://a.example${path}`)?.at.toISOString().slice(0, 10) ?? null).toBe(expected),
)

test.each(['1', '1 ', 'nov 1 ', '2026-', '2026/1', '12.1', 'aaaa '])('repeated %s takes linear time', async (piece) => {
  const text = (length: number) => piece.repeat(Math.floor(length / piece.length))
  expect(await growth(text, 200_000, (given: string) => dateInText(given))).toBeLessThan(LINEAR)
})

import { expect, test } from 'vitest'
import { dateOrder, firstDay, writtenDate } from './written-dates.ts'

const us = { order: 'month-first', date1904: false } as const

test.each([
  ['2024-01-31', '2024-01-31'],
  ['2024-1-5', '2024-01-05'],
  ['2024/01/31', '2024-01-31'],
  ['2024-01-31T23:59:59.000Z', '2024-01-31'],
  ['2024-01-31 10:00', '2024-01-31'],
  ['20240131', '2024-01-31'],
  ['1/31/2024', '2024-01-31'],
  ['31/1/2024', '2024-01-31'],
  ['3/4/2024', '2024-03-04'],
  ['3/4/24', '2024-03-04'],
  ['3/4/2024 4:05 PM', '2024-03-04'],
  ['31.1.2024', '2024-01-31'],
  ['3.4.2024', '2024-04-03'],
  ['Jan 5, 2024', '2024-01-05'],
  ['January 5th, 2024', '2024-01-05'],
  ['Sept. 5, 2024', '2024-09-05'],
  ['5 Jan 2024', '2024-01-05'],
  ['05-Jan-24', '2024-01-05'],
  ['Friday, January 5, 2024', '2024-01-05'],
  ['5. May 1999', '1999-05-05'],
  ['14. März 2021', '2021-03-14'],
  ['2. Dez. 2022', '2022-12-02'],
  ['2. Mrz 2022', '2022-03-02'],
  ['14. marts 2021', '2021-03-14'],
  ['1er février 2020', '2020-02-01'],
  ['2 août 2022', '2022-08-02'],
  ['14 de marzo de 2021', '2021-03-14'],
  ['3 maggio 2021', '2021-05-03'],
  ['14 марта 2021', '2021-03-14'],
  ['2024年5月2日', '2024-05-02'],
  ['45292', '2024-01-01'],
  ['45292.75', '2024-01-01'],
])('%j is read as %s', (written, day) => {
  expect(writtenDate(written, us)).toBe(day)
})

test.each([
  '',
  'soon',
  '2024',
  'Jan 2024',
  'Q1 2024',
  '2024-02-30',
  '13/13/2024',
  '1/2',
  '12345',
  '99999',
  '2024-1/5',
  '5 jui 2024',
  '5 xyz 2024',
  '5 ma 2024',
])('%j is not a date', (written) => {
  expect(writtenDate(written, us)).toBeNull()
})

test.each([
  ['Jan 2024', '2024-01-01'],
  ['January, 2024', '2024-01-01'],
  ['Sept-23', '2023-09-01'],
  ["Oct '23", '2023-10-01'],
  ['août 2022', '2022-08-01'],
  ['Q3 2021', '2021-07-01'],
  ["q1/'22", '2022-01-01'],
  ['2024-11', '2024-11-01'],
  ['11/2024', '2024-11-01'],
])('%j has no day, so its first is used', (written, day) => {
  expect(firstDay(written)).toBe(day)
})

test.each(['2024', 'Q5 2024', 'soon 2024', '13/2024', '1/2', 'Jan', 'May 5', 'May 15', '2024-00', ''])(
  '%j has no month',
  (written) => {
    expect(firstDay(written)).toBeNull()
  },
)

test('a workbook can use the 1904 date system', () => {
  expect(writtenDate('43830', { ...us, date1904: true })).toBe('2024-01-01')
})

test.each([
  [['3/4/2024', '25/12/2023'], 'day-first', null],
  [['3/4/2024', '12/25/2023'], 'month-first', null],
  [['3/4/2024', '5/5/2024', 'x'], 'month-first', '3/4/2024'],
  [['13/1/2024', '1/13/2024', '3/4/2024'], 'each', '3/4/2024'],
  [['3.4.2024', '2024-05-06', ''], 'month-first', null],
  [['5/5/2024'], 'month-first', null],
])('the dates %j are %s, ambiguous: %s', (written, order, example) => {
  expect(dateOrder(written)).toEqual({ order, example })
})

test('day-first order reads 3/4/2024 as April 3', () => {
  expect(writtenDate('3/4/2024', { order: 'day-first', date1904: false })).toBe('2024-04-03')
})

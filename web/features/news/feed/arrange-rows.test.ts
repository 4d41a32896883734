import { expect, test } from 'vitest'
import { sampleBrief, sampleMorning, sampleEvent, sampleRow } from '../../../testing/sample-data.ts'
import { arrangeRows } from './arrange-rows.ts'

const AS_OF = '2026-03-10T09:00:00Z'
const BEFORE = '2026-03-10T08:00:00Z'

const withNews = (id: number, name: string, at = BEFORE) =>
  sampleRow({ id, name, hasNews: true, latestNews: sampleBrief({ publishedAt: at, createdAt: at }) })

const line = (companyId: number, companyName: string) => ({
  companyId,
  companyName,
  kind: 'Product',
  short: 'Dosed its first patient',
  date: BEFORE,
  storyId: companyId,
  more: 0,
})

const rows = [withNews(1, 'Cedar'), withNews(2, 'Onda'), withNews(3, 'Basalt'), sampleRow({ id: 4, name: 'Velvet' })]
const names = (entries: { company: { name: string } }[]) => entries.map(({ company }) => company.name)

test('a company is told above, has a line, or has nothing new', () => {
  const morning = sampleMorning({
    asOf: AS_OF,
    events: [sampleEvent({ companyName: 'Cedar' })],
    earlier: [],
    lines: [line(2, 'Onda')],
  })
  const { above, lines, quiet } = arrangeRows(rows, rows, morning)
  expect([names(above), names(lines), names(quiet)]).toEqual([['Cedar'], ['Onda'], ['Basalt', 'Velvet']])
  expect(lines[0]?.text).toEqual({ kind: 'Product', short: 'Dosed its first patient', date: BEFORE })
})

test('without a morning, every company with news has a line that its brief gives', () => {
  const { above, lines, quiet } = arrangeRows(rows, rows, undefined)
  expect([names(above), names(lines), names(quiet)]).toEqual([[], ['Cedar', 'Onda', 'Basalt'], ['Velvet']])
  expect(lines[0]?.text).toEqual({ kind: 'Funding', short: 'Raised $18 million', date: BEFORE })
})

test('news that came after the morning was read has a line below the others', () => {
  const later = [withNews(5, 'Late', '2026-03-10T09:30:00Z'), ...rows]
  const { lines } = arrangeRows(later, later, sampleMorning({ asOf: AS_OF, events: [], lines: [line(2, 'Onda')] }))
  expect(names(lines)).toEqual(['Onda', 'Late'])
})

test('of more companies with news than lines, none is said to have nothing new', () => {
  const { lines, quiet } = arrangeRows(
    rows,
    rows,
    sampleMorning({ asOf: AS_OF, events: [], lines: [line(2, 'Onda')], moreLines: 2 }),
  )
  expect([names(lines), names(quiet)]).toEqual([['Onda', 'Cedar', 'Basalt'], ['Velvet']])
})

test('a line whose card is not loaded is kept, and one of a removed company is not', () => {
  const morning = sampleMorning({ asOf: AS_OF, events: [], lines: [line(7, 'Far'), line(8, 'Removed')] })
  const { lines } = arrangeRows(rows, [...rows, { id: 7 }], morning)
  expect(lines.map(({ company, row }) => [company.name, row])).toEqual([['Far', null]])
})

import { expect, test } from 'vitest'
import { EXPORT_COLUMNS, exportRows, type ExportedCompany, ExportQuery, NO_STORIES } from './export.ts'
import { exportFileName } from './files.ts'
import type { PositionContent } from './positions/position.ts'

const cedar: ExportedCompany = {
  name: 'Cedar Robotics',
  website: 'https://cedar.example',
  category: 'Robotics',
  stage: null,
  investmentDate: '2024-01-31',
  createdAt: '2026-03-01T23:30:00.000Z',
  sample: false,
  news: { items: 3, latestAt: '2026-02-28T08:00:00.000Z' },
  stories: {
    last30Days: 0,
    last90Days: 2,
    lastAt: '2025-12-20T08:00:00.000Z',
    lastTitle: '=Cedar raises $18M',
    lastEvent: 'funding',
    mainSection: 'Financial Updates',
    quietSince: '2025-12-20T08:00:00.000Z',
  },
  positions: [],
}

const safe: PositionContent = {
  kind: 'investment',
  date: '2022-03-14',
  amount: '25000.5',
  currency: 'USD',
  instrument: 'safe',
  round: 'Seed',
  valuation: '8000000',
  valuationBasis: 'cap',
  notes: null,
}

test('a row matches its header, with ISO dates and numeric counts', () => {
  const [cells = []] = exportRows(cedar)
  const row = Object.fromEntries(cells.map((cell, at) => [EXPORT_COLUMNS[at], cell]))
  expect(row).toEqual({
    Company: 'Cedar Robotics',
    Website: 'https://cedar.example',
    Category: 'Robotics',
    Stage: '',
    'Date Invested': '2024-01-31',
    Added: '2026-03-01',
    'Latest News': '2026-02-28',
    'News Items': 3,
    'Stories, 30 Days': 0,
    'Stories, 90 Days': 2,
    'Last Story': '2025-12-20',
    'Last Story Title': '=Cedar raises $18M',
    'Last Event': 'funding',
    'Main Section': 'Financial Updates',
    'Quiet Since': '2025-12-20',
    Sample: '',
    Position: '',
    'Position Date': '',
    Amount: '',
    Currency: '',
    Instrument: '',
    Round: '',
    Valuation: '',
    'Valuation Basis': '',
    'Position Notes': '',
  })
  const bare = { ...cedar, sample: true, news: { items: 0, latestAt: null }, stories: NO_STORIES }
  expect(exportRows(bare)[0]?.slice(6, 16)).toEqual(['', 0, 0, 0, '', '', '', '', '', 'Yes'])
})

test('each position gets a row, and later rows omit the company details and counts', () => {
  const sold: PositionContent = { ...safe, kind: 'proceeds', date: null, amount: '3', round: null, valuation: null }
  const rows = exportRows({ ...cedar, positions: [safe, { ...sold, instrument: null, valuationBasis: null }] })
  expect(rows[0]?.slice(16)).toEqual(['investment', '2022-03-14', 25000.5, 'USD', 'safe', 'Seed', 8e6, 'cap', ''])
  expect(rows[1]).toEqual([
    'Cedar Robotics',
    'https://cedar.example',
    ...Array.from({ length: 14 }, () => ''),
    'proceeds',
    '',
    3,
    'USD',
    ...Array.from({ length: 5 }, () => ''),
  ])
})

test('the file name states the content and the date', () => {
  expect(exportFileName('xlsx', new Date('2026-03-01T12:00:00Z'))).toBe('tidings-portfolio-2026-03-01.xlsx')
})

test('companies are selected by id, at most 10,000 of them', () => {
  expect(ExportQuery.parse({ format: 'csv', ids: '3,1,2' }).ids).toEqual([3, 1, 2])
  const many = Array.from({ length: 10_000 }, (_, at) => at + 1)
  expect(ExportQuery.parse({ format: 'csv', ids: many.join(',') }).ids).toHaveLength(10_000)
  for (const ids of ['', '1,', 'a', '0', '-1', '1.5', '9999999999', [...many, 10_001].join(',')])
    expect(ExportQuery.safeParse({ format: 'csv', ids }).error?.issues[0]?.message).toBe(
      'Companies must be chosen by their ids, at most 10,000 of them',
    )
})

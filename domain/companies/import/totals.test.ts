import { expect, test } from 'vitest'
import { companyTable } from './table.ts'

function planned(lines: string[][]) {
  const rows = lines.map((cells, index) => ({ row: index + 1, cells }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const table = companyTable([{ name: '', rows: filled }], { strict: false })
  if ('problem' in table) throw new Error(table.problem)
  return table.judge(0, table.total)
}
const ignored = (lines: string[][]) =>
  planned(lines)
    .filter((row) => row.ignored)
    .map(({ name, reason }) => [name, reason])

const TOTAL = 'Looks like a total, not a company'
const METRIC = 'Looks like a figure about the portfolio, not a company'
const HEADINGS = ['Company', 'Website', 'Sector', 'Stage', 'Date', 'Amount', 'Value']
const LISTED = [
  HEADINGS,
  ['Acme', 'acme.com', 'AI', 'Seed', '2021-03-04', '5000', '7100'],
  ['Bolt', '', 'Energy', 'Seed', '2022-03-04', '6000', '6200'],
  ['Cedar', '', 'Health', 'Series A', '2023-03-04', '9000', '300'],
]
/** A row without a website, category, stage, or date. */
const bare = (name: string, amount = '', value = '') => [name, '', '', '', '', amount, value]

test.each([
  'Total',
  'Summe',
  'TOTAL GÉNÉRAL',
  'Итого',
  'Totaal',
  '合計',
  'Total invertido',
  'Total active',
  'Total Fund II (USD)',
  'Gesamt Beteiligungen',
  'EUR total in USD',
  'Subtotal Lisbon',
  'Total for Lisbon',
  'Lisbon total',
  'Average ticket size',
  'of which exited',
  'dont cédées',
])('%j without anything about a company is a total', (name) => {
  expect(ignored([...LISTED, bare(name, '777')])).toEqual([[name, TOTAL]])
})

test.each([
  'Grand Total Analytics',
  'Total Rewind',
  'Total Brain',
  'Average Joe Fitness',
  'Summa Equity',
  'Totalmobile',
  '500 Startups',
])('%j is a company', (name) => {
  expect(ignored([...LISTED, bare(name, '777', '888')])).toEqual([])
})

test('a row called like a total is a company if it has details', () => {
  const rows = planned([...LISTED, ['Grand Total', '', 'AI', 'Seed', '2024-01-05', '20000', '']])
  expect(rows.at(-1)).toMatchObject({ name: 'Grand Total', category: 'AI', stage: 'Seed', reason: null })
  expect(ignored([...LISTED, ['Subtotal Lisbon', '', 'AI', '', '', '5', '']])).toEqual([])
  expect(ignored([...LISTED, ['Total', '2 companies', '', '', '', '20000', '']])).toEqual([['Total', TOTAL]])
})

test('unknown words after "Total" are a total if the figures are the sum of the rows above', () => {
  expect(ignored([...LISTED, bare('Total Lisbon office', '20000')])).toEqual([['Total Lisbon office', TOTAL]])
  expect(ignored([...LISTED, bare('Total Lisbon office', '20001')])).toEqual([])
  const more = [
    ...LISTED,
    bare('Total', '20000'),
    ['Dune', '', 'AI', '', '', '30', ''],
    ['Elm', '', 'AI', '', '', '12', ''],
  ]
  expect(ignored([...more, bare('Total Porto office', '42')]).at(-1)).toEqual(['Total Porto office', TOTAL])
  expect(ignored([...more, bare('Total both offices', '20042')]).at(-1)).toEqual(['Total both offices', TOTAL])
})

test('row numbers are not figures that add up', () => {
  const lines = [
    ['Nr', 'Company', 'Amount'],
    ['1', 'Acme', '5000'],
    ['2', 'Bolt', '6000'],
    ['3', 'Total Rewind', '700'],
  ]
  expect(ignored(lines)).toEqual([])
})

test('sums are recognized in any notation of amounts', () => {
  const lines = [
    ['Firma', 'Betrag'],
    ['Acme GmbH', '10.000,50 €'],
    ['Bolt AG', '5.000,00 €'],
    ['Summe Lissabon', '15.000,50 €'],
  ]
  expect(ignored(lines)).toEqual([['Summe Lissabon', TOTAL]])
})

test('a row of sums is a total whatever it is called, unless the sums may be a coincidence', () => {
  expect(ignored([...LISTED, bare('Everything', '20000', '13600')])).toEqual([['Everything', TOTAL]])
  expect(ignored([...LISTED, bare('Dune', '20000')])).toEqual([])
  expect(ignored([...LISTED, ['Dune', '', 'AI', '', '', '20000', '13600']])).toEqual([])
  expect(ignored([...LISTED.slice(0, 3), bare('Dune', '11000', '13300')])).toEqual([])
  const allBare = [
    ['Company', 'Amount', 'Value'],
    ['Acme', '1', '2'],
    ['Bolt', '1', '2'],
    ['Cedar', '1', '2'],
    ['Dune', '3', '6'],
  ]
  expect(ignored(allBare)).toEqual([])
})

test('zeros are among the rows that add up', () => {
  const zero = ['Dune', '', 'AI', '', '', '0', '']
  expect(ignored([HEADINGS, zero, ['Elm', '', 'AI', '', '', '9', ''], bare('Total Lisbon office', '9')])).toHaveLength(
    1,
  )
})

test('totals above the rows of a group are not companies', () => {
  const [headings = [], acme = [], bolt = [], cedar = []] = LISTED
  const dune = ['Dune', '', 'AI', 'Seed', '', '1000', '700']
  const groups = [headings, bare('Lisbon', '11000'), acme, bolt, bare('Porto', '10000'), cedar, dune]
  expect(ignored(groups).map(([name]) => name)).toEqual(['Lisbon', 'Porto'])
  expect(ignored(groups.with(4, bare('Porto', '10001')))).toEqual([])
  const sure = groups.with(1, bare('Lisbon', '11000', '13300')).with(4, bare('Porto', '10001'))
  expect(ignored(sure).map(([name]) => name)).toEqual(['Lisbon'])
})

test('words that are also names are totals only at the end of a table', () => {
  expect(ignored([...LISTED, bare('Median', '6000')])).toEqual([['Median', TOTAL]])
  const [headings = [], ...rows] = LISTED
  expect(ignored([headings, bare('Soma', '700'), ...rows])).toEqual([])
})

test('the number of rows is not a company', () => {
  expect(ignored([...LISTED, bare('3 deals'), bare('n = 3'), bare('Anzahl: 3')]).map(([name]) => name)).toEqual([
    '3 deals',
    'n = 3',
    'Anzahl: 3',
  ])
})

test.each(['Net IRR', 'Net assets', 'Wire fee', 'Opening balance', 'EUR/USD', 'Number of companies: 3', 'Book value'])(
  '%j is a figure',
  (name) => {
    expect(ignored([...LISTED, bare(name, '777')])).toEqual([[name, METRIC]])
  },
)

test('lines with a label and a figure below the table are not companies', () => {
  const line = (label: string, value: string) => [label, value, '', '', '', '', '']
  const empty = bare('')
  expect(
    ignored([
      ...LISTED,
      empty,
      line('Hurdle', '8%'),
      line('Cash', '500'),
      line('Prepared by', 'Ann'),
      line('W', 'sold'),
    ]),
  ).toEqual(
    ['Hurdle', 'Cash', 'Prepared by', 'W'].map((name) => [name, 'Looks like a note below the table, not a company']),
  )
  expect(ignored([...LISTED, line('Cash', '500')])).toEqual([])
  expect(ignored([...LISTED, empty, bare('Cash', '500'), bare('Dune', '500')]).map(([name]) => name)).toEqual(['Cash'])
})

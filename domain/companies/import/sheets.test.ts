import { expect, test } from 'vitest'
import { companyTable, type CompanyTable } from './table.ts'

const rowsOf = (lines: string[][]) =>
  lines.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

function tableOf(lines: string[][]): CompanyTable {
  const table = companyTable([{ name: 'Deals', rows: rowsOf(lines) }], { strict: false })
  if ('problem' in table) throw new Error(table.problem)
  return table
}
const planned = (lines: string[][]) => {
  const table = tableOf(lines)
  return table.judge(0, table.total)
}
const companies = (lines: string[][]) =>
  planned(lines)
    .filter(({ reason }) => reason === null)
    .map(({ name, website }) => [name, website])

test.each([
  ['an empty column', ['Company', 'Website', '', 'Company', 'Website'], 3],
  ['nothing', ['Company', 'Website', 'Company', 'Website'], 2],
])('tables next to each other, separated by %s, are read one after the other', (_, headings, second) => {
  const beside = (name: string, site: string) => [...Array.from({ length: second }, () => ''), name, site]
  const lines = [
    headings,
    beside('Cedar', 'cedar.com').map((cell, column) => ['Acme', 'acme.com'][column] ?? cell),
    beside('Dune', ''),
  ]
  expect(companies(lines)).toEqual([
    ['Acme', 'https://acme.com'],
    ['Cedar', 'https://cedar.com'],
    ['Dune', null],
  ])
})

test('a pipeline next to the portfolio is not read', () => {
  const lines = [
    ['Portfolio', '', '', 'Pipeline', ''],
    ['Company', 'Website', '', 'Company', 'Website'],
    ['Acme', 'acme.com', '', 'Bolt', 'bolt.io'],
  ]
  expect(companies(lines)).toEqual([['Acme', 'https://acme.com']])
})

test.each([
  ['people', ['Name', 'Email'], ['Ann', 'ann@acme.com']],
  ['the legal name', ['Legal name', 'City'], ['Acme Holdings', 'Graz']],
])('columns with %s beside the companies are not another table', (_, headings, cells) => {
  const lines = [
    ['Name', 'Website', '', ...headings],
    ['Acme', 'acme.com', '', ...cells],
  ]
  expect(companies(lines)).toEqual([['Acme', 'https://acme.com']])
})

test('a summary beside the table does not hide its section headings or change its columns', () => {
  const lines = [
    ['Company', 'Website', 'Stage', '', 'Metric', 'Value'],
    ['Acme', 'acme.com', 'Seed', '', 'Invested', '100'],
    ['Healthcare', '', '', '', 'IRR', '12%'],
    ['Bolt', '', 'Seed', '', '', ''],
    ['', '', '', '', 'Deals', '2'],
  ]
  expect(companies(lines).map(([name]) => name)).toEqual(['Acme', 'Bolt'])
  expect(tableOf(lines).layout.columns?.columns.map(({ heading }) => heading)).toEqual(['Company', 'Website', 'Stage'])
})

test('headings in two rows are joined', () => {
  const [row] = planned([
    ['Company', 'Website', 'Exit', '', 'Investment', ''],
    ['', '', 'Date', 'Value', 'Date', 'Round'],
    ['Acme', 'acme.com', '2024-03-04', '9', '2021-03-04', 'Seed'],
  ])
  expect(row).toMatchObject({ row: 3, name: 'Acme', investmentDate: '2021-03-04', stage: 'Seed' })
})

test('groups of headings tell companies from others', () => {
  const lines = [
    ['Vehicle', '', 'Company', ''],
    ['Name', 'City', 'Name', 'Website'],
    ['Harbor SPV', 'Graz', 'Acme', 'acme.com'],
  ]
  expect(companies(lines)).toEqual([['Acme', 'https://acme.com']])
})

test('the group of a heading tells which of two dates is meant', () => {
  const [row] = planned([
    ['', 'Founding', '', 'Investment', ''],
    ['Company', 'Date', 'City', 'Date', 'Round'],
    ['Acme', '2011-03-04', 'Graz', '2021-03-04', 'Seed'],
  ])
  expect(row?.investmentDate).toBe('2021-03-04')
  const [later] = planned([
    ['', '', 'Last round', ''],
    ['Company', 'Stage', 'Date', 'Price'],
    ['Acme', 'Seed', '2024-03-04', '9'],
  ])
  expect(later).toMatchObject({ name: 'Acme', investmentDate: null })
})

test('a remark above the headings is not a group of headings', () => {
  const lines = [
    ['Lead', 'Ann Lee', ''],
    ['Company', 'Website', 'Stage'],
    ['Acme', 'acme.com', 'Seed'],
  ]
  expect(companies(lines)).toEqual([['Acme', 'https://acme.com']])
})

test('units below the headings are not a row', () => {
  const table = tableOf([
    ['Company', 'Website', 'Amount', 'Stake'],
    ['', '', 'EUR', '%'],
    ['Acme', 'acme.com', '5000', '2'],
  ])
  expect(table.judge(0, 5)).toMatchObject([{ name: 'Acme', positions: [{ amount: '5000', currency: 'EUR' }] }])
})

test('an incomplete company below the headings is not a second row of headings', () => {
  const lines = [
    ['Company', 'Sector', 'Stage'],
    ['', 'Climate', 'Seed'],
    ['Acme', 'Energy', 'Seed'],
  ]
  expect(planned(lines).map(({ name, category }) => [name, category])).toEqual([
    ['', 'Climate'],
    ['Acme', 'Energy'],
  ])
})

test('companies in columns are read; their numbers are those of the columns', () => {
  const lines = [
    ['Company', 'Acme', 'Bolt'],
    ['Website', 'acme.com', ''],
    ['Stage', 'Seed', 'Series A'],
  ]
  expect(planned(lines)).toMatchObject([
    { row: 2, name: 'Acme', website: 'https://acme.com', stage: 'Seed' },
    { row: 3, name: 'Bolt', website: null, stage: 'Series A' },
  ])
})

test('companies below each other with headings on the left are read', () => {
  const lines = [
    ['Company', 'Acme'],
    ['Website', 'acme.com'],
    ['Stage', 'Seed'],
    ['', ''],
    ['Company', 'Bolt'],
    ['Stage', 'Series A'],
  ]
  expect(planned(lines)).toMatchObject([
    { row: 1, name: 'Acme', website: 'https://acme.com', stage: 'Seed' },
    { row: 5, name: 'Bolt', website: null, stage: 'Series A' },
  ])
})

test('labels above a table do not make it a list of labeled records', () => {
  const lines = [
    ['Company', 'legal name'],
    ['Website', 'home page'],
    ['Stage', 'at entry'],
    ['', ''],
    ['Company', 'Website'],
    ['Acme', 'acme.com'],
  ]
  expect(companies(lines)).toEqual([['Acme', 'https://acme.com']])
})

test('lines above the table that look like headings are not', () => {
  const lines = [
    ['Company', 'Harbor Angels'],
    ['Date', '2024-06-30'],
    ['', ''],
    ['Company', 'Amount'],
    ['Acme', '5'],
    ['Bolt', '6'],
  ]
  expect(companies(lines).map(([name]) => name)).toEqual(['Acme', 'Bolt'])
})

test('a sheet with a vague heading and nothing about companies is read only if there is no better one', () => {
  const names = (...sheets: string[][][]) => {
    const table = companyTable(
      sheets.map((lines, index) => ({ name: `Sheet${index + 1}`, rows: rowsOf(lines) })),
      { strict: false },
    )
    return 'problem' in table ? table.problem : table.judge(0, 9).map(({ name }) => name)
  }
  const clear = [['Company'], ['Acme']]
  const rates = [
    ['Name', 'Rate'],
    ['Euro', '1.08'],
  ]
  const funded = [
    ['Name', 'Amount'],
    ['Bolt', '$5'],
  ]
  expect(names(clear, rates, funded)).toEqual(['Acme', 'Bolt'])
  expect(names(rates, rates)).toEqual(['Euro', 'Euro'])
})

test.each([
  ['Deal pipeline', false],
  ['2024 watchlist', false],
  ['FX rates', false],
  ['Portfolio and pipeline', true],
  ['Exited', true],
])('the sheet %j is read: %s', (name, isRead) => {
  const rows = rowsOf([['Company'], ['Acme']])
  const table = companyTable(
    [
      { name: 'Fund I', rows },
      { name, rows },
    ],
    { strict: false },
  )
  expect('problem' in table ? null : table.layout.sheets[1]?.read).toBe(isRead)
})

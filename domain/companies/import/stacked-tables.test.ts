import { expect, test } from 'vitest'
import { companyTable, type CompanyTable } from './table.ts'

const rowsOf = (lines: string[][]) =>
  lines.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

function tableOf(lines: string[][], choice = {}): CompanyTable {
  const table = companyTable([{ name: 'Deals', rows: rowsOf(lines) }], { strict: false, choice })
  if ('problem' in table) throw new Error(table.problem)
  return table
}
const planned = (lines: string[][], choice = {}) => {
  const table = tableOf(lines, choice)
  return table.judge(0, table.total)
}
const companies = (lines: string[][], choice = {}) =>
  planned(lines, choice)
    .filter(({ reason }) => reason === null)
    .map(({ name, website }) => [name, website])

const STACKED = [
  ['ACTIVE', '', ''],
  ['Company', 'Website', 'Amount'],
  ['Acme', 'acme.com', '5'],
  ['Bolt', '', '6'],
  ['Total', '', '11'],
  ['', '', ''],
  ['SOLD', '', ''],
  ['Website', 'Company', 'Buyer'],
  ['cedar.com', 'Cedar', 'BigCo'],
  ['', 'Dune', 'OtherCo'],
]

test('a second table below the first is read with its own columns, as a sheet of its own', () => {
  expect(companies(STACKED)).toEqual([
    ['Acme', 'https://acme.com'],
    ['Bolt', null],
    ['Cedar', 'https://cedar.com'],
    ['Dune', null],
  ])
  expect(tableOf(STACKED).layout.sheets.map(({ name }) => name)).toEqual(['Deals: ACTIVE', 'Deals: SOLD'])
  expect(companies(STACKED, { sheets: [2], skip: ['10'] })).toEqual([
    ['Cedar', 'https://cedar.com'],
    ['Dune', null],
  ])
})

test('rows keep their numbers, so that a row of the second table can be left out', () => {
  expect(planned(STACKED, { skip: ['2:9'] }).filter(({ unticked }) => unticked)).toMatchObject([{ row: 9, sheet: 2 }])
})

test('the first table is read even if the second has more known columns', () => {
  const lines = [
    ['Company', 'Amount', ''],
    ['Acme', '5', ''],
    ['', '', ''],
    ['Company', 'Website', 'Stage'],
    ['Bolt', 'bolt.io', 'Seed'],
  ]
  expect(companies(lines).map(([name]) => name)).toEqual(['Acme', 'Bolt'])
})

test('without an empty row, only known headings begin another table', () => {
  const lines = (heading: string[]) => [
    ['Company', 'Stage', 'City'],
    ['Acme', 'Seed', 'Graz'],
    heading,
    ['x', 'Bolt', 'y'],
  ]
  expect(companies(lines(['Date', 'Company', 'Buyer'])).map(([name]) => name)).toEqual(['Acme', 'Bolt'])
  expect(companies(lines(['Date', 'Compound', 'Bought'])).map(([name]) => name)).toEqual(['Acme', 'Date', 'x'])
})

test('after an empty row, a heading for the company is enough', () => {
  const lines = [
    ['Company', 'Stage', 'City'],
    ['Acme', 'Seed', 'Graz'],
    ['', '', ''],
    ['Thesis', 'Company', ''],
    ['Heat', 'Bolt', ''],
  ]
  expect(companies(lines).map(([name]) => name)).toEqual(['Acme', 'Bolt'])
  const called = [
    ['Company', 'Stage'],
    ['Acme', 'Seed'],
    ['Record', 'Angel'],
    ['Bolt', 'Seed'],
  ]
  expect(companies(called).map(([name]) => name)).toEqual(['Acme', 'Record', 'Bolt'])
})

test('a pipeline below the portfolio is not read unless chosen, even with the same headings', () => {
  const lines = [
    ['Portfolio', ''],
    ['Company', 'Website'],
    ['Acme', 'acme.com'],
    ['', ''],
    ['Pipeline 2026', ''],
    ['Company', 'Website'],
    ['Bolt', 'bolt.io'],
    ['', ''],
    ['Exited', ''],
    ['Company', 'Website'],
    ['Cedar', 'cedar.com'],
  ]
  expect(companies(lines).map(([name]) => name)).toEqual(['Acme', 'Cedar'])
  expect(tableOf(lines).warnings).toEqual(['Sheets not read: Deals: Pipeline 2026.'])
  expect(companies(lines, { sheets: [2] })).toEqual([['Bolt', 'https://bolt.io']])
})

test('a table about something else is not read as companies', () => {
  const lines = [
    ['Company', 'Website', 'Amount'],
    ['Acme', 'acme.com', '5'],
    ['', '', ''],
    ['Date', 'Fund', 'Amount'],
    ['2024-01-05', 'Harbor I', '100'],
    ['2024-02-05', 'Harbor I', '100'],
  ]
  expect(planned(lines).map(({ name }) => name)).toEqual(['Acme'])
})

test('headings repeated under a title are left out together with the title', () => {
  const lines = [
    ['Company', 'Website', 'Amount'],
    ['Acme', '', '5'],
    ['Spring cohort', '', ''],
    ['Company', 'Website', 'Amount'],
    ['Bolt', '', '6'],
  ]
  expect(planned(lines).map(({ name, reason }) => [name, reason])).toEqual([
    ['Acme', null],
    ['Spring cohort', 'Looks like a section heading, not a company'],
    ['Company', 'Repeats the headings'],
    ['Bolt', null],
  ])
})

test('a file with headings in every other row is split into a limited number of tables', () => {
  const lines = Array.from({ length: 200 }, (_, index) => [
    ['Company', 'Stage', `Note ${index}`],
    [`Acme ${index}`, 'Seed'],
    ['', ''],
  ])
  const { layout } = tableOf(lines.flat())
  expect(layout.sheets).toHaveLength(20)
})

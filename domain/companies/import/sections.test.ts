import { expect, test } from 'vitest'
import { companyTable } from './table.ts'

type Line = string[] | { merged: string }

function planned(lines: Line[]) {
  const rows = lines.map((line, index) =>
    Array.isArray(line) ? { row: index + 1, cells: line } : { row: index + 1, cells: [line.merged], isMerged: true },
  )
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const table = companyTable([{ name: '', rows: filled }], { strict: false })
  if ('problem' in table) throw new Error(table.problem)
  return table.judge(0, table.total)
}
const ignored = (lines: Line[]) =>
  planned(lines)
    .filter((row) => row.ignored)
    .map(({ name, reason }) => [name, reason])

const SECTION = 'Looks like a section heading, not a company'
const NOTE = 'Looks like a note, not a company'
const FOOTER = 'Looks like a note below the table, not a company'
const HEADINGS = ['Company', 'Sector', 'Stage', 'Amount']
const ACME = ['Acme', 'AI', 'Seed', '5']
const BOLT = ['Bolt', 'AI', 'Seed', '6']
const CEDAR = ['Cedar', 'AI', 'Seed', '7']

test.each([
  'Exited / written off',
  'EXITED (3)',
  'Realised – full exits',
  'Preferred stock - 60.0%',
  'Seed & Series A',
])('%j alone in a row is a section heading', (name) => {
  expect(ignored([HEADINGS, ACME, [name], BOLT])).toEqual([[name, SECTION]])
})

test.each([
  'Exit Five',
  'AI21',
  'Pipeline AI',
  'People.ai',
  'Seed & Co',
  'KKR HOLDINGS',
  'Sourcegraph',
  'Standard Metrics',
  'Note',
])('%j alone in a row is a company', (name) => {
  expect(ignored([HEADINGS, ACME, BOLT, CEDAR, [name], ACME])).toEqual([])
})

test('an unknown heading is recognized between a total and more rows, in capitals, and in a merged cell', () => {
  const total = ['Subtotal', '', '', '11']
  expect(ignored([HEADINGS, ACME, BOLT, total, ['Lisbon office'], CEDAR]).at(-1)).toEqual(['Lisbon office', SECTION])
  expect(ignored([HEADINGS, ACME, BOLT, ['', '', '', ''], ['LISBON OFFICE'], CEDAR])).toEqual([
    ['LISBON OFFICE', SECTION],
  ])
  expect(ignored([HEADINGS, ACME, { merged: 'Lisbon office' }, BOLT])).toEqual([['Lisbon office', SECTION]])
  expect(ignored([HEADINGS, ACME, ['Lisbon office'], BOLT])).toEqual([])
})

test('a table of names in capitals has no headings in capitals', () => {
  const rows = ['ACME', 'BOLT', 'CEDAR'].map((name) => [name, 'AI', 'SEED', '5'])
  expect(ignored([HEADINGS, ...rows, ['', '', '', ''], ['DUNE'], ...rows])).toEqual([])
})

test('a table that begins with a heading has more of them, but companies without details are not headings', () => {
  expect(ignored([HEADINGS, ['Lisbon'], ACME, ['Porto'], BOLT]).map(([name]) => name)).toEqual(['Lisbon', 'Porto'])
  expect(ignored([HEADINGS, ['Dune'], ACME, BOLT])).toEqual([])
  expect(ignored([HEADINGS, ['Dune'], ACME, ['Elm'], ['Fir'], BOLT])).toEqual([])
  expect(ignored([HEADINGS, ['Healthcare'], ['Lisbon'], ACME, ['Porto'], BOLT])).toHaveLength(3)
})

test('companies in a section of prospects are left out, even with a website', () => {
  const lines = [
    ['Company', 'Website', 'Stage'],
    ['Acme', 'acme.com', 'Seed'],
    ['Pipeline (2)'],
    ['Bolt', 'bolt.io', 'Seed'],
    ['Cedar', '', 'Seed'],
    ['Exited'],
    ['Dune', 'dune.com', 'Seed'],
  ]
  const reason = 'Listed under “Pipeline (2)”, not in the portfolio'
  expect(ignored(lines)).toEqual([
    ['Pipeline (2)', SECTION],
    ['Bolt', reason],
    ['Cedar', reason],
    ['Exited', SECTION],
  ])
})

test.each([
  ['Nota: importes en euros', FOOTER],
  ['Obs.: valores em reais', FOOTER],
  ['(1) Unaudited', FOOTER],
  ['Figures in USD thousands', FOOTER],
  ['End of report', FOOTER],
  ['(the bridge converts in Q3)', NOTE],
  ['Past results do not predict anything.', NOTE],
])('%j alone in a row is a note', (name, reason) => {
  expect(ignored([HEADINGS, ACME, [name], BOLT])).toEqual([[name, reason]])
})

test('words that are also names are notes only below the table', () => {
  expect(ignored([HEADINGS, ACME, BOLT, ['Sources']])).toEqual([['Sources', FOOTER]])
  expect(ignored([HEADINGS, ACME, ['Sources'], BOLT])).toEqual([])
})

test('in a table with many empty rows, a company below one is not a note', () => {
  const gap = ['', '', '', '']
  expect(ignored([HEADINGS, ACME, gap, BOLT, gap, CEDAR, gap, ['Dune', '9', '', '']])).toEqual([])
})

test.each(['Untitled', 'TBD', 'n/a', '#N/A', '#REF!', '---', '?'])('%j is not a name', (name) => {
  expect(ignored([HEADINGS, ACME, [name, '', 'Seed', '']])).toEqual([[name, `“${name}” is not a company name`]])
})

test('a placeholder that could be a name is left out only if nothing else is in its row', () => {
  expect(ignored([HEADINGS, ACME, ['Unknown'], BOLT])).toEqual([['Unknown', '“Unknown” is not a company name']])
  expect(ignored([HEADINGS, ACME, ['Unknown', '', 'Seed', ''], BOLT])).toEqual([])
})

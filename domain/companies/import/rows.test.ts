import { expect, test } from 'vitest'
import { companyTable, type CompanyTable } from './table.ts'

const rowsOf = (lines: string[][]) =>
  lines.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))
const sheet = (name: string, lines: string[][]) => ({ name, rows: rowsOf(lines) })

function tableOf(sheets: ReturnType<typeof sheet>[], choice = {}): CompanyTable {
  const table = companyTable(sheets, { strict: false, choice })
  if ('problem' in table) throw new Error(table.problem)
  return table
}
function validated(lines: string[][]) {
  const table = tableOf([sheet('', lines)])
  return table.judge(0, table.total)
}

const WIDE = ['Company', 'Website', 'Cost', 'Value']
const ignoredIn = (lines: string[][]) =>
  validated(lines)
    .filter((row) => row.ignored)
    .map(({ name, reason }) => [name, reason])

test('totals, sections, notes and repeated headings are not companies', () => {
  const found = ignoredIn([
    WIDE,
    ['Healthcare', '', '', ''],
    ['Acme', 'acme.com', '1', '2'],
    ['Cedar', '', '1', '2'],
    ['Subtotal Healthcare', '', '2', '4'],
    WIDE,
    ['Anything at all', '', '', ''],
    ['Dune', 'dune.com', '1', '2'],
    ['Fund I total', '', '1', '2'],
    ['Grand Total (3)', '', '3', '6'],
    ['', '', '1', '2'],
    ['Confidential', '', '', ''],
  ])
  expect(found).toEqual([
    ['Healthcare', 'Looks like a section heading, not a company'],
    ['Subtotal Healthcare', 'Looks like a total, not a company'],
    ['Company', 'Repeats the headings'],
    ['Anything at all', 'Looks like a section heading, not a company'],
    ['Fund I total', 'Looks like a total, not a company'],
    ['Grand Total (3)', 'Looks like a total, not a company'],
    ['Confidential', 'Looks like a note below the table, not a company'],
  ])
})

test('a column of amounts is not read as dates', () => {
  const dates = (invested: string) =>
    validated([
      ['Company', 'Invested', 'Date'],
      ['Acme', invested, '2024-01-05'],
    ])[0]?.investmentDate
  expect(dates('50000')).toBe('2024-01-05')
  expect(dates('2023-05-01')).toBe('2023-05-01')
})

test('companies named like totals or sections are still companies', () => {
  const found = ignoredIn([
    WIDE,
    ['Total Rewind', '', '1', '2'],
    ['Total', 'total.com', '1', '2'],
    ['Seed', 'seed.com', '', ''],
    ['Average Joe Fitness', '', '1', '2'],
    ['Acme', '', '', ''],
  ])
  expect(found).toEqual([])
})

test('amounts, dates and numbers are not names unless the row has a website', () => {
  const lines = ['$1,500,000', '12.5%', '2024-01-05', '10231', '1.000,00 €'].map((name) => [name, '', '', ''])
  const names = ['3i', '23andMe', '37signals', 'A16Z', '1-800 Contacts'].map((name) => [name, '', '', ''])
  expect(ignoredIn([WIDE, ['Acme', '', '', ''], ...names, ...lines])).toEqual(
    lines.map(([name]) => [name, `“${name}” is not a company name`]),
  )
  expect(ignoredIn([WIDE, ['Acme', '', '', ''], ['42', 'fortytwo.ai', '', '']])).toEqual([])
})

test('a column of record numbers is not the name column, whatever its heading', () => {
  const [row] = validated([
    ['Name', 'Legal Name', 'Invested'],
    ['INV-1', 'Acme', '$5'],
    ['INV-2', 'Cedar', '$6'],
  ])
  expect(row?.name).toBe('Acme')
})

test('names that look like record numbers are accepted if no other column has names', () => {
  const rows = validated([
    ['Company', 'Website'],
    ['C3', 'c3.com'],
    ['B12', ''],
  ])
  expect(rows.map(({ name }) => name)).toEqual(['C3', 'B12'])
})

test.each([
  ['ACME (Series B)', 'ACME', 'Series B'],
  ['Acme - Seed', 'Acme', 'Seed'],
  ['Acme, Inc. (Convertible Note)', 'Acme, Inc.', null],
  ['Acme Series A Preferred', 'Acme', 'Series A Preferred'],
  ['Acme* (YC S19)', 'Acme', null],
  ['Acme (formerly Bolt)', 'Acme', null],
  ['Acme (Berlin)', 'Acme (Berlin)', null],
  ['Black Seed', 'Black Seed', null],
  ['World Series', 'World Series', null],
])('%s is the company %s', (written, name, stage) => {
  const rows = validated([['Company'], [written], ['Cedar']])
  expect(rows[0]).toMatchObject({ name, stage, note: name === written ? null : `“${written}” is read as “${name}”.` })
})

test('a row without a website takes it from another row of the same company', () => {
  const rows = validated([
    ['Company', 'Website'],
    ['Acme Inc.', ''],
    ['Acme, Inc', 'acme.com'],
    ['Cedar', ''],
  ])
  expect(rows.map(({ website }) => website)).toEqual(['https://acme.com', 'https://acme.com', null])
  expect(rows[0]?.note).toBe('The website is taken from another row of this company.')
})

test('reads lists without headings: names, websites, and names beside websites', () => {
  const of = (lines: string[][]) => validated(lines).map(({ name, website }) => [name, website])
  expect(of([['Acme'], ['Cedar, Inc.'], ['Dune']])).toEqual([
    ['Acme', null],
    ['Cedar, Inc.', null],
    ['Dune', null],
  ])
  expect(of([['My portfolio:'], ['- Acme'], ['- Cedar']])).toEqual([
    ['Acme', null],
    ['Cedar', null],
  ])
  expect(of([['www.acme.co.uk'], ['https://cedar.com/en']])).toEqual([
    ['Acme', 'https://www.acme.co.uk'],
    ['Cedar', 'https://cedar.com/en'],
  ])
  expect(
    of([
      ['Berlin', 'Acme', 'acme.com'],
      ['Paris', 'Cedar', 'getcedar.io'],
    ]),
  ).toEqual([
    ['Acme', 'https://acme.com'],
    ['Cedar', 'https://getcedar.io'],
  ])
  expect(() =>
    validated([
      ['This is a letter that goes on and on and is not a list'],
      ['and has a second line that is not a name'],
    ]),
  ).toThrow("CSV must contain a 'Company' or 'Name' column")
})

const several = [
  sheet('Cover', [['Harbor Angels'], ['Confidential']]),
  sheet('Fund I', [
    ['Company', 'Website'],
    ['Acme', 'acme.com'],
  ]),
  sheet('Fund II', [['Startup'], ['Cedar']]),
  sheet('Pipeline', [['Company'], ['Maybe']]),
  sheet('Team', [
    ['Name', 'Email'],
    ['Ada', 'ada@x.com'],
  ]),
]

test('sheets with companies are read; cover, people and pipeline sheets only if chosen', () => {
  const named = (choice = {}) => {
    const table = tableOf(several, choice)
    return { names: table.judge(0, table.total).map(({ name, sheet: at }) => [name, at]), table }
  }
  const { names, table } = named()
  expect(names).toEqual([
    ['Acme', 2],
    ['Cedar', 3],
  ])
  expect(table.warnings).toEqual(['Sheets not read: Cover, Pipeline, Team.'])
  expect(table.layout.sheets.map(({ read: isRead }) => isRead)).toEqual([false, true, true, false, false])
  expect(named({ sheets: [4] }).names).toEqual([['Maybe', undefined]])
  expect(named({ sheets: [2, 4] }).names).toEqual([
    ['Acme', 2],
    ['Maybe', 4],
  ])
})

test('the user can deselect a row or force one to be included', () => {
  const lines = [WIDE, ['Acme', '', '1', '1'], ['Total', '', '1', '1']]
  const table = tableOf([sheet('', lines)], { skip: ['2'], take: ['3'] })
  expect(table.judge(0, 2)).toMatchObject([
    { name: 'Acme', unticked: true },
    { name: 'Total', reason: null },
  ])
})

test.each([
  ['Unternehmen', 'Webseite'],
  ['Société', 'Site web'],
  ['Compañía', 'Página web'],
  ['会社名', 'ウェブサイト'],
  ['Razão social', 'Site'],
  ['Ragione sociale', 'Sito web'],
  ['Companies (2)', 'Company Domain Name'],
  ['Parent Record', 'Parent Record > Domains'],
])('headings %s and %s are recognized', (name, website) => {
  expect(
    validated([
      ['Nr.', name, website],
      ['1', 'Acme', 'acme.com'],
    ])[0],
  ).toMatchObject({ name: 'Acme', website: 'https://acme.com' })
})

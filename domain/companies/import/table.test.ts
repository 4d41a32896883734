import { expect, test } from 'vitest'
import type { TableRow } from './values.ts'
import { companyTable, type CompanyTable } from './table.ts'

const rowsOf = (lines: string[][]) =>
  lines.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

const problem = (lines: string[][], strict = true) => {
  const table = companyTable([{ name: '', rows: rowsOf(lines) }], { strict })
  return 'problem' in table ? table.problem : null
}

function read(lines: string[][], strict = false): CompanyTable {
  const table = companyTable([{ name: '', rows: rowsOf(lines) }], { strict })
  if ('problem' in table) throw new Error(table.problem)
  return table
}
const validated = (lines: string[][], strict = false) => {
  const table = read(lines, strict)
  return table.judge(0, table.total)
}

test.each([
  [[], 'CSV file must have at least a header row and one data row'],
  [[['Company', 'Website']], 'CSV file must have at least a header row and one data row'],
  [
    [
      ['Firm', 'Place'],
      ['Acme', 'here'],
    ],
    "CSV must contain a 'Company' or 'Name' column",
  ],
  [
    [
      ['Company', 'Place'],
      ['Acme', 'here'],
    ],
    "CSV must contain a 'Website' or 'URL' column",
  ],
  [
    [
      ['Company', 'Website'],
      ['Acme', ''],
      ['', 'acme.com'],
    ],
    'No valid companies found in CSV. Make sure you have both company names and websites in the data.',
  ],
])('bulk upload dialog rejects the file %j', (lines, message) => {
  expect(problem(lines)).toBe(message)
})

test.each(['company', 'name', 'Company Name', ' COMPANY_NAME ', '\uFEFF"Company"', 'Organization Name', 'Issuer'])(
  'the name column may be called %j',
  (header) => {
    expect(
      validated([
        [header, 'x'],
        ['Acme', ''],
      ])[0],
    ).toMatchObject({ row: 2, name: 'Acme', reason: null })
  },
)

test.each(['website', 'URL', 'web', 'Company Website', 'company_website', 'Homepage URL', 'Domain'])(
  'the website column may be called %j',
  (header) => {
    const [row] = validated(
      [
        ['Company', header],
        ['Acme', 'www.acme.com'],
      ],
      true,
    )
    expect(row).toMatchObject({ website: 'https://www.acme.com', hostKey: 'acme.com', nameKey: 'acme' })
  },
)

test('the website is optional on the page and required in the dialog', () => {
  const lines = [
    ['Company', 'Website'],
    ['Acme', ''],
    ['Cedar', 'cedar.com'],
  ]
  expect(validated(lines)[0]).toMatchObject({ website: null, reason: null })
  expect(validated(lines, true)[0]).toMatchObject({ website: null, reason: 'Company website is required' })
})

test('rows with an invalid name are rejected with the form’s messages', () => {
  const reasons = validated([
    ['Company', 'Website'],
    ['', 'acme.com'],
    ['x'.repeat(201), ''],
    ['Acme', 'ftp://acme.com'],
    ['Cedar', 'n/a'],
  ]).map(({ row, reason }) => [row, reason])
  expect(reasons).toEqual([
    [2, 'Company name is required'],
    [3, 'Company name must be at most 200 characters'],
    [4, null],
    [5, null],
  ])
})

test('a bad website adds a note on the page and rejects the row in the dialog', () => {
  const lines = [
    ['Company', 'Website'],
    ['Acme', 'ftp://acme.com'],
    ['Cedar', 'cedar.com'],
  ]
  expect(validated(lines)[0]).toMatchObject({
    website: null,
    reason: null,
    note: '“ftp://acme.com” is not a website; it is left out.',
  })
  expect(validated(lines, true)[0]).toMatchObject({ reason: 'Must be a valid URL' })
})

test.each([
  ['[acme.com](https://acme.com)', 'https://acme.com', '“[acme.com](https://acme.com)” is read as https://acme.com.'],
  ['acme.com, acme.io', 'https://acme.com', '“acme.com, acme.io” is read as https://acme.com.'],
  ['ada@acme.com', null, '“ada@acme.com” is not a website; it is left out.'],
  ['http://192.168.7.4:8080/', 'http://192.168.7.4:8080/', null],
  ['1.2.3.4', null, '“1.2.3.4” is not a website; it is left out.'],
  [
    'https://www.linkedin.com/company/acme',
    null,
    '“https://www.linkedin.com/company/acme” is a profile page; the website is left empty.',
  ],
  ['ACME.com/about', 'https://acme.com/about', null],
])('reads the website, if any, in %j', (cell, website, note) => {
  const [row] = validated([
    ['Company', 'Website'],
    ['Acme', cell],
  ])
  expect(row).toMatchObject({ website, note, reason: null })
})

test('a linked name or word provides the website; an email or profile link does not', () => {
  const rows: TableRow[] = [
    { row: 1, cells: ['Company', 'Website'] },
    { row: 2, cells: ['Acme', ''], links: { 0: 'https://acme.com' } },
    { row: 3, cells: ['Cedar', 'Visit'], links: { 1: 'https://cedar.com' } },
    { row: 4, cells: ['Dune', ''], links: { 0: 'mailto:hi@dune.com' } },
    { row: 5, cells: ['Elm', ''], links: { 0: 'https://www.crunchbase.com/organization/elm' } },
  ]
  const table = companyTable([{ name: '', rows }], { strict: false })
  if ('problem' in table) throw new Error(table.problem)
  expect(table.judge(0, 4).map(({ website }) => website)).toEqual(['https://acme.com', 'https://cedar.com', null, null])
})

test('a rejected row keeps its values, truncated', () => {
  const [row] = validated([
    ['Company', 'Website'],
    ['x'.repeat(5000), 'not a site'],
    ['A', ''],
  ])
  expect(row?.name).toHaveLength(301)
  expect(row).toMatchObject({ website: 'not a site', nameKey: '', hostKey: '' })
})

test('a warning about several tables is given once', () => {
  const rows = rowsOf([
    ['Company', 'Website', 'Invested'],
    ['Acme', 'a.com', '$25,000'],
  ])
  const sheets = ['Fund I', 'Fund II'].map((name) => ({ name, rows }))
  expect(companyTable(sheets, { strict: false, choice: { sheets: [1, 2] } })).toMatchObject({
    warnings: ['Amounts in $ are read as US dollars.'],
  })
})

test('a documented header wins over a synonym', () => {
  const [row] = validated([
    ['Issuer', 'Domain', 'Company', 'URL'],
    ['Acme Holdings', 'x.com', 'Acme', 'acme.com'],
  ])
  expect(row).toMatchObject({ name: 'Acme', website: 'https://acme.com' })
})

test('skips lines above the header and empty rows, and keeps the sheet’s row numbers', () => {
  const table = read([
    ['Portfolio export', ''],
    ['', ''],
    ['As of', '2024-01-01'],
    ['Company', 'Website'],
    ['', ''],
    ['Acme', 'acme.com'],
  ])
  expect(table.total).toBe(1)
  expect(table.judge(0, 1)[0]).toMatchObject({ row: 6, name: 'Acme' })
})

test('columns from other products’ exports are recognized', () => {
  const exports = [
    [
      ['Organization Name', 'Industries', 'Last Funding Type', 'Announced Date'],
      ['Acme', 'AI', 'Seed', '2024-01-05'],
    ],
    [
      ['Company/Fund', 'Market', 'Round', 'Invest Date'],
      ['Acme', 'AI', 'Seed', 'Jan 5, 2024'],
    ],
    [
      ['Issuer', 'Sector', 'Series', 'Issue Date'],
      ['Acme', 'AI', 'Seed', '1/5/2024'],
    ],
  ]
  for (const lines of exports)
    expect(validated(lines)[0]).toMatchObject({
      name: 'Acme',
      category: 'AI',
      stage: 'Seed',
      investmentDate: '2024-01-05',
    })
})

test('unreadable fields add a note and the row is still imported', () => {
  const [row] = validated([
    ['Company', 'Category', 'Date'],
    ['Acme', 'x'.repeat(101), 'someday'],
  ])
  expect(row).toMatchObject({ reason: null, category: null, investmentDate: null })
  expect(row?.note).toBe(
    'The category is longer than 100 characters and is left out. “someday” is not a date we can read; it is left out.',
  )
})

test('a month is read as its first day, with a note', () => {
  const [row] = validated([
    ['Company', 'Date'],
    ['Acme', 'Jan 2023'],
  ])
  expect(row).toMatchObject({ investmentDate: '2023-01-01', note: '“Jan 2023” is read as Jan 1, 2023.' })
})

test('ambiguous dates are read as month/day/year, with a warning', () => {
  const lines = [
    ['Company', 'Date'],
    ['Acme', '3/4/2024'],
  ]
  expect(read(lines).warnings[0]).toContain('Dates such as 3/4/2024 are read as month/day/year')
  expect(validated(lines)[0]?.investmentDate).toBe('2024-03-04')
  expect(validated([...lines, ['Cedar', '25/12/2023']])[0]?.investmentDate).toBe('2024-04-03')
})

test('control characters and formula guards are removed', () => {
  const [row] = validated([
    ['Company', 'Stage'],
    ["'=Acme\u0000\nRobotics", "'@A"],
  ])
  expect(row).toMatchObject({ name: '=Acme Robotics', stage: '@A' })
})

test('prototype property names are treated as ordinary names', () => {
  const rows = validated([
    ['__proto__', 'constructor', 'Company', 'prototype'],
    ['polluted', 'polluted', '__proto__', 'polluted'],
  ])
  expect(rows[0]).toMatchObject({ name: '__proto__', reason: null })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('ignored columns are listed by their headers, up to a limit', () => {
  const ignored = (header: string[]) =>
    read([header, header.map((_, index) => (index === 0 ? 'Acme' : 'x'))]).ignoredColumns
  expect(ignored(['Company', 'Website', 'Category', 'Stage', 'Date Invested'])).toEqual([])
  expect(ignored(['Company', 'Owner', ' Fund\nName ', '', 'Website'])).toEqual(['Owner', 'Fund Name'])
  expect(ignored(['Company', 'Website', 'Domain'])).toEqual(['Domain'])
  const many = ignored(['Company', ...Array.from({ length: 500 }, (_, n) => `${n} ${'x'.repeat(200)}`)])
  expect(many).toHaveLength(100)
  expect(many[0]).toHaveLength(60)
})

test('of many tables below each other, the question shows the first headings', () => {
  const rows = rowsOf(Array.from({ length: 5000 }, (_, row) => ['Company', 'Website', `Heading ${row}`]))
  const table = companyTable([{ name: '', rows }], { strict: false })
  expect('problem' in table && table.question?.rows.length).toBeLessThan(30)
})

import { expect, test } from 'vitest'
import { EXPORT_COLUMNS } from '../export.ts'
import type { Answer } from './answer.ts'
import { companyTable, type ImportChoice, type TableOptions } from './table.ts'

const rowsOf = (lines: string[][]) =>
  lines.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

type Sheets = Record<string, string[][]>

const open = (sheets: Sheets, options: Omit<TableOptions, 'strict'> = {}) =>
  companyTable(
    Object.entries(sheets).map(([name, lines]) => ({ name, rows: rowsOf(lines) })),
    { strict: false, ...options },
  )

function asked(sheets: Sheets) {
  const table = open(sheets)
  return 'problem' in table ? { problem: table.problem, question: table.question } : null
}
function named(sheets: Sheets, choice: ImportChoice = {}, answers?: Map<string, Answer>) {
  const table = open(sheets, { choice, ...(answers ? { answers } : {}) })
  if ('problem' in table) return table.problem
  return table.judge(0, table.total).flatMap(({ name, reason }) => (reason === null ? name : []))
}

const NO_NAME = "CSV must contain a 'Company' or 'Name' column"
const TABLES = 'The file may have more than one table. Choose the row with the headings of the one to import.'
const COLUMNS = 'The columns can be read in more than one way. Check what each column holds.'
const LIST = 'This may not be a list of companies. Check what each column holds.'
const LEFT = 'The headings seem to be on the left. Check how the companies are listed.'
const ROWS = 'Some rows may not be companies. Choose whether to import them.'
const SHEETS = 'More than one sheet lists companies. Choose the sheets to import.'

const STACKED = [
  ['Company', 'Website', 'Amount'],
  ['Acme', 'acme.com', '5'],
  ['', '', ''],
  ['Startup', 'Acquirer', 'Exit date'],
  ['Bolt', 'BigCo', '2023-01-01'],
]
const TURNED = [
  ['Company', 'Acme', 'Bolt'],
  ['Website', 'acme.com', ''],
  ['Stage', 'Seed', 'Series A'],
]
const SECTIONS = [['Company', 'Sector', 'Stage'], ['Exited'], ['Acme', 'AI', 'Seed'], ['Bolt', 'AI', 'Seed']]
const PAIR = [
  ['Company', 'Website'],
  ['Acme', 'acme.com'],
]

test.each<[string, string[][], string]>([
  [
    'unknown headings',
    [
      ['Bet', 'Where'],
      ['Acme', 'acme.com'],
    ],
    NO_NAME,
  ],
  [
    'no headings',
    [
      ['Acme', 'acme.com'],
      ['Bolt', 'bolt.io'],
    ],
    NO_NAME,
  ],
  ['only names', [['Acme'], ['Bolt']], NO_NAME],
  ['tables below each other', STACKED, TABLES],
  [
    'headings in two rows',
    [
      ['Company', 'Website', 'Exit', ''],
      ['', '', 'Date', 'Value'],
      ['Acme', 'acme.com', '', '9'],
    ],
    TABLES,
  ],
  [
    'tables beside each other',
    [
      ['Name', 'Website', '', 'Name', 'Website'],
      ['Acme', 'acme.com', '', 'Bolt', ''],
    ],
    COLUMNS,
  ],
  [
    'a person and a company',
    [
      ['Name', 'Company', 'Website'],
      ['Ann', 'Acme', 'a.com'],
    ],
    COLUMNS,
  ],
  [
    'two dates',
    [
      ['Company', 'Date', 'City', 'Date'],
      ['Acme', '2011-03-04', 'Graz', '2021-03-04'],
    ],
    COLUMNS,
  ],
  [
    'people',
    [
      ['Name', 'Email'],
      ['Ada', 'ada@x.com'],
    ],
    LIST,
  ],
  [
    'rates',
    [
      ['Name', 'Rate'],
      ['Euro', '1.08'],
    ],
    LIST,
  ],
  [
    'a word that may be a heading',
    [
      ['Account', 'Opened in'],
      ['City Bank', 'Graz'],
    ],
    LIST,
  ],
  ['companies in columns', TURNED, LEFT],
  ['sections', SECTIONS, ROWS],
])('%s: the user is asked', (_, lines, problem) => {
  expect(asked({ Sheet1: lines })?.problem).toBe(problem)
})

test.each<[string, Sheets]>([
  ['a title and a date above', { A: [['Portfolio', ''], ['As of', '2024-01-01'], ...PAIR] }],
  [
    'the owner above',
    {
      A: [
        ['Company', 'Harbor Angels', ''],
        ['', '', ''],
        ['Company', 'Website', 'Stage'],
        ['Acme', 'acme.com', 'Seed'],
      ],
    },
  ],
  [
    'a cover sheet and a list of people',
    {
      Cover: [['Harbor Angels'], ['Confidential']],
      A: PAIR,
      Team: [
        ['Name', 'Email'],
        ['Ada', 'ada@x.com'],
      ],
    },
  ],
])('a table with %s is read without a question', (_, sheets) => {
  expect(named(sheets)).toEqual(['Acme'])
})

test('the question has the rows, our reading of the columns, and the number of unsure rows', () => {
  expect(
    asked({
      Fund: [
        ['Bet', 'Where', 'Paid'],
        ['Acme', 'acme.com', '$5'],
        ['Bolt', 'bolt.io', '$6'],
      ],
    })?.question,
  ).toEqual({
    sheet: 1,
    sheets: [{ number: 1, name: 'Fund', rows: 3, read: true }],
    headerRow: 1,
    turned: false,
    unsure: 0,
    rows: [
      { row: 1, cells: ['Bet', 'Where', 'Paid'] },
      { row: 2, cells: ['Acme', 'acme.com', '$5'] },
      { row: 3, cells: ['Bolt', 'bolt.io', '$6'] },
    ],
    columns: [
      { column: 1, heading: 'Bet', examples: ['Acme', 'Bolt'], field: 'name' },
      { column: 2, heading: 'Where', examples: ['acme.com', 'bolt.io'], field: 'website' },
      { column: 3, heading: 'Paid', examples: ['$5', '$6'], field: null },
    ],
  })
  expect(asked({ A: STACKED })?.question?.rows.map(({ row }) => row)).toEqual([1, 2, 4, 5])
  expect(asked({ A: TURNED })?.question).toMatchObject({
    turned: true,
    headerRow: 1,
    columns: [{}, { heading: 'Website' }, {}],
  })
  expect(asked({ A: SECTIONS })?.question).toMatchObject({ unsure: 1 })
})

test.each<[string, string[][], ImportChoice, string[] | string]>([
  ['the first table', STACKED, { headerRow: 1 }, ['Acme']],
  ['the second table', STACKED, { headerRow: 4 }, ['Bolt']],
  ['columns', TURNED, { turned: '1', headerRow: 1 }, ['Acme', 'Bolt']],
  ['unsure rows left out', SECTIONS, { unsure: 'skip' }, ['Acme', 'Bolt']],
  ['unsure rows imported', SECTIONS, { unsure: 'import' }, ['Exited', 'Acme', 'Bolt']],
  ['one unsure row imported', SECTIONS, { unsure: 'skip', take: ['2'] }, ['Exited', 'Acme', 'Bolt']],
  [
    'no headings',
    [
      ['Acme', 'x'],
      ['Bolt', 'y'],
    ],
    { headerRow: 0, map: { '#1': 'name' } },
    ['Acme', 'Bolt'],
  ],
  [
    'another column',
    [
      ['Name', 'Company'],
      ['Ann', 'Acme'],
    ],
    { headerRow: 1, map: { '#1': 'none', '#2': 'name' } },
    ['Acme'],
  ],
  [
    'a row that is not there',
    PAIR,
    { headerRow: 9, map: { '#9': 'name' } },
    'No valid companies found in CSV. Make sure you have both company names and websites in the data.',
  ],
])('the answer is applied: %s', (_, lines, choice, names) => {
  expect(named({ A: lines }, choice)).toEqual(names)
})

test('our own export is never questioned, whatever its companies are called', () => {
  const names = ['Website', 'Stage', 'Total', 'Round']
  const lines = [[...EXPORT_COLUMNS], ...names.map((name) => [name, '', 'Sector'])]
  expect(named({ A: lines })).toEqual(names)
})

test('a table that is cut off by another says so', () => {
  const table = open({ A: STACKED }, { choice: { headerRow: 1 } })
  expect(table).toMatchObject({
    warnings: ['Only one table of a sheet is read. Below it, rows are left out from row 4.'],
  })
})

test('of several sheets with companies, the user chooses', () => {
  const sheets = { Fund: PAIR, Pipeline: [['Company'], ['Maybe']], Exits: SECTIONS }
  expect(asked(sheets)).toMatchObject({
    problem: SHEETS,
    question: { unsure: 1, sheets: [{ read: true }, { read: true }, { read: true }] },
  })
  expect(named(sheets, { sheets: [1] })).toEqual(['Acme'])
  expect(named(sheets, { sheets: [1, 3], unsure: 'skip' })).toEqual(['Acme', 'Acme', 'Bolt'])
  expect(named(sheets, { sheets: [1, 3] })).toBe(ROWS)
  expect(open(sheets, { choice: { sheets: [2] } })).toMatchObject({ warnings: ['Sheets not read: Fund, Exits.'] })
})

test('an earlier answer is applied to a file with the same headings, and can be changed', () => {
  const bets = {
    A: [
      ['Bet', 'Where', 'Paid'],
      ['Acme', 'acme.com', '$5'],
    ],
  }
  const answers = new Map<string, Answer>([
    ['bet|where|paid', { map: { '#1': 'name', '#3': 'amount' } }],
    ['company|sector|stage', { unsure: 'skip' }],
    ['company|website|stage', { turned: '1' }],
    ['company|website', { sheets: ['Fund'] }],
    ['startup|acquirer|exit date', {}],
  ])
  expect(named(bets, {}, answers)).toEqual(['Acme'])
  expect(open(bets, { answers })).toMatchObject({
    warnings: [
      'This file is read as you chose for the last one with these headings.',
      'Amounts in $ are read as US dollars.',
    ],
  })
  expect(
    named(
      {
        A: [
          ['Bet', 'Why'],
          ['Acme', 'team'],
        ],
      },
      {},
      answers,
    ),
  ).toBe(NO_NAME)
  expect(named({ A: SECTIONS }, {}, answers)).toEqual(['Acme', 'Bolt'])
  expect(named({ A: TURNED }, {}, answers)).toEqual(['Acme', 'Bolt'])
  expect(named({ Fund: PAIR, Pipeline: PAIR }, {}, answers)).toEqual(['Acme'])
  expect(named({ A: STACKED }, {}, answers)).toEqual(['Bolt'])
  expect(named({ A: STACKED }, { headerRow: 1 }, answers)).toEqual(['Acme'])
  expect(open(bets, { answers, choice: { map: { '#3': 'value' } } })).toMatchObject({
    layout: { reading: { columns: [{ field: 'name' }, {}, { field: 'value' }] } },
  })
})

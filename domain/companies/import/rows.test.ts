import { expect, test } from 'vitest'
import { readHeader } from './columns.ts'
import { sortRows } from './rows.ts'

/** The rows that aren't companies, and those about which the user is asked. */
function sorted(headings: string[], lines: string[][]) {
  const all = [headings, ...lines].map((cells, index) => ({ row: index + 1, cells }))
  const rows = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const { ignored, unsure } = sortRows(rows[0], readHeader(rows, 0, {}, false), rows.slice(1))
  const nameOf = (row: number) => all[row - 1]?.cells.find((cell) => cell !== '')
  return {
    ignored: [...ignored].map(([row, reason]) => [nameOf(row), reason]),
    unsure: [...unsure].map(nameOf),
  }
}

const HEADINGS = ['Company', 'Website', 'Sector', 'Amount']
const ACME = ['Acme', 'acme.com', 'AI', '5']
const BOLT = ['Bolt', '', 'AI', '6']
const GAP = ['', '', '', '']
const TOTAL = 'Looks like a total, not a company'
const only = (name: string) => [name, '', '', '']
const figure = (name: string) => [name, '', '', '11']

test.each([
  [figure('Total'), TOTAL],
  [only('TOTAL:'), TOTAL],
  [figure('Grand Total (3)'), TOTAL],
  [figure('Subtotal Healthcare'), TOTAL],
  [figure('Sous-total actives'), TOTAL],
  [figure('合計（2社）'), TOTAL],
  [['', 'Summe', '', '11'], TOTAL],
  [HEADINGS, 'Repeats the headings'],
  [figure('TBD'), '“TBD” is not a company name'],
  [figure('#REF!'), '“#REF!” is not a company name'],
  [only('---'), '“---” is not a company name'],
])('%j is certainly not a company', (line, reason) => {
  const { ignored, unsure } = sorted(HEADINGS, [ACME, BOLT, line, ACME])
  expect([ignored.map(([, why]) => why), unsure]).toEqual([[reason], []])
})

test.each([
  ['only a name among more details', [ACME, only('Healthcare'), BOLT]],
  ['a name and a figure after an empty row', [ACME, BOLT, GAP, figure('IRR')]],
  ['a name and a figure after a total', [ACME, BOLT, figure('Total'), figure('Other assets')]],
  ['a name like a total', [ACME, figure('Total invested'), BOLT]],
  ['a name like a total, with details', [ACME, ['Total', '', 'Energy', '5'], BOLT]],
  ['a number', [ACME, ['10231', '', 'AI', '5'], BOLT]],
  ['an amount', [ACME, ['$1,500,000', '', 'AI', '5'], BOLT]],
])('a row with %s is the user’s decision', (_, lines) => {
  expect(sorted(HEADINGS, lines).unsure).toHaveLength(1)
})

test.each([
  [
    'names like totals that have websites',
    HEADINGS,
    [ACME, ['Total', 'total.com', '', ''], ['42', 'fortytwo.ai', '', '']],
  ],
  ['names like totals with details', HEADINGS, [ACME, ['Total Rewind', '', 'Media', '1'], ['Sum', '', 'AI', '1']]],
  ['names that begin with figures', HEADINGS, [ACME, ['3i', '', 'AI', ''], ['23andMe', '', 'AI', '']]],
  ['a missing website and an amount', HEADINGS, [ACME, ['Cedar', '', '', '7'], BOLT]],
  [
    'names alone beside websites',
    ['Company', 'Website'],
    [
      ['Acme', ''],
      ['Bolt', 'bolt.io'],
      ['Cedar', ''],
    ],
  ],
  [
    'names and amounts',
    ['Company', 'Cost'],
    [
      ['Acme', '5'],
      ['Bolt', '6'],
      ['Cedar', '7'],
    ],
  ],
  ['only names', ['Company'], [['Acme'], ['Healthcare'], ['Seed']]],
  [
    'many empty rows',
    ['Company', 'Cost'],
    [
      ['Acme', '5'],
      ['', ''],
      ['Bolt', '6'],
      ['', ''],
      ['Cedar', '7'],
    ],
  ],
])('%s: all are companies', (_, headings, lines) => {
  expect(sorted(headings, lines)).toEqual({ ignored: [], unsure: [] })
})

test('in a short list, a line of words is the user’s decision', () => {
  const lines = [
    ['Acme', 'acme.com'],
    ['Page 2 of 2', ''],
    ['Confidential:', ''],
    ['None of these figures have been audited', ''],
  ]
  expect(sorted(['Company', 'Website'], lines).unsure).toHaveLength(3)
})

test('in a ledger, a row of an unknown kind is the user’s decision', () => {
  const lines = [
    ['Investment', 'Acme', '$5'],
    ['Follow-on', 'Acme', '$6'],
    ['Fee', 'Wire fee', '$1'],
    ['', 'Opening balance', '$9'],
  ]
  expect(sorted(['Type', 'Company', 'Amount'], lines).unsure).toEqual(['Fee', 'Opening balance'])
})

import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const cells = (text: string | Uint8Array) =>
  csvTable(typeof text === 'string' ? Buffer.from(text) : text, 200_000).rows.map((row) => row.cells)
const LIST = [
  ['Company', 'Website'],
  ['Acme, Inc.', 'acme.com'],
]

test.each([
  ['quotes', 'Company,Website\n"Acme, Inc.",acme.com\n'],
  ['CRLF', 'Company,Website\r\n"Acme, Inc.",acme.com\r\n'],
  ['CR only', 'Company,Website\r"Acme, Inc.",acme.com\r'],
  ['no last line end', 'Company,Website\n"Acme, Inc.",acme.com'],
  ['semicolons', 'Company;Website\nAcme, Inc.;acme.com\n'],
  ['tabs', 'Company\tWebsite\nAcme, Inc.\tacme.com\n'],
  ['bars', 'Company|Website\nAcme, Inc.|acme.com\n'],
  ['carets', 'Company^Website\nAcme, Inc.^acme.com\n'],
  ['tildes', 'Company~Website\nAcme, Inc.~acme.com\n'],
  ['broken bars', 'Company¦Website\nAcme, Inc.¦acme.com\n'],
  ['unit separators', 'Company\u001FWebsite\nAcme, Inc.\u001Facme.com\n'],
  ['single quotes', "'Company','Website'\n'Acme, Inc.','acme.com'\n"],
  ['spaces before quotes', '"Company", "Website"\n"Acme, Inc.", "acme.com"\n'],
  ['quoted lines', '"Company,Website"\n"""Acme, Inc."",acme.com"\n'],
  ['aligned columns', 'Company     Website\nAcme, Inc.  acme.com\n'],
  ['a declared separator', 'sep=;\nCompany;Website\nAcme, Inc.;acme.com\n'],
  ['a byte order mark', '\uFEFFCompany,Website\n"Acme, Inc.",acme.com\n'],
  ['zero bytes', 'Com\0pany,Website\n"Acme, Inc.",acme\0.com\n'],
  ['mixed line ends', 'Company,Website\r\n"Acme, Inc.","acme.com"\n\r'],
])('CSV torture: %s', (_, text) => {
  expect(cells(text)).toEqual(LIST)
})

test.each([
  ['UTF-16 LE with a mark', Buffer.from('\uFEFFCompany,Website\nCafé Łódź,cafe.com\n', 'utf16le')],
  ['UTF-16 LE without', Buffer.from('Company,Website\nCafé Łódź,cafe.com\n', 'utf16le')],
  ['UTF-16 BE with a mark', Buffer.from('\uFEFFCompany,Website\nCafé Łódź,cafe.com\n', 'utf16le').swap16()],
  ['UTF-16 BE without', Buffer.from('Company,Website\nCafé Łódź,cafe.com\n', 'utf16le').swap16()],
  ['UTF-8', Buffer.from('Company,Website\nCafé Łódź,cafe.com\n')],
])('CSV torture: %s', (_, bytes) => {
  expect(cells(bytes)[1]).toEqual(['Café Łódź', 'cafe.com'])
})

test('CSV torture: Latin-1, and UTF-8 with one damaged byte among many letters', () => {
  expect(cells(Buffer.from('Company\nCaf\xE9 M\xFCller \x93x\x94\n', 'latin1'))[1]).toEqual(['Café Müller “x”'])
  const damaged = Buffer.concat([Buffer.from('Company\nÄÖÜäöüßéèê'), Buffer.from([0xe9, 0x0a])])
  expect(cells(damaged)[1]).toEqual(['ÄÖÜäöüßéèê\uFFFD'])
})

test('a list of quoted names with commas is not a table', () => {
  expect(cells('"Acme, Inc."\n"Bolt, LLC"\n')).toEqual([['Acme, Inc.'], ['Bolt, LLC']])
})

test('aligned columns may have titles, rules and empty cells; row numbers count all lines', () => {
  const text = [
    'Harbor Angels',
    '',
    'Company     Website     Stage',
    '=======     =======     =====',
    'Acme Ltd.               Seed',
    'Bolt        bolt.io',
  ]
  expect(csvTable(Buffer.from(text.join('\n')), 10).rows).toEqual([
    { row: 1, cells: ['Harbor Angels'] },
    { row: 3, cells: ['Company', 'Website', 'Stage'] },
    { row: 5, cells: ['Acme Ltd.', '', 'Seed'] },
    { row: 6, cells: ['Bolt', 'bolt.io', ''] },
  ])
})

test('columns that are not aligned are not split', () => {
  const lines = ['Company  Website', 'Acme Robotics  acme.com']
  expect(cells(lines.join('\n'))).toEqual(lines.map((line) => [line]))
})

test('aligned columns are read up to the row limit', () => {
  const text = `Company  Website\n${'Acme     acme.com\n'.repeat(20)}`
  expect(csvTable(Buffer.from(text), 10).rows).toHaveLength(11)
})

test('a quoted cell may contain quotes and line breaks; row numbers count records and blank lines', () => {
  const { rows } = csvTable(Buffer.from('Company,Note\n\n"A ""B""","one\r\ntwo"\nC,\n'), 10)
  expect(rows).toEqual([
    { row: 1, cells: ['Company', 'Note'] },
    { row: 3, cells: ['A "B"', 'one\ntwo'] },
    { row: 4, cells: ['C', ''] },
  ])
})

test('CSV torture: an unclosed quotation mark costs no other row', () => {
  const { rows, warnings } = csvTable(
    Buffer.from('Company,Website\nA,a.com\n"B,b.com\n"C" Corp,c.com\nD,"d.com"\nE,e.com\n'),
    10,
  )
  expect(rows.map((row) => [row.row, ...row.cells])).toEqual([
    [1, 'Company', 'Website'],
    [2, 'A', 'a.com'],
    [3, 'B', 'b.com'],
    [4, 'C Corp', 'c.com'],
    [5, 'D', 'd.com'],
    [6, 'E', 'e.com'],
  ])
  expect(warnings).toEqual(['A quotation mark in row 3 is never closed; it is read as text.'])
})

test('CSV torture: an unclosed quotation mark in every row takes linear time', async () => {
  const text = (rows: number) => `Company,Website\n${'A,"a.com\n'.repeat(rows)}`
  expect(cells(text(100_000))).toHaveLength(100_001)
  expect(await growth(text, 10_000, cells)).toBeLessThan(LINEAR)
})

test('CSV torture: a field of 1 MB', () => {
  expect(cells(`Company,Note\nA,"${'x,\n'.repeat(350_000)}"\nB,b\n`)).toHaveLength(3)
})

test('a single column is not split', () => {
  expect(cells('Company\nAcme, Inc.\n"Beta; Ltd"\n')).toEqual([['Company'], ['Acme, Inc.'], ['Beta; Ltd']])
})

test('the delimiter is the one that yields a recognizable header, whatever the cells contain', () => {
  expect(cells('Company;Website;Note\n"A, B, C";a.com;"x, y"\n')[1]).toEqual(['A, B, C', 'a.com', 'x, y'])
  expect(cells('Report, made, by, us\nCompany;Website\nA;a.com\n')[2]).toEqual(['A', 'a.com'])
})

test('any table written as CSV survives the round trip, except for blank rows', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '\t', '|', "'") })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      (rows, delimiter, newline) => {
        const table = [['Company', 'Website', 'Stage'], ...rows]
        const expected = table.filter((row) => row.some((value) => value.trim() !== ''))
        expect(cells(Papa.unparse(table, { delimiter, newline, quotes: true }))).toEqual(expected)
      },
    ),
  )
})

test('arbitrary input never crashes the reader', () => {
  const noise = fc.string({
    unit: fc.constantFrom('Company', 'a', ',', ';', '"', '\n', '\r', '\0', '\uFEFF'),
  })
  fc.assert(fc.property(noise, (text) => Array.isArray(cells(text))))
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => Array.isArray(cells(bytes))))
})

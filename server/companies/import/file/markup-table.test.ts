import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { htmlTables, openDocumentTables } from './markup-table.ts'

const cells = (html: string) => htmlTables(html).map(({ rows }) => rows.map((row) => row.cells))

test('an HTML table may contain entities, line breaks, links, spans and unclosed cells', () => {
  const html = `<table><tr><th colspan=2>Company<th>Site</tr>
    <tr><td rowspan=2>Acme &amp; Co<br>Ltd<td>x<td><a href="https://acme.com">go</a>
    <tr><td>y<td></td></tr></table>`
  expect(htmlTables(html)[0]?.rows).toEqual([
    { row: 1, cells: ['Company', '', 'Site'] },
    { row: 2, cells: ['Acme & Co Ltd', 'x', 'go'], links: { 2: 'https://acme.com' } },
    { row: 3, cells: ['', 'y', ''] },
  ])
})

test('nested tables become separate tables', () => {
  expect(cells('<table><tr><td><table><tr><td>In</td></tr></table></td></tr><tr><td>Out</td></tr></table>')).toEqual([
    [['In']],
    [['Out']],
  ])
})

test('rows and cells with an explicit index are placed there', () => {
  const xml = `<Workbook><Worksheet ss:Name="One"><Table><Row ss:Index="3"><Cell ss:Index="2" ss:HRef="https://a.com"><Data>A</Data></Cell></Row></Table></Worksheet></Workbook>`
  expect(htmlTables(xml)).toEqual([
    { name: 'One', rows: [{ row: 3, cells: ['', 'A'], links: { 1: 'https://a.com' } }] },
  ])
})

test('OpenDocument: repeated rows and cells are limited, and dates are read from their value', () => {
  const row = (inner: string, repeated = 1) =>
    `<table:table-row table:number-rows-repeated="${repeated}">${inner}</table:table-row>`
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const blank = '<table:table-cell table:number-columns-repeated="16384"/>'
  const xml = `<table:table table:name="A">${row(cell('Company') + blank)}${row(blank, 1_048_000)}${row(
    cell('Acme') + cell('5. Mai', 'office:date-value="2024-05-05"'),
  )}${row(cell('x'), 1_000_000)}</table:table>`
  const [sheet] = openDocumentTables(xml)
  expect(sheet?.rows.slice(0, 2)).toMatchObject([{ row: 1 }, { row: 1_048_002, cells: ['Acme', '2024-05-05'] }])
  expect(sheet?.rows[0]?.cells).toHaveLength(512)
  expect(sheet?.rows).toHaveLength(102)
})

test('a table with too many rows is refused', () => {
  expect(() => htmlTables(`<table>${'<tr><td>A'.repeat(200_001)}</table>`)).toThrow('too many rows')
})

const nested = (open: string) => (depth: number) => open.repeat(depth) + 'Acme'

test.each(['<table><tr><td>', '<div>', '<table><tr><td><b><i><u>'])(
  'deeply nested %s is refused at once',
  async (open) => {
    expect(() => htmlTables(nested(open)(2000))).toThrow('nested too deeply')
    expect(await growth(nested(open), 64_000, (html) => expect(() => htmlTables(html)).toThrow())).toBeLessThan(LINEAR)
  },
)

test('unclosed parts of cells do not count as nested', () => {
  expect(cells(`<table>${'<tr><td><b><font>A</td></tr>'.repeat(1000)}</table>`)[0]).toHaveLength(1000)
  expect(cells(`<table>${'<tr><td>A<br><hr>'.repeat(1000)}</table>`)[0]).toHaveLength(1000)
})

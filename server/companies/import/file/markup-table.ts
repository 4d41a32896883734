import { Parser } from 'htmlparser2'
import type { Sheet } from '#domain/companies/import/table.ts'
import type { TableRow } from '#domain/companies/import/values.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_SHEETS, MAX_ROWS, nestedTooDeeply, tooManyRows } from './unreadable.ts'

/** The names that a document format uses for the parts of a table. */
type Dialect = {
  isXml: boolean
  table: string
  row: string
  cell: RegExp
  /** Elements that separate words, such as paragraphs and line breaks. */
  gap: RegExp
  tableName: string
  /** The attribute with the 1-based position of a cell or row. */
  index: string
  cellsRepeated: string[]
  rowsRepeated: string
  rowsSpanned: string
  link: string[]
  value: string
}

const HTML: Dialect = {
  isXml: false,
  table: 'table',
  row: 'tr',
  cell: /^t[dh]$/,
  gap: /^(?:br|p|div|li)$/,
  tableName: 'title',
  index: '',
  cellsRepeated: ['colspan'],
  rowsRepeated: '',
  rowsSpanned: 'rowspan',
  link: ['href'],
  value: '',
}
const OPEN_DOCUMENT: Dialect = {
  isXml: true,
  table: 'table:table',
  row: 'table:table-row',
  cell: /^table:(?:covered-)?table-cell$/,
  gap: /^text:(?:p|line-break|s)$/,
  tableName: 'table:name',
  index: '',
  cellsRepeated: ['table:number-columns-repeated'],
  rowsRepeated: 'table:number-rows-repeated',
  rowsSpanned: '',
  link: ['xlink:href'],
  value: 'office:date-value',
}
/** The format that Excel 2003 called "XML Spreadsheet". */
const SPREADSHEET_XML: Dialect = {
  isXml: true,
  table: 'Worksheet',
  row: 'Row',
  cell: /^Cell$/,
  gap: /^br$/,
  tableName: 'ss:Name',
  index: 'ss:Index',
  cellsRepeated: [],
  rowsRepeated: '',
  rowsSpanned: '',
  link: ['ss:HRef'],
  value: '',
}
/** A row that is repeated more often is only formatting. */
const MAX_REPEATED = 100
/** The parser's time for each element grows with the depth. */
const MAX_DEPTH = 256

export const htmlTables = (text: string) =>
  readTables(text, /<(?:\w+:)?Worksheet[\s>]/.test(text) ? SPREADSHEET_XML : HTML)

export const openDocumentTables = (text: string) => readTables(text, OPEN_DOCUMENT)

type OpenTable = { name: string; rows: TableRow[]; number: number; spans: number[] }
type OpenRow = { cells: string[]; links: Record<number, string>; repeated: number }
type OpenCell = { text: string; link: string | undefined; columns: number; rows: number; value: string | undefined }

function readTables(text: string, dialect: Dialect): Sheet[] {
  const sheets: Sheet[] = []
  const tables: OpenTable[] = []
  let row: OpenRow | null = null
  let cell: OpenCell | null = null
  let count = 0
  let depth = 0

  const endRow = () => {
    const table = tables.at(-1)
    if (!table || !row) return
    const { cells, links, repeated } = row
    row = null
    if (!cells.some((value) => value.trim() !== '')) {
      table.number += repeated
      return
    }
    for (let time = 0; time < Math.min(repeated, MAX_REPEATED); time += 1) {
      table.rows.push({ row: table.number + 1, cells, ...(Object.keys(links).length > 0 ? { links } : {}) })
      table.number += 1
      count += 1
      if (count > MAX_ROWS) throw tooManyRows()
    }
  }
  const endCell = () => {
    const table = tables.at(-1)
    if (!table || !row || !cell) return
    const { text: said, link, columns, rows, value } = cell
    cell = null
    const column = row.cells.length
    if (column >= MAX_COLUMNS) return
    if (link !== undefined) row.links[column] = link
    row.cells.push((value ?? said.replaceAll(/\s+/g, ' ').trim()).slice(0, MAX_CELL))
    for (let more = 1; more < Math.min(columns, MAX_COLUMNS - column); more += 1) row.cells.push('')
    for (let at = column; at < row.cells.length && rows > 1; at += 1) table.spans[at] = rows - 1
  }
  const skipSpanned = (table: OpenTable, open: OpenRow) => {
    for (let left = table.spans[open.cells.length]; left; left = table.spans[open.cells.length]) {
      table.spans[open.cells.length] = left - 1
      open.cells.push('')
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw nestedTooDeeply()
        const number = (attribute: string) => Math.max(1, Math.min(1_048_576, Number(attributes[attribute] ?? 1) || 1))
        const table = tables.at(-1)
        if (name === dialect.table) {
          endCell()
          endRow()
          const title = attributes[dialect.tableName] ?? `Table ${sheets.length + tables.length + 1}`
          tables.push({ name: title, rows: [], number: 0, spans: [] })
        } else if (table && name === dialect.row) {
          endCell()
          endRow()
          if (attributes[dialect.index]) table.number = number(dialect.index) - 1
          row = { cells: [], links: {}, repeated: number(dialect.rowsRepeated) }
        } else if (table && row && dialect.cell.test(name)) {
          endCell()
          skipSpanned(table, row)
          const at = attributes[dialect.index] ? number(dialect.index) - 1 : 0
          while (row.cells.length < Math.min(at, MAX_COLUMNS)) row.cells.push('')
          cell = {
            text: '',
            link: dialect.link.map((attribute) => attributes[attribute]).find(Boolean),
            columns: Math.max(1, ...dialect.cellsRepeated.map(number)),
            rows: number(dialect.rowsSpanned),
            value: attributes[dialect.value],
          }
        } else if (cell) {
          cell.link ??= dialect.link.map((attribute) => attributes[attribute]).find(Boolean)
          if (dialect.gap.test(name)) cell.text += ' '
        }
      },
      ontext(data) {
        if (cell && cell.text.length < MAX_CELL) cell.text += data
      },
      onclosetag(name) {
        depth -= 1
        if (dialect.cell.test(name)) endCell()
        else if (name === dialect.row) endRow()
        else if (name === dialect.table) {
          endCell()
          endRow()
          const table = tables.pop()
          if (table && table.rows.length > 0 && sheets.length < MAX_SHEETS) sheets.push(table)
        }
      },
    },
    { xmlMode: dialect.isXml, decodeEntities: true },
  )
  parser.end(text)
  return sheets.map(({ name, rows }) => ({ name, rows }))
}

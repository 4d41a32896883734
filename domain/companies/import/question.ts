import { shownName, fieldsOf, HEADER_WITHIN, type Header } from './columns.ts'
import { usedColumns } from './content.ts'
import { shapeOf } from './answer.ts'
import { headingsIn, isKnownHeading, isNameHeading } from './headings.ts'
import type { ImportLayout, ImportQuestion } from './imports.ts'
import type { Part, Sheet } from './table.ts'
import { isData, valuesOf, type TableRow } from './values.ts'

const SEVERAL_TABLES = 'The file may have more than one table. Choose the row with the headings of the one to import.'
const UNCLEAR_COLUMNS = 'The columns can be read in more than one way. Check what each column holds.'
const UNCLEAR_LIST = 'This may not be a list of companies. Check what each column holds.'
export const ON_THE_LEFT = 'The headings seem to be on the left. Check how the companies are listed.'
export const UNCLEAR_ROWS = 'Some rows may not be companies. Choose whether to import them.'

/** Why the user has to say how a table is read; null if that is certain. */
export function doubtIn({ header, data, others, reasons, answer, isAnswered }: Part): string | null {
  if (header.isLiteral) return null
  if (!isAnswered) {
    if (areNamesHeadings(header, data)) return ON_THE_LEFT
    if (others.length > 0) return SEVERAL_TABLES
    if (header.isAmbiguous) return UNCLEAR_COLUMNS
    if (header.isVague) return UNCLEAR_LIST
  }
  return reasons.unsure.size > 0 && answer.unsure === undefined ? UNCLEAR_ROWS : null
}

/** "Website", "Stage" below "Company": the headings of companies in columns. */
function areNamesHeadings({ columns }: Header, data: readonly TableRow[]): boolean {
  const names = headingsIn(valuesOf(data.slice(0, HEADER_WITHIN), columns.name))
  const known = new Set(names.filter(isKnownHeading)).size
  return known >= 2 && known * 2 >= names.length
}

/** Rows of headings other than the table's own. */
export function headingRowsIn(rows: readonly TableRow[], { at: own, isLiteral }: Header): number[] {
  if (isLiteral) return []
  const names = shapeOf(rows[own] ?? { row: 0, cells: [] })
  return [...rows.keys()].filter((at) => {
    const [row, before] = [rows[at], rows[at - 1]]
    if (at === own || !row) return false
    const isNear = Math.abs(at - own) === 1
    if (!isNear && !(before && row.row > before.row + 1) && !row.cells.some(mayBeName)) return false
    const headings = headingsIn(row.cells).filter((name) => name !== '')
    const known = headings.filter(isKnownHeading).length
    const isHeading = known >= 2 && (headings.some(isNameHeading) || known * 2 > headings.length)
    return isHeading && !row.cells.some(isData) && shapeOf(row) !== names
  })
}

/** A cheap test for large files. */
const mayBeName = (cell: string) => cell.length < 40 && isNameHeading(cell.trim().toLowerCase())

const MAX_TURNED = 2000

/** With rows and columns exchanged. */
export function turned(rows: readonly TableRow[]): TableRow[] {
  const some = rows.slice(0, MAX_TURNED)
  const width = Math.max(0, ...some.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => ({
    row: column + 1,
    cells: some.map(({ cells }) => cells[column] ?? ''),
  })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

const SHOWN_ROWS = 12
const SHOWN_COLUMNS = 12
const EXAMPLES = 3
const SAMPLE = 200

/** What the user is asked, with our best guess. */
export function questionOf(part: Part, sheets: readonly Sheet[], read: Part[]): ImportQuestion {
  const all = read.length > 1 ? read : [part]
  const unsure = all.reduce((sum, { reasons }) => sum + reasons.unsure.size, 0)
  return { ...readingOf(part), unsure, sheets: sheetsOf(sheets, read) }
}

function readingOf(part: Part): Omit<ImportQuestion, 'sheets'> {
  const { number, rows, header, heading, data, others, reasons, answer } = part
  const shown = rows.filter((_, at) => at < SHOWN_ROWS || others.slice(0, SHOWN_ROWS).includes(at))
  const fields = fieldsOf(header)
  const used = usedColumns(rows.slice(Math.max(header.at, 0), header.at + 1 + SAMPLE))
  return {
    sheet: number,
    headerRow: heading?.row ?? 0,
    turned: answer.turned === '1',
    unsure: reasons.unsure.size,
    rows: shown.map(({ row, cells }) => ({ row, cells: cells.slice(0, SHOWN_COLUMNS).map(shownName) })),
    columns: used.map((column) => ({
      column: column + 1,
      heading: shownName(heading?.cells[column] ?? ''),
      examples: valuesOf(data.slice(0, SAMPLE), column).slice(0, EXAMPLES).map(shownName),
      field: fields.get(column) ?? null,
    })),
  }
}

const sheetsOf = (sheets: readonly Sheet[], read: Part[]) =>
  sheets.map(({ name, rows }, index) => ({
    number: index + 1,
    name,
    rows: rows.length,
    read: read.some(({ number }) => number === index + 1),
  }))

export function layoutOf(
  sheets: readonly Sheet[],
  parts: Part[],
  asks: NonNullable<ImportLayout['asks']>,
): ImportLayout {
  const [first] = parts
  return {
    sheets: sheetsOf(sheets, parts),
    ...(first?.heading ? { shape: shapeOf(first.heading) } : {}),
    ...(first && parts.length === 1 ? { reading: readingOf(first) } : {}),
    ...(asks.length === 0 ? {} : { asks }),
  }
}

import { read, set_cptable, type CellObject, type ParsingOptions, type WorkBook } from '@e965/xlsx'
import { INVALID_FILE_TYPE } from '#domain/companies/files.ts'
import type { TableRow } from '#domain/companies/import-columns.ts'
import { plainWorkbook, workbookParts } from './workbook.ts'
import { Unreadable } from './unreadable.ts'

/** A cell farther right is a mistake or an attack. */
const MAX_COLUMNS = 512
const COMPOUND_FILE = 0xcfd0
const LAST_ROW = 1_048_576
/** Excel's limit; a longer shared string would be copied for each cell. */
const MAX_CELL = 32_767

export type SheetTable = { rows: TableRow[]; date1904: boolean }

export function xlsxTable(bytes: Buffer): SheetTable {
  const { plain, date1904 } = repack(bytes)
  const workbook = readWorkbook(plain, { ...OPTIONS, sheets: 0 })
  return { rows: sheetRows(workbook, workbook.SheetNames[0]), date1904 }
}

/** A separate function, so that the parts are freed before the copy is read. */
function repack(bytes: Buffer): { plain: Buffer; date1904: boolean } {
  const parts = workbookParts(bytes)
  return { plain: plainWorkbook(parts), date1904: parts.date1904 }
}

export async function xlsTable(bytes: Buffer): Promise<SheetTable> {
  const holds = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (bytes.readUInt16LE(0) === COMPOUND_FILE) refuseOthers(holds)
  // Streams with the older name are not Unicode.
  if (!holds('Workbook')) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const workbook = readWorkbook(bytes, OPTIONS)
  const visible = workbook.SheetNames.find((name, index) => {
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    return !isHidden && workbook.Sheets[name]?.['!type'] !== 'chart'
  })
  return { rows: sheetRows(workbook, visible), date1904: workbook.Workbook?.WBProps?.date1904 ?? false }
}

const OPTIONS: ParsingOptions = {
  type: 'buffer',
  dense: true,
  // Stops a cell that claims row four billion; out-of-range rows are caught below.
  sheetRows: LAST_ROW * 2,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellStyles: false,
}

function readWorkbook(bytes: Buffer, how: ParsingOptions): WorkBook {
  try {
    return read(bytes, how)
  } catch (error) {
    throw new Unreadable(`not a readable workbook: ${String(error)}`)
  }
}

function refuseOthers(holds: (stream: string) => boolean): void {
  if (holds('EncryptedPackage')) throw new Unreadable('encrypted')
  if (!['Workbook', 'WORKBOOK', 'Book', 'BOOK'].some(holds))
    throw new Unreadable('no workbook', { code: 'unsupported-file', message: INVALID_FILE_TYPE.description })
}

function sheetRows(workbook: WorkBook, name: string | undefined): TableRow[] {
  const sheet = name === undefined ? undefined : workbook.Sheets[name]
  // The library drops unreadable sheets silently.
  if (!sheet) throw new Unreadable('no sheet')
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const rows: TableRow[] = []
  // Rows may be far apart: iterating over existing ones is fast, counting up is not.
  for (const index of Object.keys(data)) {
    const row = Number(index) + 1
    if (row > LAST_ROW) throw new Unreadable('a row that no sheet has')
    const cells = rowCells(data[row - 1] ?? [])
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
    // Frees each row once it is text.
    data[row - 1] = []
  }
  return rows
}

function rowCells(row: (CellObject | undefined)[]): string[] {
  const cells: string[] = []
  for (let column = 0; column < Math.min(row.length, MAX_COLUMNS); column += 1) cells.push(cellText(row[column]))
  return cells
}

/** Formulas yield their last computed value; errors are empty. */
function cellText(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (typeof cell.v === 'string') return cell.v.length > MAX_CELL ? cell.v.slice(0, MAX_CELL) : cell.v
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v)
}

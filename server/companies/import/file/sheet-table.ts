import { read, set_cptable, type CellObject, type ParsingOptions, type WorkBook } from '@e965/xlsx'
import { INVALID_FILE_TYPE } from '#domain/companies/files.ts'
import type { TableRow } from '#domain/companies/import-columns.ts'
import { plainWorkbook, workbookParts } from './workbook.ts'
import { Unreadable } from './unreadable.ts'

/** A list has a handful of columns; a cell far out to the right is a mistake or an attack. */
const MAX_COLUMNS = 512
const COMPOUND_FILE = 0xcfd0
const LAST_ROW = 1_048_576
/** What a cell can hold; a longer text, shared by all cells of a sheet, would be gone through for each. */
const MAX_CELL = 32_767

export type SheetTable = { rows: TableRow[]; date1904: boolean }

/** The first visible sheet of an .xlsx file. */
export function xlsxTable(bytes: Buffer): SheetTable {
  const { plain, date1904 } = repack(bytes)
  const workbook = readWorkbook(plain, { ...OPTIONS, sheets: 0 })
  return { rows: sheetRows(workbook, workbook.SheetNames[0]), date1904 }
}

/** A function of its own, so that the parts are gone while their copy is read. */
function repack(bytes: Buffer): { plain: Buffer; date1904: boolean } {
  const parts = workbookParts(bytes)
  return { plain: plainWorkbook(parts), date1904: parts.date1904 }
}

/** The first visible sheet of a legacy .xls file. */
export async function xlsTable(bytes: Buffer): Promise<SheetTable> {
  const holds = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (bytes.readUInt16LE(0) === COMPOUND_FILE) refuseOthers(holds)
  // Texts are Unicode only since the stream got that name.
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
  // Stops a cell that claims to be in row four billion; a row that no sheet has is noticed below.
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
  // The library leaves out a sheet that it could not read, without an error.
  if (!sheet) throw new Unreadable('no sheet')
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const rows: TableRow[] = []
  // Rows may be far apart: asking for those that exist is quick, counting up to the last is not.
  for (const index of Object.keys(data)) {
    const row = Number(index) + 1
    if (row > LAST_ROW) throw new Unreadable('a row that no sheet has')
    const cells = rowCells(data[row - 1] ?? [])
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
    // What was read from a row is let go as soon as it is text.
    data[row - 1] = []
  }
  return rows
}

function rowCells(row: (CellObject | undefined)[]): string[] {
  const cells: string[] = []
  for (let column = 0; column < Math.min(row.length, MAX_COLUMNS); column += 1) cells.push(cellText(row[column]))
  return cells
}

/** A formula is its last computed value; an error is no value. */
function cellText(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (typeof cell.v === 'string') return cell.v.length > MAX_CELL ? cell.v.slice(0, MAX_CELL) : cell.v
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v)
}

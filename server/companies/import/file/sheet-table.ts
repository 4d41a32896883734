import { read, set_cptable, type CellObject, type ParsingOptions, type WorkBook } from '@e965/xlsx'
import { INVALID_FILE_TYPE } from '#domain/companies/files.ts'
import type { Sheet } from '#domain/companies/import/table.ts'
import type { TableRow } from '#domain/companies/import/values.ts'
import { openDocumentTables } from './markup-table.ts'
import { mergedCells } from './merged-cells.ts'
import { plainWorkbook } from './plain-workbook.ts'
import type { CellLinks } from './sheet-links.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_SHEETS, Unreadable } from './unreadable.ts'
import { workbookParts, xml } from './workbook.ts'
import { openZip } from './zip-package.ts'

const COMPOUND_FILE = 0xcfd0
const LAST_ROW = 1_048_576

export type Sheets = { sheets: Sheet[]; date1904: boolean }

/** Reads XLSX and OpenDocument files, which are both ZIP archives. */
export function zippedSheets(bytes: Buffer): Sheets {
  const archive = openZip(bytes)
  if (archive.has('content.xml') && archive.has('mimetype'))
    return { sheets: openDocumentTables(xml(archive, 'content.xml').toString()), date1904: false }
  const { plain, names, links, date1904 } = repack(archive)
  const workbook = readWorkbook(plain, OPTIONS)
  const sheets = names.map((name, index) => ({
    name,
    rows: sheetRows(workbook, workbook.SheetNames[index], links[index]),
  }))
  return { sheets, date1904 }
}

/** A separate function, so that the parts are freed before the copy is read. */
function repack(archive: ReturnType<typeof openZip>) {
  const parts = workbookParts(archive)
  return {
    plain: plainWorkbook(parts),
    names: parts.sheets.map(({ name }) => name),
    links: parts.sheets.map((sheet) => sheet.links),
    date1904: parts.date1904,
  }
}

export async function xlsSheets(bytes: Buffer): Promise<Sheets> {
  const holds = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (bytes.readUInt16LE(0) === COMPOUND_FILE) refuseOthers(holds)
  // Workbooks that use the older stream name aren't Unicode.
  if (!holds('Workbook')) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const workbook = readWorkbook(bytes, OPTIONS)
  const visible = workbook.SheetNames.filter((name, index) => {
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    return !isHidden && workbook.Sheets[name]?.['!type'] !== 'chart'
  })
  if (visible.length === 0) throw new Unreadable('no sheet')
  const sheets = visible.slice(0, MAX_SHEETS).map((name) => ({ name, rows: sheetRows(workbook, name) }))
  return { sheets, date1904: workbook.Workbook?.WBProps?.date1904 ?? false }
}

const OPTIONS: ParsingOptions = {
  type: 'buffer',
  dense: true,
  // Guards against a cell that claims to be in row four billion; other out-of-range rows are caught below.
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

const LOCKED = 'The workbook is protected by a password. Remove the password in Excel and upload it again.'

function refuseOthers(holds: (stream: string) => boolean): void {
  if (holds('EncryptedPackage')) throw new Unreadable('encrypted', { code: 'invalid-input', message: LOCKED })
  if (!['Workbook', 'WORKBOOK', 'Book', 'BOOK'].some(holds))
    throw new Unreadable('no workbook', { code: 'unsupported-file', message: INVALID_FILE_TYPE.description })
}

function sheetRows(workbook: WorkBook, name: string | undefined, links?: CellLinks): TableRow[] {
  const sheet = name === undefined ? undefined : workbook.Sheets[name]
  // The library silently drops unreadable sheets.
  if (!sheet) throw new Unreadable('no sheet')
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const merged = mergedCells(sheet['!merges'] ?? [])
  const rows: TableRow[] = []
  // Rows may be far apart, so iterating over the existing ones is much faster than counting up.
  for (const index of Object.keys(data)) {
    const row = Number(index) + 1
    if (row > LAST_ROW) throw new Unreadable('a row that no sheet has')
    const found = data[row - 1] ?? []
    const cells = rowCells(found)
    const linked = links?.get(row - 1) ?? linksIn(found)
    if (cells.some((cell) => cell.trim() !== '')) {
      merged.fill(row - 1, cells)
      rows.push({ row, cells, ...(linked ? { links: linked } : {}) })
    }
    // Frees the memory of each row once it has been converted to text.
    data[row - 1] = []
  }
  return rows
}

function rowCells(row: (CellObject | undefined)[]): string[] {
  const cells: string[] = []
  for (let column = 0; column < Math.min(row.length, MAX_COLUMNS); column += 1) cells.push(cellText(row[column]))
  return cells
}

/** Only old workbooks store links in their cells. */
function linksIn(row: (CellObject | undefined)[]): Record<number, string> | null {
  if (!row.some((cell) => cell?.l)) return null
  const linked = row.slice(0, MAX_COLUMNS).map((cell, column) => [column, cell?.l?.Target] as const)
  return Object.fromEntries(linked.flatMap(([column, target]) => (target ? [[column, target]] : [])))
}

/** Formulas yield their last computed value; errors yield an empty string. */
function cellText(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (typeof cell.v === 'string') return cell.v.length > MAX_CELL ? cell.v.slice(0, MAX_CELL) : cell.v
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v)
}

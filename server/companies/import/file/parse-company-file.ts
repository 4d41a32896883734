import { companyTable, type CompanyTable, type Sheet, type TableOptions } from '#domain/companies/import/table.ts'
import { INVALID_FILE_TYPE } from '#domain/companies/files.ts'
import type { ImportQuestion } from '#domain/companies/import/imports.ts'
import { csvTable } from './csv-table.ts'
import { decodeText } from './decode-text.ts'
import type { FileKind } from './file-kind.ts'
import { MAX_ROWS, tooManyRows, Unreadable } from './unreadable.ts'

export type ParseOptions = Omit<TableOptions, 'date1904'> & { kind: FileKind; isPlainText?: boolean }

/** Runs in a worker, because it can take a lot of time and memory. */
export async function parseCompanyFile(
  bytes: Buffer,
  { kind, isPlainText = false, ...options }: ParseOptions,
): Promise<CompanyTable> {
  const { sheets, warnings, date1904 } = await readSheets(bytes, kind)
  // The count includes the header and anything above it.
  if (sheets.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_ROWS) throw tooManyRows()
  const table = companyTable(sheets, { ...options, date1904 })
  if (!('problem' in table)) return { ...table, warnings: [...warnings, ...table.warnings] }
  // Most text files aren't lists at all.
  const isOther = (isPlainText && !isTable(table.question)) || (kind === 'markup' && !table.question)
  throw isOther
    ? new Unreadable('no list', { code: 'unsupported-file', message: INVALID_FILE_TYPE.description })
    : new Unreadable('no list', { code: 'invalid-input', message: table.problem, details: table.question })
}

const MAX_PROSE = 60

const isTable = (choice: ImportQuestion | undefined) =>
  choice !== undefined &&
  choice.columns.every(({ heading, examples }) => [heading, ...examples].every((cell) => cell.length < MAX_PROSE))

type Read = { sheets: Sheet[]; warnings: string[]; date1904: boolean }

async function readSheets(bytes: Buffer, kind: FileKind): Promise<Read> {
  if (kind === 'csv') {
    const { rows, warnings } = csvTable(bytes, MAX_ROWS)
    return { sheets: [{ name: '', rows }], warnings, date1904: false }
  }
  if (kind === 'markup') {
    const { htmlTables } = await import('./markup-table.ts')
    return { sheets: htmlTables(decodeText(bytes)), warnings: [], date1904: false }
  }
  const { xlsSheets, zippedSheets } = await import('./sheet-table.ts')
  return { ...(kind === 'xlsx' ? zippedSheets(bytes) : await xlsSheets(bytes)), warnings: [] }
}

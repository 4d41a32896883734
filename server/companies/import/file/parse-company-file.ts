import { companyTable, type CompanyTable } from '#domain/companies/import-table.ts'
import { csvTable } from './csv-table.ts'
import type { FileKind } from './file-kind.ts'
import { MAX_ROWS, tooManyRows, Unreadable } from './unreadable.ts'

/** Runs in a worker: it may need much time and memory. */
export async function parseCompanyFile(
  bytes: Buffer,
  { kind, strict }: { kind: FileKind; strict: boolean },
): Promise<CompanyTable> {
  const { rows, warnings, date1904 } = await readTable(bytes, kind)
  // Includes the header and anything above it.
  if (rows.length > MAX_ROWS) throw tooManyRows()
  const table = companyTable(rows, { strict, date1904 })
  if ('problem' in table) throw new Unreadable('no list', { code: 'invalid-input', message: table.problem })
  return { ...table, warnings: [...warnings, ...table.warnings] }
}

async function readTable(bytes: Buffer, kind: FileKind) {
  if (kind === 'csv') return { ...csvTable(bytes, MAX_ROWS), date1904: false }
  const { xlsTable, xlsxTable } = await import('./sheet-table.ts')
  const table = kind === 'xlsx' ? xlsxTable(bytes) : await xlsTable(bytes)
  return { ...table, warnings: [] }
}

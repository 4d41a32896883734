import { guardFormula } from '#domain/companies/files.ts'

// Without it a spreadsheet program takes the file for one in the machine's old encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** How a file begins: its column names. */
export const csvHeader = (columns: readonly string[]) => BYTE_ORDER_MARK + csvRow(columns)

/** A row as RFC 4180 has it, in which no text is run as a formula. */
export const csvRow = (cells: readonly unknown[]) => `${cells.map(cell).join(',')}\r\n`

/** Rows as a whole file: every key a column, nested values as JSON. */
export function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => csvRow(columns.map((column) => (row as Record<string, unknown>)[column])))
  return csvHeader(columns) + lines.join('')
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? guardFormula(value) : asText(value)
  // Other delimiters and outer spaces are quoted too: programs that guess what a file means guess right then.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

import { guardFormula } from '#domain/companies/files.ts'

// Without it, Excel assumes a legacy encoding.
const BYTE_ORDER_MARK = '\uFEFF'

export const csvHeader = (columns: readonly string[]) => BYTE_ORDER_MARK + csvRow(columns)

/** RFC 4180, with formulas neutralized. */
export const csvRow = (cells: readonly unknown[]) => `${cells.map(cell).join(',')}\r\n`

export function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => csvRow(columns.map((column) => (row as Record<string, unknown>)[column])))
  return csvHeader(columns) + lines.join('')
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? guardFormula(value) : asText(value)
  // Quoting other delimiters and outer spaces helps programs that guess the format.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

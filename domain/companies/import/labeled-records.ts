import type { TableRow } from './columns.ts'
import { headingsOf, isKnownHeading } from './heading-rows.ts'
import { headingName, isHeadingOf } from './headings.ts'

/** Such sheets are short; a longer one isn't worth checking. */
const MAX_ROWS = 2000
const MAX_RECORDS = 200
const MIN_LABELS = 3

type Line = { row: TableRow; label: string }

/**
 * Turns records that have their headings on the left into rows: either one company per column, or one below the other.
 * Null for ordinary tables.
 */
export function fromLabeledRecords(rows: readonly TableRow[]): TableRow[] | null {
  if (rows.length > MAX_ROWS) return null
  const column = Math.min(...rows.map(({ cells }) => cells.findIndex((cell) => cell.trim() !== '')))
  const lines = rows.map((row) => ({ row, label: headingName(row.cells[column] ?? '') }))
  const known = lines.filter(({ label }) => label !== '' && isKnownHeading(label))
  const labels = [...new Set(known.map(({ label }) => label))]
  const hasHeadings = rows.some((row) => (headingsOf(row)?.known ?? 0) >= 2)
  if (labels.length < MIN_LABELS || known.length * 2 < rows.length || hasHeadings) return null
  const starts = lines.flatMap(({ label }, at) => (isHeadingOf('name', label) ? [at] : []))
  const [first] = starts
  if (first === undefined || lines.slice(0, first).some(({ label }) => isKnownHeading(label))) return null
  const records = starts.length === 1 ? perColumn(lines.slice(first), column) : perBlock(lines, starts, column)
  const headings = labels.map((label) => known.find((line) => line.label === label)?.row.cells[column] ?? '')
  return records && [{ row: rows[first]?.row ?? 1, cells: headings }, ...cellsOf(records, labels)]
}

type Labeled = { row: number; values: Map<string, { text: string; link: string | undefined }> }

/** Each record has the number of its column, because they all share the same rows. */
function perColumn(lines: Line[], column: number): Labeled[] {
  const width = Math.max(...lines.map(({ row }) => row.cells.length))
  const columns = Array.from({ length: Math.min(width - column - 1, MAX_RECORDS) }, (_, index) => column + 1 + index)
  return columns.map((at) => ({ row: at + 1, values: valuesIn(lines, at) }))
}

function perBlock(lines: Line[], starts: number[], column: number): Labeled[] | null {
  const isWide = lines.some(({ row }) => row.cells.some((cell, at) => at > column + 1 && cell.trim() !== ''))
  if (isWide) return null
  return starts.map((start, index) => ({
    row: lines[start]?.row.row ?? 0,
    values: valuesIn(lines.slice(start, starts[index + 1]), column + 1),
  }))
}

const valuesIn = (lines: Line[], column: number): Labeled['values'] =>
  new Map(lines.map(({ row, label }) => [label, { text: row.cells[column] ?? '', link: row.links?.[column] }]))

function cellsOf(records: Labeled[], labels: string[]): TableRow[] {
  return records.flatMap(({ row, values }) => {
    const cells = labels.map((label) => values.get(label)?.text ?? '')
    const links = labels.flatMap((label, at) => {
      const link = values.get(label)?.link
      return link === undefined ? [] : [[at, link] as const]
    })
    if (!cells.some((cell) => cell.trim() !== '')) return []
    return [links.length === 0 ? { row, cells } : { row, cells, links: Object.fromEntries(links) }]
  })
}

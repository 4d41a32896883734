import type { DetailChange, PlannedRow, ImportReport } from '#domain/companies/imports.ts'
import { formatNumber } from '../../../ui/text.ts'

export type RowKind = PlannedRow['kind']

export type PlanRow = {
  row: number
  name: string
  website: string | null
  kind: RowKind
  reason: string | null
  changes: DetailChange[]
}

export function planRows({ rows, skipped, duplicates }: ImportReport): PlanRow[] {
  const lines = new Map<number, PlanRow>()
  for (const { row, name, reason } of duplicates) {
    lines.set(row, { row, name, website: null, kind: 'duplicate', reason, changes: [] })
  }
  for (const { row, name, reason } of skipped)
    lines.set(row, { row, name, website: null, kind: 'invalid', reason, changes: [] })
  for (const row of rows) lines.set(row.row, row)
  return [...lines.values()].toSorted((a, b) => a.row - b.row)
}

/** "41 new, 3 changed, 2 already in your portfolio, 1 with errors" */
export function planSentence({ counts, duplicates }: ImportReport): string {
  // A truncated list does not show how many rows are duplicates within the file.
  const twice =
    duplicates.length === counts.duplicate ? duplicates.filter(({ companyId }) => companyId === null).length : 0
  const parts: [number, string][] = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.duplicate - twice, 'already in your portfolio'],
    [twice, 'duplicated in the file'],
    [counts.invalid, 'with errors'],
    [counts.ignored, 'left out'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(', ')
}

const MOST_NAMED = 10

/** "Ignored columns: Foo, Bar"; null when every column is read. */
export function ignoredColumnsLine({ ignoredColumns }: Pick<ImportReport, 'ignoredColumns'>): string | null {
  if (ignoredColumns.length === 0) return null
  const named = ignoredColumns.slice(0, MOST_NAMED).join(', ')
  const more = ignoredColumns.length - MOST_NAMED
  return `Ignored columns: ${named}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
}

export const hasSomethingToImport = ({ counts }: ImportReport, update = true) =>
  counts.new + (update ? counts.changed : 0) > 0

export const hasSkippedRows = ({ counts }: ImportReport) => counts.duplicate + counts.invalid + counts.ignored > 0

import type { DetailChange, PlannedRow, ImportReport } from '#domain/companies/import/imports.ts'
import { rowReference } from '#domain/companies/files.ts'
import { counted, formatNumber } from '../../../ui/text.ts'

export const positionCount = (count: number) => counted(count, 'position', 'positions')

export type RowKind = PlannedRow['kind']

export type PlanRow = {
  row: number
  name: string
  website: string | null
  kind: RowKind
  reason: string | null
  changes: DetailChange[]
  add: PlannedRow['add']
  sheet?: number | undefined
}

/** Rows whose checkbox differs from what the plan proposes. */
export type Ticks = ReadonlySet<string>

export const isTickable = ({ kind }: PlanRow) =>
  kind === 'new' || kind === 'changed' || kind === 'position' || kind === 'ignored'

export const isTicked = (line: PlanRow, ticks: Ticks) => (line.kind === 'ignored') === ticks.has(rowReference(line))

export function withTick(ticks: Ticks, line: PlanRow): Ticks {
  const changed = new Set(ticks)
  if (!changed.delete(rowReference(line))) changed.add(rowReference(line))
  return changed
}

function changedTicks(plan: ImportReport, ticks: Ticks): { skip: string[]; take: string[] } {
  const lines = planRows(plan).filter((line) => ticks.has(rowReference(line)))
  return {
    skip: lines.filter(({ kind }) => kind !== 'ignored').map(rowReference),
    take: lines.filter(({ kind }) => kind === 'ignored').map(rowReference),
  }
}

/** The user's choices as query parameters. */
export function rowChoice(plan: ImportReport, ticks: Ticks): { skip?: string; take?: string } {
  const { skip, take } = changedTicks(plan, ticks)
  return { ...(skip.length > 0 ? { skip: skip.join(',') } : {}), ...(take.length > 0 ? { take: take.join(',') } : {}) }
}

export function planRows({ rows, skipped, duplicates }: ImportReport): PlanRow[] {
  const lines = new Map<string, PlanRow>()
  const add = (line: PlanRow) => lines.set(rowReference(line), line)
  for (const { companyId: _id, ...row } of duplicates)
    add({ ...row, website: null, kind: 'duplicate', changes: [], add: [] })
  for (const row of skipped) add({ ...row, website: null, kind: 'invalid', changes: [], add: [] })
  for (const row of rows) add(row)
  return [...lines.values()].toSorted((a, b) => (a.sheet ?? 0) - (b.sheet ?? 0) || a.row - b.row)
}

/** "41 new, 3 changed, 2 already in your portfolio, 1 with errors" */
export function planSentence({ counts, duplicates }: ImportReport): string {
  // A truncated list doesn't tell how many rows are duplicates within the file.
  const twice =
    duplicates.length === counts.duplicate ? duplicates.filter(({ companyId }) => companyId === null).length : 0
  const parts: [number, string][] = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.positions, counts.positions === 1 ? 'position' : 'positions'],
    [counts.duplicate - twice, 'already in your portfolio'],
    [twice, 'duplicated in the file'],
    [counts.invalid, 'with errors'],
    [counts.ignored, 'left out'],
    [counts.amountsLeftOut, `${counts.amountsLeftOut === 1 ? 'amount' : 'amounts'} left out`],
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

export function hasSomethingToImport(plan: ImportReport, update = true, ticks: Ticks = new Set()): boolean {
  const { counts } = plan
  const { skip, take } = changedTicks(plan, ticks)
  return counts.new + counts.position + (update ? counts.changed : 0) - skip.length + take.length > 0
}

export const hasSkippedRows = ({ counts }: ImportReport) => counts.duplicate + counts.invalid + counts.ignored > 0

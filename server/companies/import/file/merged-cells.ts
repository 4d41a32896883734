import type { Range } from '@e965/xlsx'
import { MAX_COLUMNS } from './unreadable.ts'

/** A sheet with more merged cells that overlap the same row is an attack. */
const MAX_OPEN = 100

/** Rows must be visited from top to bottom; they count from 0. */
export function mergedCells(merges: readonly Range[]) {
  const beginning = Map.groupBy(
    merges.filter(({ s, e }) => e.r > s.r && s.c < MAX_COLUMNS),
    ({ s }) => s.r,
  )
  let open: { column: number; end: number; text: string }[] = []
  return {
    /** Only the first row of a merged cell has its text, but it applies to all of them. */
    fill(row: number, cells: string[]): void {
      if (open.length > 0) open = open.filter(({ end }) => end >= row)
      for (const { column, text } of open) {
        while (cells.length < column) cells.push('')
        cells[column] ||= text
      }
      for (const { s, e } of (beginning.get(row) ?? []).slice(0, MAX_OPEN - open.length))
        open.push({ column: s.c, end: e.r, text: cells[s.c] ?? '' })
    },
  }
}

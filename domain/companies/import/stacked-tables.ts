import type { TableRow } from './columns.ts'
import {
  filledCells,
  hasGapBefore,
  headingsOf,
  isCertain,
  isLone,
  mayHaveHeadings,
  type Headings,
} from './heading-rows.ts'
import { isOtherTitle } from './other-lists.ts'
import { isData } from './values.ts'

export type TitledRows = { rows: readonly TableRow[]; title: string | null }

/** More tables would be an attack; they stay part of the last one. */
const MAX_TABLES = 20
const MAX_TITLE_ROWS = 3

/** Splits a sheet where another table begins with headings of its own. */
export function stackedTables(rows: readonly TableRow[]): TitledRows[] {
  const tables = [{ from: 0, title: null as string | null }]
  let headings: string[] = []
  let hasData = false
  for (const at of rows.keys()) {
    const found = headingsAt(rows, at, headings.length > 0)
    if (!found) {
      hasData ||= headings.length > 0
      continue
    }
    const key = found.names.join('\n')
    const { from, title } = titleAbove(rows, at)
    const current = tables.at(-1)
    const isRepeated =
      headings.includes(key) && !(title !== null && isOtherTitle(title) !== isOtherTitle(current?.title ?? ''))
    if (hasData && !isRepeated && tables.length < MAX_TABLES) {
      tables.push({ from, title })
      headings = []
      hasData = false
    } else if (headings.length === 0 && current) current.title = title
    if (!hasData) headings.push(key)
  }
  return tables.map(({ from, title }, index) => ({ title, rows: rows.slice(from, tables[index + 1]?.from) }))
}

function headingsAt(rows: readonly TableRow[], at: number, isInTable: boolean): Headings | null {
  const [row, previous] = [rows[at], rows[at - 1]]
  if (!row) return null
  const isBeginning = hasGapBefore(row, previous) || (previous !== undefined && isLone(previous) && !isLone(row))
  if (!isBeginning && !mayHaveHeadings(row)) return null
  const found = headingsOf(row)
  if (!found || isCertain(found)) return found
  if (!isInTable || !isBeginning) return null
  if (found.hasName) return found
  // A table of something else, such as capital calls.
  const isFollowedByData = rows[at + 1]?.cells.some(isData) ?? false
  return found.known >= 2 && found.known * 2 >= found.filled && isFollowedByData ? found : null
}

/** A title stands alone above the headings, directly or between empty rows. */
function titleAbove(rows: readonly TableRow[], at: number): { from: number; title: string | null } {
  const isApart = (index: number) => {
    const row = rows[index]
    return row === undefined || hasGapBefore(row, rows[index - 1])
  }
  const above = rows[at - 1]
  if (!above) return { from: at, title: null }
  if (isApart(at) && !(isLone(above) && isApart(at - 1))) return { from: at, title: null }
  let from = at - 1
  while (from > 0 && !isApart(from) && at - from < MAX_TITLE_ROWS) from -= 1
  const [block, width] = [rows.slice(from, at), filledCells(rows[at] ?? above)]
  const isTitle = isApart(from) && block.every((row) => filledCells(row) < width && !row.cells.some(isData))
  const titles = isTitle ? block.filter(isLone) : isLone(above) ? [above] : []
  return {
    from: isTitle ? from : at - titles.length,
    title:
      titles
        .at(-1)
        ?.cells.find((cell) => cell.trim() !== '')
        ?.trim() ?? null,
  }
}

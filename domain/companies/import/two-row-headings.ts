import { HEADER_WITHIN, type TableRow } from './columns.ts'
import { filledCells, hasGapBefore, headingsOf, isKnownHeading, isLone } from './heading-rows.ts'
import { fold, headingsIn, isHeadingOf } from './headings.ts'
import { isCurrency } from '../positions/money.ts'

/** "Date" in such a group isn't the date of an investment, nor "Name" the name of a company. */
const OTHER_GROUP =
  /\b(?:exit|exits|sale|proceeds|reali[sz]\w*|liquid\w*|distributions?|contact|contacts|founders?|ceo|person|people|investors?|lead|last|latest|next|follow\w*|ausstieg|verkauf|kontakt|ansprechpartner|grunder|sortie|cession|fondateurs?|salida|venta|fundador\w*|contacto|uscita|saida)\b/

/** Joins headings that take up two rows, such as "Investment" above "Date" and "Amount". */
export function withJoinedHeadings(rows: readonly TableRow[]): readonly TableRow[] {
  for (const [at, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    const found = headingsOf(row)
    if (!found?.hasName) continue
    const [above, below] = [rows[at - 1], rows[at + 1]]
    if (below && !hasGapBefore(below, row) && isSecondRow(row, below)) return replaced(rows, at, joined(row, below))
    const heading = above && !hasGapBefore(row, above) && isGroupRow(above, row) ? joined(above, row) : row
    // Otherwise, the row above says something else.
    if (heading !== row && headingsOf(heading)?.hasName) return replaced(rows, at - 1, heading)
  }
  return rows
}

const replaced = (rows: readonly TableRow[], at: number, heading: TableRow): TableRow[] => [
  ...rows.slice(0, at),
  heading,
  ...rows.slice(at + 2),
]

/** It leaves the company's column empty, which has its heading in the first row. */
function isSecondRow(first: TableRow, second: TableRow): boolean {
  const found = headingsOf(second)
  if (!found || found.hasName) return false
  const names = headingsIn(first.cells)
  if (!names.some((name, column) => isHeadingOf('name', name) && !found.names[column])) return false
  const fitting = joined(first, second).cells.filter((cell, column) => {
    const below = second.cells[column] ?? ''
    return below.trim() !== '' && (isUnit(below) || headingsIn([cell, below]).some(isKnownHeading))
  })
  return fitting.length * 2 >= found.filled
}

/** Its cells stand above several columns each, so some are empty. */
function isGroupRow(groups: TableRow, row: TableRow): boolean {
  const isTitle = isLone(groups) && (groups.cells[0] ?? '').trim() !== ''
  return !isTitle && filledCells(groups) < filledCells(row) && headingsOf(groups) !== null
}

const isUnit = (cell: string) => {
  const unit = cell.trim().replaceAll(/[()[\]]/g, '')
  return (
    /^(?:[%x#€$£¥]|in .{1,12}|k|m|mm|[a-z]{3} ?k|[dmy]{1,4}[-/.][dmy]{1,4}[-/.][dmy]{1,4})$/i.test(unit) ||
    isCurrency(unit.toUpperCase())
  )
}

function joined(first: TableRow, second: TableRow): TableRow {
  let group = ''
  const length = Math.max(first.cells.length, second.cells.length)
  const cells = Array.from({ length }, (_, column) => {
    const [upper, lower] = [first.cells[column]?.trim() ?? '', second.cells[column]?.trim() ?? '']
    if (upper !== '') group = upper
    if (lower === '') return upper
    return isUnit(lower) ? `${upper} (${lower})` : qualified(group, lower)
  })
  return { ...second, cells }
}

function qualified(group: string, heading: string): string {
  const both = `${group} ${heading}`.trim()
  const isKnown = headingsIn([both]).every(isKnownHeading)
  return isKnown || fold(heading) === 'name' || OTHER_GROUP.test(fold(group)) ? both : heading
}

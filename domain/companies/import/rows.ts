import type { Columns, TableRow } from './columns.ts'
import { filledCells, hasGapBefore } from './heading-rows.ts'
import { fold } from './headings.ts'
import { METRICS, METRICS_BELOW, FOOTERS, FOOTERS_BELOW, isPlaceholder, isRemark } from './row-words.ts'
import { findSections } from './sections.ts'
import { createTotalTest } from './totals.ts'
import { valueKind } from './values.ts'

/** Why a table row isn't a company; null if it may be one. */
export type RowSorter = (row: TableRow, name: string, hasSite: boolean) => string | null

const TOTAL = 'Looks like a total, not a company'
const METRIC = 'Looks like a figure about the portfolio, not a company'
const SECTION = 'Looks like a section heading, not a company'
const FOOTER = 'Looks like a note below the table, not a company'
const REMARK = 'Looks like a note, not a company'
const REPEATED_HEADING = 'Repeats the headings'
const noName = (text: string) => `“${text.slice(0, 40)}” is not a company name`
const listedUnder = (title: string) => `Listed under “${title.slice(0, 40)}”, not in the portfolio`

const SAMPLE = 300

export function createRowSorter(heading: TableRow | null, columns: Columns, data: readonly TableRow[]): RowSorter {
  const filled = data.map(filledCells)
  const isTotal = createTotalTest(data, columns)
  const isTotalRow = (row: TableRow) => isTotal(row.cells[columns.name]?.trim() || firstText(row), row)
  const below = firstBelow(data, filled, isTotalRow)
  const typical = typicalWidth(filled.filter((_, at) => (data[at]?.row ?? 0) < below).slice(0, SAMPLE))
  const headings = heading?.cells.map((cell) => cell.trim()).join('\n')
  const isHeading = ({ cells }: TableRow) =>
    cells[columns.name] === heading?.cells[columns.name] && cells.map((cell) => cell.trim()).join('\n') === headings
  const sections = findSections(data, { filled, typical, isTotal: isTotalRow, isHeading })
  const end = data.findLast((row, at) => row.row < below && (filled[at] ?? 0) > 1)?.row ?? 0
  const last = typical > 2 ? lastBeforeGap(data, end, isTotalRow) : Infinity

  return (row, name, hasSite) => {
    const otherList = sections.otherList(row)
    if (otherList !== null) return listedUnder(otherList)
    if (hasSite) return null
    if (name !== '' && isHeading(row)) return REPEATED_HEADING
    const label = name === '' ? firstText(row) : name
    if (label === '') return null
    if (isTotal(label, row)) return TOTAL
    const isAlone = typical > 1 && filledCells(row) === 1
    const folded = fold(label)
    if (isAlone) {
      if (row.row > last || FOOTERS.test(folded) || (row.row > end && label.length > 60)) return FOOTER
      if (row.row > end && FOOTERS_BELOW.test(folded)) return FOOTER
      if (sections.isSection(row)) return SECTION
      if (name === '' && typical > 2) return SECTION
      if (isRemark(label)) return REMARK
    }
    if (name === '') return null
    if (row.row >= below && isSummary(row, folded, columns)) return FOOTER
    if (METRICS.test(folded)) return METRIC
    return isPlaceholder(name, folded, isAlone) ? noName(name) : unlikelyName(name)
  }
}

/** The median width of rows with more than a name, or of all rows if those are exceptions. */
function typicalWidth(filled: number[]): number {
  const wide = filled.filter((count) => count > 1)
  const counted = wide.length >= 2 || wide.length * 5 >= filled.length ? wide : filled
  return counted.toSorted((one, other) => one - other)[counted.length >> 1] ?? 0
}

type RowTest = (row: TableRow) => boolean

/** The number of the first row that is below the table, where no row has more than a label and a figure. */
function firstBelow(data: readonly TableRow[], filled: number[], isTotal: RowTest): number {
  const thin = data.findLastIndex((row, at) => (filled[at] ?? 0) > 2 || row.cells.some(isSiteCell)) + 1
  if (typicalWidth(filled.slice(0, Math.min(thin, SAMPLE))) < 3 || isSpaced(data)) return Infinity
  for (let at = thin; at < data.length; at += 1) {
    const [before, row] = [data[at - 1], data[at]]
    if (row && before && (hasGapBefore(row, before) || isTotal(before))) return row.row
  }
  return Infinity
}

const isSiteCell = (cell: string) => cell.includes('.') && valueKind(cell.trim()) === 'site'

/** If empty rows are common, they don't mean that the table ends. */
const isSpaced = (data: readonly TableRow[]) =>
  data.filter((row, at) => at > 0 && hasGapBefore(row, data[at - 1])).length * 4 > data.length

/** "IRR, 12%" below the table, where the figure isn't in a column of amounts, or a legend of marks and letters. */
function isSummary(
  { cells }: TableRow,
  folded: string,
  { website, category, stage, investmentDate }: Columns,
): boolean {
  if (METRICS_BELOW.test(folded) || FOOTERS.test(folded) || /[:：]$/.test(folded) || LEGEND.test(folded)) return true
  const isFigure = (column: number) => /^(?:number|amount)$/.test(valueKind(cells[column]?.trim() ?? ''))
  return [website, category, stage].some(isFigure) || valueKind(cells[investmentDate]?.trim() ?? '') === 'amount'
}

/** "(a)" or "W" */
const LEGEND = /^[([]?.{1,2}[)\].]?$/u

/** Notes appear below the table, after an empty row or a total. */
function lastBeforeGap(data: readonly TableRow[], end: number, isTotal: RowTest): number {
  const after = data.findIndex(({ row }) => row > end)
  if (after === -1) return Infinity
  const before = data[after - 1]
  if (before && isTotal(before)) return end
  for (let at = after; at < data.length; at += 1)
    if ((data[at]?.row ?? 0) > (data[at - 1]?.row ?? 0) + 1) return (data[at]?.row ?? 0) - 1
  return Infinity
}

const firstText = ({ cells }: TableRow) =>
  cells.find((cell) => valueKind(cell.trim()) === 'text')?.trim() ?? cells.find((cell) => cell.trim() !== '') ?? ''

/** Checked only for rows without a website. */
function unlikelyName(name: string): string | null {
  const first = name.codePointAt(0) ?? 0
  const last = name.charCodeAt(name.length - 1)
  const mayBeNumber = first < 0x40 || first > 0x7f || (last >= 0x30 && last <= 0x39)
  if (!mayBeNumber) return null
  const kind = valueKind(name)
  return kind === 'amount' || kind === 'date' || kind === 'number' ? noName(name) : null
}

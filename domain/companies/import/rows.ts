import { isEmptyMarker } from '../files.ts'
import { isCurrency } from '../positions/money.ts'
import { fold } from '#domain/dates/months.ts'
import type { Columns, Header } from './columns.ts'
import { readName } from './names.ts'
import { kindIn } from '../positions/read-words.ts'
import { valueKind, type TableRow } from './values.ts'

/** Rows that aren't companies, and those that only the user can tell, by row number. */
export type RowReasons = { ignored: ReadonlyMap<number, string>; unsure: ReadonlySet<number> }

const TOTAL = 'Looks like a total, not a company'
const REPEATED_HEADING = 'Repeats the headings'
export const MAY_NOT_BE_COMPANY = 'May not be a company'
const noName = (text: string) => `“${text.slice(0, 40)}” is not a company name`

const words = (text: string) => new Set(fold(text).split('|'))

/** A row that is called exactly this is a total. */
const TOTALS = words(
  'total|totals|grand total|grand totals|overall total|subtotal|subtotals|sub-total|sub total|average|avg|total portfolio|' +
    'portfolio total|summe|gesamtsumme|zwischensumme|gesamt|insgesamt|durchschnitt|total général|sous-total|somme|moyenne|' +
    'suma total|total general|promedio|total geral|totale|totale generale|subtotale|合計|総合計|小計|总计|合计|합계|razem|' +
    'średnia|итого|всего|totaal|subtotaal|totalt|i alt|yhteensä|toplam|genel toplam|celkem|összesen|σύνολο',
)
const CERTAIN_TOTAL = /^(?:sub[- ]?totals?|grand totals?|zwischensumme|gesamtsumme|sous-total|subtotale|subtotaal)\b/
const LIKE_A_TOTAL =
  /^(?:totals?|totale|summe|gesamt|average|avg|media|less|net|of which|davon|dont)\b|\b(?:total[es]?|gesamt|summe)$|[合小]計$/
const PLACEHOLDERS = words('untitled|unnamed|tbd|tba|tbc|n/a|na|nan|(blank)|company name|your company|example company')
const SAMPLE = 300

export function sortRows(heading: TableRow | undefined, header: Header, data: readonly TableRow[]): RowReasons {
  const { columns, isLiteral } = header
  const [ignored, unsure] = [new Map<number, string>(), new Set<number>()]
  if (isLiteral) return { ignored, unsure }
  const sample = data.slice(0, SAMPLE)
  const typical = usualWidth(sample.map(filledCells))
  const areDescribed = sample.filter((row) => isCompany(row, header)).length * 2 >= sample.length
  const textOf = ({ cells }: TableRow) => cells.map((cell) => cell.trim()).join('\n')
  const isHeading = (row: TableRow) =>
    heading !== undefined && row.cells[columns.name] === heading.cells[columns.name] && textOf(row) === textOf(heading)
  const open: { at: number; row: TableRow; isLikeTotal: boolean; name: string }[] = []
  const totals = new Set<number>()
  let lastSure = -1

  for (const [at, row] of data.entries()) {
    const name = row.cells[columns.name]?.trim() ?? ''
    const label = plainLabel(name || (row.cells.find((cell) => cell.trim() !== '') ?? ''))
    const kind = row.cells[columns.kind]?.trim() ?? ''
    const isTotal = TOTALS.has(label) || CERTAIN_TOTAL.test(label)
    if (name !== '' && isHeading(row)) ignored.set(row.row, REPEATED_HEADING)
    else if (name !== '' && hasSite(row, columns)) lastSure = at
    else if (isTotal && (name === '' || !isCompany(row, header))) {
      ignored.set(row.row, TOTAL)
      totals.add(at)
    } else if (name === '') continue
    else if (isPlaceholder(name, label)) ignored.set(row.row, noName(name))
    else if (isTotal || NO_NAME.test(valueKind(name)) || (columns.kind !== -1 && kindIn(kind) === null))
      unsure.add(row.row)
    else if (isCompany(row, header)) lastSure = at
    else {
      const isLikeTotal = LIKE_A_TOTAL.test(label)
      if (isLikeTotal) totals.add(at)
      open.push({ at, row, isLikeTotal, name })
    }
  }

  const below = firstBelow(data, areDescribed ? lastSure : -1, totals)
  for (const { at, row, isLikeTotal, name } of open) {
    const isAlone = filledCells(row) === 1
    const isSection =
      isAlone && (typical >= 3 || (typical === 2 && columns.website === -1 && !areDescribed && at === 0))
    const isBelow = at >= below && typical > 1
    if (isSection || isBelow || isLikeTotal || (isAlone && isLine(readName(name).name))) unsure.add(row.row)
  }
  return { ignored, unsure }
}

const NO_NAME = /^(?:amount|date|number)$/

const isFilled = (cell: string) =>
  cell !== '' && cell.trim() !== '' && !isEmptyMarker(cell.trim()) && !isErrorValue(cell.trim())

const filledCells = ({ cells }: TableRow): number => {
  let count = 0
  for (const cell of cells) if (isFilled(cell)) count += 1
  return count
}

/** The median of rows with more than a name, or of all rows if those are exceptions. */
function usualWidth(filled: number[]): number {
  const wide = filled.filter((count) => count > 1)
  const counted = wide.length >= 2 || wide.length * 5 >= filled.length ? wide : filled
  return counted.toSorted((one, other) => one - other)[counted.length >> 1] ?? 0
}

const hasSite = ({ cells, links }: TableRow, { name, website }: Columns) =>
  /\.\p{L}/u.test(cells[website] ?? '') ||
  /^https?:/i.test(links?.[name] ?? '') ||
  valueKind(cells[name]?.trim() ?? '') === 'site'

/** Whether a row says more about a company than figures. */
function isCompany(row: TableRow, { columns }: Header): boolean {
  if (hasSite(row, columns)) return true
  return row.cells.some((cell, column) => {
    const text = cell.trim()
    if (column === columns.name || column === columns.website || !isFilled(text)) return false
    return !/^(?:number|amount)$/.test(valueKind(text)) && !isCurrency(text.toUpperCase())
  })
}

const plainLabel = (label: string) =>
  fold(label.slice(0, 100))
    .replace(/\s*[(（][^)）]*[)）]$/, '')
    .replace(/[\s:.=]+$/, '')
    .trim()

/** What a spreadsheet shows for a formula that failed. */
export const isErrorValue = (cell: string) => /^#(?:N\/A|[A-Z]{3,5}[!?]|DIV\/0!)$/i.test(cell)

/** Stands for a missing name: "TBD", "#N/A", "---". */
const isPlaceholder = (name: string, label: string) =>
  PLACEHOLDERS.has(label) || !/[\p{L}\p{N}]/u.test(name) || isErrorValue(name)

/** Where notes and summaries begin: after an empty row or a total behind which no row describes a company. */
function firstBelow(data: readonly TableRow[], lastSure: number, totals: ReadonlySet<number>): number {
  const isApart = (at: number) => (data[at]?.row ?? 0) > (data[at - 1]?.row ?? 0) + 1
  const gaps = data.filter((_, at) => at > 0 && isApart(at)).length
  // If empty rows are common, they don't mean that the table ends.
  const isSpaced = gaps > 1 && gaps * 4 > data.length
  for (let at = Math.max(1, lastSure + 1); at < data.length; at += 1)
    if ((isApart(at) && !isSpaced) || totals.has(at - 1)) return at
  return Infinity
}

/** "Page 2 of 2", "Confidential:", "The figures are unaudited" */
function isLine(name: string): boolean {
  const count = name.split(/\s+/).length
  return /[:：]$/.test(name) || count >= 6 || (count >= 3 && /\d/.test(name)) || /^(?:©|\(c\)|[*†]\s)/i.test(name)
}

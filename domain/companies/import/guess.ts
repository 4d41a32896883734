import { nameKey } from '../company-key.ts'
import { fold, headingsIn } from './headings.ts'
import { HEADER_WITHIN, noColumns, shownName, type Header, type TableRow } from './columns.ts'
import { isNamedAfter, siteIn, valueKind, valuesOf, type ValueKind } from './values.ts'
import type { ColumnChoice } from './imports.ts'

const SAMPLE = 200
const MAX_COLUMNS = 40
const EXAMPLES = 3
const MAX_NAME_WORDS = 7
const NO_HEADINGS = 'The file has no headings; every row is read as a company.'

/** A list without headings: one name or website in each row, or names beside their websites. */
export function findList(rows: readonly TableRow[]): Header | null {
  const sample = rows.slice(0, SAMPLE)
  const used = usedColumns(sample)
  const [only] = used
  if (only !== undefined && used.length === 1) return singleColumn(sample, only)
  const website = used.find((column) => siteShare(sample, column) >= 0.5)
  if (website === undefined || kindAt(sample[0], website) !== 'site') return null
  const name = nameColumn(sample, used, website)
  return name === null ? null : headless(-1, { name, website })
}

function singleColumn(sample: readonly TableRow[], column: number): Header | null {
  const values = valuesOf(sample, column)
  const at = isTitle(values[0] ?? '') ? 0 : -1
  const listed = values.slice(at + 1)
  const fitting = listed.filter((value) => {
    const kind = valueKind(value)
    const isShort = value.split(/\s+/).length <= MAX_NAME_WORDS && value.split(/[,;\t|]/).length < 3
    return kind === 'site' || (kind === 'text' && isShort)
  })
  return listed.length > 0 && fitting.length >= listed.length * 0.8 ? headless(at, { name: column }) : null
}

const TITLE =
  /^(?:(?:my|our|the) )?(?:portfolio|companies|company list|investments|startups|holdings|positions|watch ?list|list)(?: companies| list)?$/

const isTitle = (value: string) => /[:：]$/.test(value) || TITLE.test(fold(value))

const headless = (at: number, columns: { name: number; website?: number }): Header => ({
  at,
  columns: { ...noColumns(), ...columns },
  position: null,
  warnings: at === -1 ? [NO_HEADINGS] : [],
  ignored: [],
  isDoubtful: true,
})

/** The text column whose names the websites are derived from, or the only text column. */
function nameColumn(sample: readonly TableRow[], used: number[], website: number): number | null {
  const texts = used.filter((column) => column !== website && share(sample, column, ['text']) >= 0.7)
  const fits = texts.map((column) => ({ column, share: namedShare(sample, column, website) }))
  const best = fits.toSorted((one, other) => other.share - one.share)[0]
  if (best && best.share >= 0.4) return best.column
  return texts.length === 1 ? (texts[0] ?? null) : null
}

function namedShare(sample: readonly TableRow[], column: number, website: number): number {
  const pairs = sample.flatMap(({ cells }) => {
    const [name, site] = [cells[column]?.trim() ?? '', siteIn(cells[website]?.trim() ?? '')]
    return name !== '' && site ? [isNamedAfter(site.website, nameKey(name))] : []
  })
  return pairs.length === 0 ? 0 : pairs.filter(Boolean).length / pairs.length
}

const usedColumns = (sample: readonly TableRow[]): number[] =>
  Array.from(
    { length: Math.min(MAX_COLUMNS, Math.max(0, ...sample.map(({ cells }) => cells.length))) },
    (_, n) => n,
  ).filter((column) => sample.some(({ cells }) => (cells[column] ?? '').trim() !== ''))

const kindAt = (row: TableRow | undefined, column: number) => valueKind(row?.cells[column]?.trim() ?? '')

function share(sample: readonly TableRow[], column: number, kinds: ValueKind[]): number {
  const values = valuesOf(sample, column)
  return values.filter((value) => kinds.includes(valueKind(value))).length / Math.max(1, values.length)
}

export const siteShare = (sample: readonly TableRow[], column: number) => share(sample, column, ['site'])

/** Lets the user choose which column holds the companies. Columns and rows count from 1; row 0 means no headings. */
export function columnChoice(sheet: number, rows: readonly TableRow[], at = headingRow(rows)): ColumnChoice {
  const below = rows.slice(at + 1, at + 1 + SAMPLE)
  const used = usedColumns(rows.slice(Math.max(at, 0), at + 1 + SAMPLE))
  const website = used.find((column) => siteShare(below, column) >= 0.5)
  const name = suggested(below, used, website)
  return {
    sheet,
    headerRow: at === -1 ? 0 : (rows[at]?.row ?? 0),
    nameColumn: name === undefined ? null : name + 1,
    websiteColumn: website === undefined ? null : website + 1,
    columns: used.map((column) => ({
      column: column + 1,
      heading: at === -1 ? '' : shownName(rows[at]?.cells[column] ?? ''),
      examples: valuesOf(below, column).slice(0, EXAMPLES).map(shownName),
    })),
  }
}

/** The first row that is about as wide as the table. */
export function headingRow(rows: readonly TableRow[]): number {
  const widths = rows.slice(0, HEADER_WITHIN).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const at = widths.findIndex((width) => width >= Math.max(...widths) * 0.6)
  const isData = (rows[at]?.cells ?? []).some((cell) => valueKind(cell.trim()) === 'site')
  return isData || headingsIn(rows[at]?.cells ?? []).length === 0 ? -1 : at
}

function suggested(below: readonly TableRow[], used: number[], website: number | undefined): number | undefined {
  if (website !== undefined) {
    const named = nameColumn(below, used, website)
    if (named !== null) return named
  }
  const texts = used.filter((column) => column !== website && share(below, column, ['text']) >= 0.7)
  const distinct = (column: number) => {
    const values = valuesOf(below, column)
    return new Set(values).size / Math.max(1, values.length)
  }
  return texts.find((column) => distinct(column) >= 0.9) ?? texts[0] ?? website
}

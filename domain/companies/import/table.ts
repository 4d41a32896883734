import { nameKey } from '../company-key.ts'
import { NO_DATA_ROW, NO_NAME_COLUMN, NO_VALID_COMPANIES, NO_WEBSITE_COLUMN } from '../files.ts'
import { chosenHeader, fieldsOf, findHeader, holdsSites, isOwnExport, type Header, type TableRow } from './columns.ts'
import { dateOrder } from './dates.ts'
import { filledCells } from './heading-rows.ts'
import type { ImportMap } from './map.ts'
import { footnoteOf, withoutBullet } from './names.ts'
import { columnChoice, findList, headingRow, siteShare } from './guess.ts'
import { detail, line, MAX_SHOWN_DATE, readRow, siteOfRow, type RowReading } from './row-reader.ts'
import { positionReading, positionWarnings, questionsOf } from './position-table.ts'
import { createRowSorter } from './rows.ts'
import { tablesIn, type Sheet, type SheetTable } from './sheets.ts'
import { valuesOf } from './values.ts'
import { rowReference, type ColumnChoice, type FileRow, type ImportLayout } from './imports.ts'

/** What the user chose in the preview; numbers count from 1. */
export type ImportChoice = {
  sheets?: number[] | undefined
  nameColumn?: number | undefined
  /** 0 for none. */
  websiteColumn?: number | undefined
  /** 0 when the table has no headings. */
  headerRow?: number | undefined
  /** Fields by heading, remembered or chosen. */
  map?: ImportMap | undefined
  /** The currency of amounts without one. */
  currency?: string | undefined
  /** The date of values without one. */
  valuesAsOf?: string | undefined
  skip?: string[] | undefined
  take?: string[] | undefined
}

export type TableOptions = {
  strict: boolean
  /** Some workbooks count days from 1904. */
  date1904?: boolean
  choice?: ImportChoice
}
export type CompanyTable = {
  total: number
  warnings: string[]
  ignoredColumns: string[]
  layout: ImportLayout
  judge: (from: number, to: number) => FileRow[]
}
export type TableProblem = { problem: string; choice?: ColumnChoice }

/** Enough to see what a column holds. */
const SAMPLE = 200

type Part = SheetTable & { number: number; header: Header; data: readonly TableRow[] }

export function companyTable(file: readonly Sheet[], options: TableOptions): CompanyTable | TableProblem {
  const sheets = tablesIn(file)
  const wanted = options.choice?.sheets
  const read = sheets.map((sheet, index) => readSheet(sheet, index + 1, options))
  const parts = read.filter((part): part is Part => 'data' in part && (wanted?.includes(part.number) ?? true))
  const chosen = wanted ? parts : expected(parts)
  if (chosen.length === 0) return problemOf(read, sheets, wanted)
  const warnings = chosen.flatMap(({ name, header }) =>
    header.warnings.map((warning) => (chosen.length > 1 ? `${name}: ${warning}` : warning)),
  )
  const unread = sheets.filter(
    ({ rows }, index) => rows.length > 0 && !chosen.some(({ number }) => number === index + 1),
  )
  if (unread.length > 0)
    warnings.push(
      `Sheets not read: ${unread
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 300)}.`,
    )
  const judges = chosen.map((part) => judgeOf(part, options, chosen.length > 1, warnings))
  return {
    total: chosen.reduce((sum, { data }) => sum + data.length, 0),
    // Two tables may have the same one.
    warnings: [...new Set(warnings)],
    ignoredColumns: [...new Set(chosen.flatMap(({ header }) => header.ignored))],
    layout: { ...layoutOf(sheets, chosen), ...questionsOf(chosen, options.choice) },
    judge: (from, to) => slices(chosen, from, to).flatMap((rows, at) => rows.map(judges[at] ?? neverRead)),
  }
}

function readSheet(
  { name, rows, isOther }: SheetTable,
  number: number,
  { strict, choice }: TableOptions,
): Part | TableProblem {
  if (rows.length < 2) return { problem: NO_DATA_ROW }
  const header = headerOf(rows, choice)
  if (!header) return { problem: NO_NAME_COLUMN, choice: columnChoice(number, rows) }
  const { at, columns } = header
  const data = rows.slice(at + 1)
  if (data.length === 0) return { problem: NO_DATA_ROW }
  const mayHaveSites =
    columns.website !== -1 || siteShare(data.slice(0, SAMPLE), columns.name) > 0.5 || data.some(({ links }) => links)
  if (strict && !mayHaveSites) return { problem: NO_WEBSITE_COLUMN }
  if (!data.some((row) => isListed(row, header, strict))) return { problem: NO_VALID_COMPANIES }
  return { number, name, header, data, rows, isOther }
}

function headerOf(rows: readonly TableRow[], choice: ImportChoice | undefined): Header | null {
  if (choice?.nameColumn === undefined)
    return findHeader(rows, choice?.map) ?? (knowsWebsite(rows) ? null : findList(rows))
  const at = choice.headerRow === undefined ? headingRow(rows) : rows.findIndex(({ row }) => row === choice.headerRow)
  const website = choice.websiteColumn === undefined ? {} : { website: choice.websiteColumn - 1 }
  return chosenHeader(rows, at, { name: choice.nameColumn - 1, ...website }, choice.map)
}

/** If there are headings but none for the company, the user is asked; it isn't a list without headings. */
const knowsWebsite = (rows: readonly TableRow[]) => chosenHeader(rows, headingRow(rows), {}).columns.website !== -1

const isListed = (row: TableRow, { columns }: Header, strict: boolean) =>
  line(row, columns.name) !== '' && (!strict || columns.website === -1 || detail(row, columns.website) !== '')

/** Other lists are read only if there is nothing else, or if the user asks for them. */
function expected(parts: Part[]): Part[] {
  const portfolio = parts.filter(({ isOther, header }) => !isOther && !header.isDoubtful)
  const clear = portfolio.filter(({ header }) => !header.isVague)
  return [clear, portfolio].find((some) => some.length > 0) ?? parts.slice(0, 1)
}

/** The problem of the largest sheet; the others are most likely notes. */
function problemOf(
  read: (Part | TableProblem)[],
  sheets: readonly Sheet[],
  wanted: number[] | undefined,
): TableProblem {
  let largest: { problem: TableProblem; size: number } | null = null
  for (const [index, part] of read.entries()) {
    if (!('problem' in part) || !(wanted?.includes(index + 1) ?? true)) continue
    const { rows } = sheets[index] ?? { rows: [] }
    const size = rows.length * (rows[0]?.cells.length ?? 0) + (part.choice?.columns.length ?? 0)
    if (size > (largest?.size ?? -1)) largest = { problem: part, size }
  }
  return largest?.problem ?? { problem: NO_DATA_ROW }
}

function judgeOf(
  { number, header, data, rows }: Part,
  options: TableOptions,
  isOneOfSeveral: boolean,
  warnings: string[],
) {
  const { at, columns } = header
  const { order, example } = dateOrder(dates(data, columns.investmentDate))
  if (example !== null)
    warnings.push(
      `Dates such as ${example.trim().slice(0, MAX_SHOWN_DATE)} are read as month/day/year. If the day comes first, write the month as a word.`,
    )
  const isLiteral = isOwnExport(rows[at]?.cells ?? [])
  warnings.push(...positionWarnings(header, data, rows, options.choice))
  const reading: RowReading = {
    columns,
    strict: options.strict,
    dates: { order, date1904: options.date1904 ?? false },
    sorter: createRowSorter(at === -1 ? null : (rows[at] ?? null), columns, data),
    areNamesSites: columns.website === -1 && siteShare(data.slice(0, SAMPLE), columns.name) > 0.5,
    hasBullets: hasBullets(header, data),
    footnotes: footnotesIn(data),
    hasOwnSites: columns.website !== -1 && holdsSites(data.slice(0, SAMPLE), columns.website),
    isLiteral,
    position: positionReading(header, data, { ...options, isLiteral }),
    sites: new Map(),
  }
  if (!reading.isLiteral) reading.sites = sitesByName(data, reading)
  const [skip, take] = [new Set(options.choice?.skip), new Set(options.choice?.take)]
  if (skip.size + take.size === 0 && !isOneOfSeveral) return (row: TableRow): FileRow => readRow(row, reading, false)
  const sheet = isOneOfSeveral ? { sheet: number } : {}
  return (row: TableRow): FileRow => {
    const reference = rowReference({ row: row.row, ...sheet })
    const read = readRow(row, reading, take.has(reference))
    return { ...read, ...sheet, ...(skip.has(reference) ? { unticked: true } : {}) }
  }
}

/** A list without other columns may have bullets; in a table, most names must have one. */
function hasBullets({ at, columns }: Header, data: readonly TableRow[]): boolean {
  if (at === -1 || columns.website + columns.category + columns.stage === -3) return true
  const names = valuesOf(data.slice(0, SAMPLE), columns.name)
  return names.length > 1 && names.filter((name) => withoutBullet(name) !== name).length >= names.length * 0.8
}

const footnotesIn = (data: readonly TableRow[]): Set<string> =>
  new Set(data.flatMap((row) => (filledCells(row) <= 2 ? (footnoteOf(firstCell(row)) ?? []) : [])))

const firstCell = ({ cells }: TableRow) => cells.find((cell) => cell.trim() !== '')?.trim() ?? ''

/** Empty unless some rows have a website and some don't: follow-on rounds often leave it out. */
function sitesByName(data: readonly TableRow[], reading: RowReading): Map<string, string> {
  const found = new Map<string, string>()
  const { website } = reading.columns
  const without = website === -1 ? [] : data.filter((row) => mayBeBlank(row, website) && detail(row, website) === '')
  if (without.length === 0 || without.length === data.length) return found
  const wanted = new Set(without.map((row) => nameKey(siteOfRow(row, reading).name)))
  for (const row of data) {
    if (detail(row, website) === '') continue
    const { name, website: site } = siteOfRow(row, reading)
    const key = nameKey(name)
    if (site !== null && wanted.has(key) && !found.has(key)) found.set(key, site)
  }
  return found
}

/** Cheaper than reading the cell. */
const mayBeBlank = ({ cells }: TableRow, column: number) => (cells[column]?.length ?? 0) <= LONGEST_BLANK
const LONGEST_BLANK = 10

function* dates(data: readonly TableRow[], column: number): Iterable<string> {
  if (column === -1) return
  for (const row of data) yield row.cells[column] ?? ''
}

const neverRead = (): FileRow => {
  throw new Error('a row of a sheet that is not read')
}

function slices(parts: Part[], from: number, to: number): (readonly TableRow[])[] {
  let start = 0
  return parts.map(({ data }) => {
    const rows = data.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += data.length
    return rows
  })
}

const withFields = ({ number, rows, header }: Part) => {
  const fields = fieldsOf(header)
  return columnChoice(number, rows, header.at).columns.map((column) => ({
    ...column,
    field: fields.get(column.column - 1) ?? null,
  }))
}

function layoutOf(sheets: readonly Sheet[], parts: Part[]): ImportLayout {
  const [only] = parts
  return {
    sheets: sheets.map(({ name, rows }, index) => ({
      number: index + 1,
      name,
      rows: rows.length,
      read: parts.some(({ number }) => number === index + 1),
    })),
    ...(only && parts.length === 1
      ? {
          columns: {
            ...columnChoice(only.number, only.rows, only.header.at),
            nameColumn: only.header.columns.name + 1,
            websiteColumn: only.header.columns.website + 1 || null,
            columns: withFields(only),
          },
        }
      : {}),
  }
}

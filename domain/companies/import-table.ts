import { WEBSITE_INVALID, WEBSITE_REQUIRED, isDetailTooLong, nameProblem, oneLine } from './company.ts'
import { findHeader, type Columns, type TableRow } from './import-columns.ts'
import {
  NO_DATA_ROW,
  NO_NAME_COLUMN,
  NO_VALID_COMPANIES,
  NO_WEBSITE_COLUMN,
  isEmptyMarker,
  unguardFormula,
} from './files.ts'
import { hostKey, nameKey, plainWebsite, websiteAddress } from './company-key.ts'
import type { FileRow } from './imports.ts'
import { dateOrder, writtenDate, type DateReading } from './import-dates.ts'

export type TableOptions = {
  /** The dialog requires a website in every row; the page does not. */
  strict: boolean
  /** Some workbooks count days from 1904. */
  date1904?: boolean
}
export type CompanyTable = {
  total: number
  warnings: string[]
  ignoredColumns: string[]
  judge: (from: number, to: number) => FileRow[]
}

/** Enough to recognize a rejected row, not enough to fill a report. */
const MAX_SHOWN = 300
const MAX_SHOWN_DATE = 40

export function companyTable(rows: readonly TableRow[], options: TableOptions): CompanyTable | { problem: string } {
  if (rows.length < 2) return { problem: NO_DATA_ROW }
  const header = findHeader(rows)
  if (!header) return { problem: NO_NAME_COLUMN }
  const { at, columns, warnings, ignored: ignoredColumns } = header
  if (options.strict && columns.website === -1) return { problem: NO_WEBSITE_COLUMN }
  const data = rows.slice(at + 1)
  if (data.length === 0) return { problem: NO_DATA_ROW }
  if (!data.some((row) => isListed(row, columns, options.strict))) return { problem: NO_VALID_COMPANIES }

  const { order, example } = dateOrder(dates(data, columns))
  if (example !== null)
    warnings.push(
      `Dates such as ${example.trim().slice(0, MAX_SHOWN_DATE)} are read as month/day/year. If the day comes first, write the month as a word.`,
    )
  const judge = rowValidator(columns, options.strict, { order, date1904: options.date1904 ?? false })
  return {
    total: data.length,
    warnings,
    ignoredColumns,
    judge: (from, to) => data.slice(from, to).map(judge),
  }
}

const isListed = (row: TableRow, columns: Columns, strict: boolean) =>
  line(row, columns.name) !== '' && (!strict || detail(row, columns.website) !== '')

function* dates(data: readonly TableRow[], columns: Columns): Iterable<string> {
  if (columns.investmentDate === -1) return
  for (const row of data) yield row.cells[columns.investmentDate] ?? ''
}

function rowValidator(columns: Columns, strict: boolean, reading: DateReading): (row: TableRow) => FileRow {
  return (row) => {
    const name = line(row, columns.name)
    const typed = detail(row, columns.website)
    const plain = plainWebsite(typed)
    const website = plain?.website ?? (typed === '' ? null : websiteAddress(typed))
    const reason = nameProblem(name) ?? websiteProblem(typed, website, strict)
    const notes: string[] = []
    const category = shortDetail(row, columns.category, 'category', notes)
    const stage = shortDetail(row, columns.stage, 'stage', notes)
    const investmentDate = dateDetail(row, columns.investmentDate, reading, notes)
    return {
      row: row.row,
      name: reason === null ? name : shown(name),
      website: reason === null ? website : typed === '' ? null : shown(website ?? typed),
      category,
      stage,
      investmentDate,
      nameKey: reason === null ? nameKey(name) : '',
      hostKey: reason === null ? (plain?.hostKey ?? hostKey(website)) : '',
      reason,
      note: notes.length === 0 ? null : notes.join(' '),
    }
  }
}

function websiteProblem(typed: string, website: string | null, strict: boolean): string | null {
  if (typed === '') return strict ? WEBSITE_REQUIRED : null
  return website === null ? WEBSITE_INVALID : null
}

function line({ cells }: TableRow, column: number): string {
  const cell = cells[column]
  return cell === undefined || cell === '' ? '' : oneLine(unguardFormula(cell))
}

function detail(row: TableRow, column: number): string {
  return column === -1 || isEmptyMarker(row.cells[column]?.trim() ?? '') ? '' : line(row, column)
}

function shortDetail(row: TableRow, column: number, called: string, notes: string[]): string | null {
  const text = detail(row, column)
  if (!isDetailTooLong(text)) return text || null
  notes.push(`The ${called} is longer than 100 characters and is left out.`)
  return null
}

function dateDetail(row: TableRow, column: number, reading: DateReading, notes: string[]): string | null {
  const text = detail(row, column)
  if (text === '') return null
  const date = writtenDate(text, reading)
  if (date === null) notes.push(`“${text.slice(0, MAX_SHOWN_DATE)}” is not a date we can read; it is left out.`)
  return date
}

const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

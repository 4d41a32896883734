import { dateOrder } from '#domain/dates/written-dates.ts'
import { nameKey } from '../company-key.ts'
import { NO_DATA_ROW, NO_NAME_COLUMN, NO_VALID_COMPANIES, NO_WEBSITE_COLUMN, rowReference } from '../files.ts'
import { HEADER_WITHIN, findHeader, readHeader, type Header } from './columns.ts'
import { holdsSites } from './content.ts'
import { shapeOf, type Answers, type Answer } from './answer.ts'
import { headingsIn, isKnownHeading } from './headings.ts'
import { layoutOf, doubtIn, headingRowsIn, ON_THE_LEFT, questionOf, turned, UNCLEAR_ROWS } from './question.ts'
import { withoutBullet } from './names.ts'
import { detail, line, MAX_SHOWN_DATE, readRow, siteOfRow, type RowReading } from './row-reader.ts'
import { moneyQuestions, positionReading } from './position-table.ts'
import { MAY_NOT_BE_COMPANY, sortRows, type RowReasons } from './rows.ts'
import { valueKind, valuesOf, type TableRow } from './values.ts'
import type { FileRow, ImportLayout, ImportQuestion } from './imports.ts'

/** A text file is a single sheet without a name. */
export type Sheet = { name: string; rows: readonly TableRow[] }

/** What the user chose in the preview; numbers count from 1. */
export type ImportChoice = Omit<Answer, 'sheets'> & {
  sheets?: number[] | undefined
  /** 0 when the table has no headings. */
  headerRow?: number | undefined
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
  /** What the user chose for earlier files. */
  answers?: Answers
}
export type CompanyTable = {
  total: number
  warnings: string[]
  ignoredColumns: string[]
  layout: ImportLayout
  judge: (from: number, to: number) => FileRow[]
}
export type TableProblem = { problem: string; question?: ImportQuestion }

/** One table of a sheet and how it is read. */
export type Part = {
  /** Why it can't be imported. */
  problem: string | null
  number: number
  name: string
  rows: readonly TableRow[]
  header: Header
  heading: TableRow | undefined
  data: readonly TableRow[]
  /** Rows that look like the headings of other tables. */
  others: number[]
  reasons: RowReasons
  answer: Answer
  isAnswered: boolean
}

const OTHER_TABLE = 'Only one table of a sheet is read. Below it, rows are left out from row'
const REMEMBERED = 'This file is read as you chose for the last one with these headings.'

/** What isn't certain becomes a question; nothing is imported until it is answered. */
export function companyTable(sheets: readonly Sheet[], options: TableOptions): CompanyTable | TableProblem {
  const read = sheets.map((sheet, index) => readSheet(sheet, index + 1, options))
  const parts = read.filter(({ problem }) => problem === null)
  const remembered = parts.find(({ isAnswered, answer }) => isAnswered && answer.sheets)?.answer.sheets
  const wanted =
    options.choice?.sheets ?? parts.flatMap(({ name, number }) => (remembered?.includes(name) ? [number] : []))
  const chosen = wanted.length > 0 ? parts.filter(({ number }) => wanted.includes(number)) : expected(parts)
  const [first] = chosen
  if (!first)
    return problemOf(options.choice?.sheets ? read.filter(({ number }) => wanted.includes(number)) : read, sheets)
  if (chosen.length > 1 && wanted.length === 0)
    return { problem: SEVERAL_SHEETS, question: questionOf(first, sheets, chosen) }
  for (const part of chosen) {
    const doubt = doubtIn(part)
    if (doubt === null) continue
    const sheet = doubt === ON_THE_LEFT ? sheets[part.number - 1] : undefined
    const other = sheet && readSheet(sheet, part.number, { ...options, choice: { ...options.choice, turned: '1' } })
    // Which row has the headings, for example, can be asked only about one sheet.
    return { problem: doubt, question: questionOf(other ?? part, sheets, doubt === UNCLEAR_ROWS ? chosen : [part]) }
  }
  const judges = chosen.map((part) => judgeOf(part, options, chosen.length > 1))
  const unread = sheets.filter(
    ({ rows }, index) => rows.length > 0 && !chosen.some(({ number }) => number === index + 1),
  )
  const names = unread.map(({ name }) => name).join(', ')
  return {
    total: chosen.reduce((sum, { data }) => sum + data.length, 0),
    // Two tables may have the same one.
    warnings: [
      ...new Set([
        ...(chosen.some(({ isAnswered }) => isAnswered) && !options.choice?.headerRow ? [REMEMBERED] : []),
        ...(unread.length > 0 ? [`Sheets not read: ${names.slice(0, 300)}.`] : []),
        ...judges.flatMap(({ warnings }) => warnings),
      ]),
    ],
    ignoredColumns: [...new Set(chosen.flatMap(({ header }) => header.ignored))],
    layout: layoutOf(sheets, chosen, [...new Set(judges.flatMap(({ asks }) => asks))]),
    judge: (from, to) =>
      slices(chosen, from, to).flatMap((rows, at) => rows.flatMap((row) => judges[at]?.judge(row) ?? [])),
  }
}

const SEVERAL_SHEETS = 'More than one sheet lists companies. Choose the sheets to import.'

/** Lists of people or of anything that has a name are read only if there is nothing else. */
function expected(parts: Part[]): Part[] {
  const clear = parts.filter(({ header, isAnswered }) => isAnswered || !header.isVague)
  return clear.length > 0 ? clear : parts.slice(0, 1)
}

function readSheet(sheet: Sheet, number: number, { strict, answers, ...options }: TableOptions): Part {
  const choice = defined(options.choice ?? {})
  const found = choice.headerRow === undefined && !choice.turned ? recalled(sheet.rows, answers) : null
  const map = { ...found?.answer.map, ...choice.map }
  const answer: Answer = { ...found?.answer, ...choice, map, sheets: found?.answer.sheets }
  const rows = answer.turned ? turned(sheet.rows) : sheet.rows
  const known = found?.at ?? findHeader(rows, map)
  const isAnswered = choice.headerRow !== undefined || found !== null
  const isUnknown = known === -1 && !isAnswered
  const at =
    isAnswered && !found ? rows.findIndex(({ row }) => row === choice.headerRow) : isUnknown ? headingRow(rows) : known
  const header = readHeader(rows, at, map, isAnswered || isUnknown)
  const others = headingRowsIn(rows, header)
  // The table ends where another one begins.
  const end = others.find((other) => other > at + 1)
  const data = rows.slice(at + 1, end)
  const heading = rows[at]
  const reasons = sortRows(heading, header, data)
  const part = { number, name: sheet.name, rows, header, heading, data, others, reasons, answer, isAnswered }
  return { ...part, problem: isUnknown && rows.length > 1 ? NO_NAME_COLUMN : problemIn(part, strict) }
}

/** What the specification refuses, in its order. */
function problemIn({ rows, header: { columns }, data }: Omit<Part, 'problem'>, strict: boolean): string | null {
  if (rows.length < 2) return NO_DATA_ROW
  if (columns.name === -1) return NO_NAME_COLUMN
  if (data.length === 0) return NO_DATA_ROW
  const mayHaveSites = columns.website !== -1 || holdsSites(data, columns.name) || data.some(({ links }) => links)
  if (strict && !mayHaveSites) return NO_WEBSITE_COLUMN
  const needsSite = strict && columns.website !== -1
  const isListed = (row: TableRow) =>
    line(row, columns.name) !== '' && !(needsSite && detail(row, columns.website) === '')
  return data.some(isListed) ? null : NO_VALID_COMPANIES
}

const defined = (choice: ImportChoice): ImportChoice =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))

function recalled(rows: readonly TableRow[], answers: Answers | undefined) {
  if (!answers || answers.size === 0) return null
  const found = (some: readonly TableRow[], isTurned: boolean) => {
    for (const [at, row] of some.slice(0, HEADER_WITHIN).entries()) {
      const answer = answers.get(shapeOf(row))
      if (answer && (answer.turned === '1') === isTurned) return { at, answer }
    }
    return null
  }
  return found(rows, false) ?? found(turned(rows), true)
}

/** The problem of the largest sheet; the others are most likely notes. */
function problemOf(parts: Part[], sheets: readonly Sheet[]): TableProblem {
  const size = ({ rows }: Part) => rows.length * (rows[0]?.cells.length ?? 0)
  const [largest] = parts.toSorted((one, other) => size(other) - size(one))
  const problem = largest?.problem ?? NO_DATA_ROW
  return largest && problem === NO_NAME_COLUMN
    ? { problem, question: questionOf(largest, sheets, [largest]) }
    : { problem }
}

/** The first row that is about as wide as the table, unless it is a row of data or of a list without headings. */
function headingRow(rows: readonly TableRow[]): number {
  const filled = rows.slice(0, HEADER_WITHIN).map(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  const width = Math.max(...filled.map(({ length }) => length))
  const at = filled.findIndex(({ length }) => length >= width * 0.6)
  const cells = filled[at] ?? []
  const isHeading =
    width > 1 ? !cells.some((cell) => valueKind(cell.trim()) === 'site') : headingsIn(cells).some(isKnownHeading)
  return isHeading ? at : -1
}

type Judge = { judge: (row: TableRow) => FileRow; warnings: string[] } & ReturnType<typeof moneyQuestions>

function judgeOf(part: Part, options: TableOptions, isOneOfSeveral: boolean): Judge {
  const { header, data, rows, reasons, answer } = part
  const { columns, isLiteral, at } = header
  const currency = answer.currency ?? null
  const { order, example } = dateOrder(valuesOf(data, columns.investmentDate))
  const { asks, warnings } = moneyQuestions(part, options, currency)
  if (example !== null)
    warnings.unshift(
      `Dates such as ${example.trim().slice(0, MAX_SHOWN_DATE)} are read as month/day/year. If the day comes first, write the month as a word.`,
    )
  const next = rows[at + 1 + data.length]
  if (next) warnings.push(`${OTHER_TABLE} ${next.row}.`)
  const names = valuesOf(data.slice(0, BULLETS), columns.name)
  const reading: RowReading = {
    columns,
    strict: options.strict,
    dates: { order, date1904: options.date1904 ?? false },
    areNamesSites: columns.website === -1 && holdsSites(data, columns.name),
    hasBullets: !isLiteral && names.filter((name) => withoutBullet(name) !== name).length >= names.length * 0.6,
    isLiteral,
    position: positionReading(part, options, currency),
    sites: new Map(),
  }
  if (!isLiteral) reading.sites = sitesByName(data, reading)
  const [skip, take] = [new Set(options.choice?.skip), new Set(options.choice?.take)]
  const sheet = isOneOfSeveral ? { sheet: part.number } : {}
  const judge = (row: TableRow): FileRow => {
    const reference = rowReference({ row: row.row, ...sheet })
    const isUnsure = reasons.unsure.has(row.row) && answer.unsure === 'skip'
    const reason = reasons.ignored.get(row.row) ?? (isUnsure ? MAY_NOT_BE_COMPANY : null)
    const file = readRow(row, reading, take.has(reference) ? null : reason)
    return { ...file, ...sheet, ...(skip.has(reference) ? { unticked: true } : {}) }
  }
  return { judge, warnings, asks }
}

const BULLETS = 200

/** Empty unless some rows have a website and some don't: follow-on rounds often leave it out. */
function sitesByName(data: readonly TableRow[], reading: RowReading): Map<string, string> {
  const found = new Map<string, string>()
  const { website } = reading.columns
  // Looking at the length is cheaper than reading the cell.
  const isBlank = (row: TableRow) => (row.cells[website]?.length ?? 0) <= 10 && detail(row, website) === ''
  if (website === -1 || !data.some(isBlank)) return found
  for (const row of data) {
    const { name, website: site } = isBlank(row) ? { name: '', website: null } : siteOfRow(row, reading)
    if (site !== null && !found.has(nameKey(name))) found.set(nameKey(name), site)
  }
  return found
}

function slices(parts: Part[], from: number, to: number): (readonly TableRow[])[] {
  let start = 0
  return parts.map(({ data }) => {
    const rows = data.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += data.length
    return rows
  })
}

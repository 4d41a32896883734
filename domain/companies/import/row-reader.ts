import { WEBSITE_INVALID, WEBSITE_REQUIRED, isDetailTooLong, nameProblem, oneLine } from '../company.ts'
import { hostKey, nameKey, plainWebsite, websiteAddress } from '../company-key.ts'
import { isEmptyMarker, unguardFormula } from '../files.ts'
import { notedDate, type DateReading } from '#domain/dates/written-dates.ts'
import type { Columns } from './columns.ts'
import { nameWithSite, readName, withoutBullet } from './names.ts'
import { readPositions } from '../positions/read-position.ts'
import type { TableReading } from './position-table.ts'
import { isErrorValue } from './rows.ts'
import { isProfile, isSite, siteIn, siteName, type TableRow } from './values.ts'
import type { FileRow } from './imports.ts'

export type RowReading = {
  columns: Columns
  /** The dialog requires a website in every row; the page does not. */
  strict: boolean
  dates: DateReading
  /** The name column contains websites instead of names. */
  areNamesSites: boolean
  /** The names are in a list with bullets or numbers. */
  hasBullets: boolean
  /** The file is our own export, so its cells are taken literally. */
  isLiteral: boolean
  /** Null if the table has no amounts or values. */
  position: TableReading | null
  /** Websites from other rows with the same name, by name key. */
  sites: ReadonlyMap<string, string>
}

/** Enough to recognize a rejected row, not enough to fill a report. */
const MAX_SHOWN = 300
export const MAX_SHOWN_DATE = 40
const MAX_SHOWN_SITE = 60
const MAX_READ_NAME = 200

/** `ignored` is the reason why the row isn't a company. */
export function readRow(row: TableRow, reading: RowReading, ignored: string | null): FileRow {
  const { columns, strict, dates } = reading
  if (ignored !== null) return { ...emptyRow(row.row, shown(line(row, columns.name))), reason: ignored, ignored: true }
  const notes: string[] = []
  const typed = detail(row, columns.website)
  const plain = plainWebsite(typed)
  const own = plain?.website ?? websiteOf(row, typed, reading, notes)
  const written = nameCell(row, reading)
  const { name, stage: saidStage } = cleanName(written, own, reading, notes)
  const key = nameKey(name)
  const ofOthers = own === null && typed === '' ? (reading.sites.get(key) ?? null) : null
  if (ofOthers !== null) notes.push('The website is taken from another row of this company.')
  const website = own ?? ofOthers
  const problem = website === null && strict ? (typed === '' ? WEBSITE_REQUIRED : WEBSITE_INVALID) : null
  const reason = nameProblem(name) ?? problem
  const category = shortDetail(row, columns.category, 'category', notes)
  const stage = shortDetail(row, columns.stage, 'stage', notes) ?? saidStage
  const investmentDate = dateDetail(row, columns.investmentDate, dates, notes)
  const money =
    reason === null && reading.position
      ? readPositions(reading.position.written(row), reading.position, investmentDate)
      : NO_MONEY
  notes.push(...money.notes)
  return {
    ...emptyRow(row.row, reason === null ? name : shown(name)),
    website: reason === null ? website : typed === '' ? null : shown(website ?? typed),
    category,
    stage,
    investmentDate,
    ...(reason === null ? { nameKey: key, hostKey: plain?.hostKey ?? hostKey(website) } : {}),
    reason,
    note: notes.length === 0 ? null : notes.join(' '),
    ...(money.positions.length === 0 ? {} : { positions: money.positions }),
    ...(money.notes.length === 0 ? {} : { moneyNote: money.notes.join(' ') }),
    ...(money.leftOut === 0 ? {} : { amountsLeftOut: money.leftOut }),
  }
}

const NO_MONEY: ReturnType<typeof readPositions> = { positions: [], notes: [], leftOut: 0 }

/** The row's name and the website that the row itself gives. */
export function siteOfRow(row: TableRow, reading: RowReading): { name: string; website: string | null } {
  const typed = detail(row, reading.columns.website)
  const website = plainWebsite(typed)?.website ?? websiteOf(row, typed, reading, [])
  return { name: cleanName(nameCell(row, reading), website, reading, []).name, website }
}

const emptyRow = (row: number, name: string): FileRow => ({
  row,
  name,
  website: null,
  category: null,
  stage: null,
  investmentDate: null,
  nameKey: '',
  hostKey: '',
  reason: null,
  note: null,
})

/** Taken from the website cell, that cell's link, the name's link, or a name that is itself a website. */
function websiteOf(row: TableRow, typed: string, reading: RowReading, notes: string[]): string | null {
  const { columns, strict, areNamesSites } = reading
  if (reading.isLiteral) return websiteAddress(typed)
  const found = typed === '' ? null : siteIn(typed)
  const linked = linkOf(row, columns.website)
  const given = found?.website ?? linked
  if (given !== null) {
    if (isProfile(given) && !strict) {
      notes.push(`${shownSite(typed)} is a profile page; the website is left empty.`)
      return null
    }
    if (found && !found.exact) notes.push(`${shownSite(typed)} is read as ${given}.`)
    return given
  }
  if (typed !== '' && !strict) notes.push(`${shownSite(typed)} is not a website; it is left out.`)
  const ofName = linkOf(row, columns.name)
  if (ofName !== null && !isProfile(ofName)) return ofName
  const name = nameCell(row, reading)
  const site = isSite(name) ? name : nameWithSite(name)?.site
  if (typed !== '' || site === undefined) return null
  const website = websiteAddress(site)
  if (website !== null && !areNamesSites) notes.push(`The website is taken from the name.`)
  return website
}

function linkOf(row: TableRow, column: number): string | null {
  const target = column === -1 ? undefined : row.links?.[column]
  return target !== undefined && /^https?:\/\//i.test(target) ? websiteAddress(target) : null
}

const shownSite = (typed: string) => `“${typed.slice(0, MAX_SHOWN_SITE)}”`

const nameCell = (row: TableRow, { columns, hasBullets }: RowReading) =>
  hasBullets ? withoutBullet(line(row, columns.name)) : line(row, columns.name)

function cleanName(written: string, website: string | null, reading: RowReading, notes: string[]) {
  const { areNamesSites, isLiteral } = reading
  if (isLiteral || written.length > MAX_READ_NAME) return { name: written, stage: null }
  if (areNamesSites && website !== null && isSite(written)) return { name: siteName(website), stage: null }
  const read = readName(nameWithSite(written)?.name ?? written)
  if (read.name !== written) notes.push(`“${written}” is read as “${read.name}”.`)
  return read
}

export function line({ cells }: TableRow, column: number): string {
  const cell = cells[column]
  return cell === undefined || cell === '' ? '' : oneLine(unguardFormula(cell))
}

export function detail(row: TableRow, column: number): string {
  const cell = column === -1 ? '' : (row.cells[column]?.trim() ?? '')
  return cell === '' || isEmptyMarker(cell) || isErrorValue(cell) ? '' : line(row, column)
}

function shortDetail(row: TableRow, column: number, called: string, notes: string[]): string | null {
  const text = detail(row, column)
  if (!isDetailTooLong(text)) return text || null
  notes.push(`The ${called} is longer than 100 characters and is left out.`)
  return null
}

function dateDetail(row: TableRow, column: number, reading: DateReading, notes: string[]): string | null {
  const text = detail(row, column)
  return text === '' ? null : notedDate(text, `“${text.slice(0, MAX_SHOWN_DATE)}”`, reading, notes)
}

const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

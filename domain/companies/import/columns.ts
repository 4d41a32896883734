import { COMPANY_COLUMNS } from '../export.ts'
import { VALUATION_BASES, type ValuationBasis } from '../positions/position.ts'
import type { ImportMap } from './answer.ts'
import { fits, guessedColumns, usedColumns } from './content.ts'
import {
  BASIS_HEADINGS,
  COMPANY_FIELDS,
  DOCUMENTED_HEADINGS,
  FIELDS,
  headingsIn,
  isKnownHeading,
  isNameHeading,
  KNOWN_HEADINGS,
  PEOPLE_HEADINGS,
  POSITION_FIELDS,
  VAGUE_HEADINGS,
  type CompanyField,
  type Field,
} from './headings.ts'
import { isData, type TableRow } from './values.ts'

/** -1 when the table has no such column. */
export type Columns = Record<Field, number>

export type Header = {
  /** -1 when the table has no headings. */
  at: number
  columns: Columns
  /** A file can have both a cap and a post-money valuation. */
  valuations: { column: number; basis: ValuationBasis | null }[]
  hasPositions: boolean
  ignored: string[]
  /** Two columns could be the same field. */
  isAmbiguous: boolean
  /** A list of people, or of anything that has a name. */
  isVague: boolean
  /** Our own export, so its cells are taken literally. */
  isLiteral: boolean
}

/** Exports put titles and dates above the table. */
export const HEADER_WITHIN = 30
const SAMPLE = 200
const MAX_KNOWN = 1000
const MAX_IGNORED = 100

const isOwnExport = (cells: readonly string[]) => COMPANY_COLUMNS.every((name, column) => cells[column] === name)

/** The row with the most known headings, one of which is the company's; -1 if there is none. */
export function findHeader(rows: readonly TableRow[], map: ImportMap = {}): number {
  let best = { at: -1, score: 0 }
  for (const [at, { cells }] of rows.slice(0, HEADER_WITHIN).entries()) {
    if (isOwnExport(cells)) return at
    const names = headingsIn(cells)
    if (!names.some((name) => isNameHeading(name) || map[name] === 'name')) continue
    const columns = columnsOf(names, rows.slice(at + 1), map)
    const found = COMPANY_FIELDS.filter((field) => columns[field] !== -1).length
    if (columns.name === -1 || (found === 1 && cells.some(isData))) continue
    // Among equals, the row with more other headings, because a line above the table can also begin with "Company".
    const score = found * MAX_KNOWN + Math.min(names.filter(isKnownHeading).length, MAX_KNOWN - 1)
    if (score > best.score) best = { at, score }
  }
  return best.at
}

/** `isAsked`: if no heading is known, columns are proposed by their content. */
export function readHeader(rows: readonly TableRow[], at: number, map: ImportMap, isAsked: boolean): Header {
  const cells = rows[at]?.cells ?? []
  const [names, below] = [headingsIn(cells), rows.slice(at + 1)]
  const isLiteral = isOwnExport(cells)
  const columns = isLiteral ? ownColumns(names) : columnsOf(names, below, map)
  if (isAsked && columns.name === -1)
    Object.assign(columns, guessedColumns(below, columns.website, takenBy(map, names)))
  const hasPositions = columns.amount !== -1 || columns.value !== -1
  if (!hasPositions) for (const field of POSITION_FIELDS) columns[field] = -1
  const valuations = hasPositions ? valuationColumns(names, columns, below, map) : []
  const read = new Set([...FIELDS.map((field) => columns[field]), ...valuations.map(({ column }) => column)])
  const ignored = cells.flatMap((cell, column) => (read.has(column) ? [] : shownName(cell) || []))
  return {
    at,
    columns,
    valuations,
    hasPositions,
    ignored: ignored.slice(0, MAX_IGNORED),
    isAmbiguous: !isLiteral && isAmbiguous(names, columns),
    isVague: isVague(names, columns, below),
    isLiteral,
  }
}

const noColumns = () => Object.fromEntries(FIELDS.map((field) => [field, -1])) as Columns

/** Exports from earlier versions don't have positions. */
const ownColumns = (names: string[]) =>
  Object.fromEntries(FIELDS.map((field) => [field, candidatesFor(field, names)[0] ?? -1])) as Columns

function columnsOf(names: string[], below: readonly TableRow[], map: ImportMap): Columns {
  const [columns, sample] = [noColumns(), below.slice(0, SAMPLE)]
  for (const field of COMPANY_FIELDS) {
    const candidates = candidatesFor(field, names).filter(
      (column) => fits(field, names[column] ?? '', sample, column) !== 'never',
    )
    columns[field] =
      candidates.find((column) => fits(field, names[column] ?? '', sample, column)) ?? candidates[0] ?? -1
  }
  const taken = new Set(COMPANY_FIELDS.map((field) => columns[field]))
  for (const field of POSITION_FIELDS)
    columns[field] =
      candidatesFor(field, names).find((column) => {
        const isFree = !taken.has(column) || field === 'round' || field === 'instrument'
        return isFree && fits(field, names[column] ?? '', below, column) === true
      }) ?? -1
  for (const [key, field] of Object.entries(map)) {
    const column = columnOf(key, names)
    if (column === -1) continue
    for (const other of FIELDS) if (columns[other] === column) columns[other] = -1
    if (field !== 'none') columns[field] = column
  }
  return columns
}

/** A key is a heading or, as `#2`, the number of a column. */
const columnOf = (key: string, names: string[]) => (/^#\d+$/.test(key) ? Number(key.slice(1)) - 1 : names.indexOf(key))
const takenBy = (map: ImportMap, names: string[]) => new Set(Object.keys(map).map((key) => columnOf(key, names)))

function candidatesFor(field: Field, names: string[]): number[] {
  const documented: readonly string[] = isCompanyField(field) ? DOCUMENTED_HEADINGS[field] : []
  return [
    ...names.flatMap((name, column) => (documented.includes(name) ? [column] : [])),
    ...KNOWN_HEADINGS[field].map((heading) => names.indexOf(heading)).filter((column) => column !== -1),
  ]
}

const isCompanyField = (field: Field): field is CompanyField => COMPANY_FIELDS.some((one) => one === field)

function valuationColumns(names: string[], columns: Columns, below: readonly TableRow[], map: ImportMap) {
  const mapped = takenBy(map, names)
  const based = VALUATION_BASES.flatMap((basis) =>
    names.flatMap((name, column) => {
      const isBased = BASIS_HEADINGS[basis].includes(name) && !mapped.has(column)
      return isBased && fits('valuation', name, below, column) === true ? [{ column, basis }] : []
    }),
  )
  return columns.valuation === -1 ? based : [...based, { column: columns.valuation, basis: null }]
}

function isAmbiguous(names: string[], columns: Columns): boolean {
  const isTwice = (field: Field, rivals: readonly string[]) =>
    rivals.includes(names[columns[field]] ?? '') && names.filter((name) => rivals.includes(name)).length > 1
  const isRepeated = (field: Field) => isTwice(field, [names[columns[field]] || 'none'])
  return (
    (['name', 'website'] as const).some((field) => isTwice(field, DOCUMENTED_HEADINGS[field])) ||
    FIELDS.some(isRepeated)
  )
}

function isVague(names: string[], columns: Columns, below: readonly TableRow[]): boolean {
  const { name, website, category, stage, amount, value } = columns
  const heading = names[name] ?? ''
  const sample = below.slice(0, SAMPLE)
  if (website !== -1 || usedColumns(sample).length < 2 || sample.some(({ links }) => links?.[name])) return false
  if (heading === 'name' && names.some((one) => PEOPLE_HEADINGS.has(one))) return true
  if (VAGUE_HEADINGS.has(heading) && Math.max(category, stage, amount, value) === -1) return true
  // One word of many is too little to tell a heading from other text.
  return names.filter(isKnownHeading).length === 1 && !DOCUMENTED_HEADINGS.name.includes(heading)
}

const MAX_SHOWN_NAME = 60

export const shownName = (cell: string) =>
  cell
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_NAME)

/** What each column is read as. */
export function fieldsOf({ columns, valuations }: Header): Map<number, Field> {
  const read = [...POSITION_FIELDS, ...COMPANY_FIELDS].map((field) => [columns[field], field] as const)
  return new Map([...valuations.map(({ column }) => [column, 'valuation'] as const), ...read])
}

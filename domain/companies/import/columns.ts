import { COMPANY_COLUMNS, EXPORT_COLUMNS } from '../export.ts'
import {
  DOCUMENTED_HEADINGS,
  FIELDS,
  headingsIn,
  isHeadingOf,
  KNOWN_HEADINGS,
  PEOPLE_HEADINGS,
  VAGUE_HEADINGS,
  type Field,
} from './headings.ts'
import {
  noPositionColumns,
  POSITION_FIELDS,
  positionColumns,
  usedColumns,
  withAmounts,
  type PositionColumns,
  type PositionField,
} from './position-columns.ts'
import { headingsOf } from './heading-rows.ts'
import { isData, isProfile, siteIn, valueKind, valuesOf } from './values.ts'
import type { FieldChoice, ImportMap } from './map.ts'

export type TableRow = {
  /** The number that a spreadsheet shows. */
  row: number
  cells: readonly string[]
  /** The targets of linked cells, by column. */
  links?: Readonly<Record<number, string>>
  /** A cell of the row is merged across several columns, as headings within a table are. */
  isMerged?: boolean
}

/** -1 when the table has no such column. */
export type Columns = Record<Field, number>
export type Header = {
  /** -1 when the table has no headings. */
  at: number
  columns: Columns
  /** Null if the table has no amounts or values. */
  position: PositionColumns | null
  warnings: string[]
  ignored: string[]
  /** The columns look like a list of people, or only the shape of the list suggests that it contains companies. */
  isDoubtful?: boolean
  /** The names have a heading that fits anything, and no other column is about companies. */
  isVague?: boolean
}

export const noColumns = (): Columns => ({ name: -1, website: -1, category: -1, stage: -1, investmentDate: -1 })

const FIELD_LABELS: Record<Field, string> = {
  name: 'the company name',
  website: 'the website',
  category: 'the category',
  stage: 'the stage',
  investmentDate: 'the investment date',
}

/** Exports put titles and dates above the table. */
export const HEADER_WITHIN = 30
const SAMPLE = 60
const MAX_KNOWN = 1000

export function findHeader(rows: readonly TableRow[], map: Readonly<ImportMap> = {}): Header | null {
  let best: { at: number; columns: Columns; score: number } | null = null
  for (const [at, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    const { cells } = row
    if (isOwnExport(cells)) return chosenHeader(rows, at, { name: 0 }, {})
    const names = headingsIn(cells)
    if (!names.some((name) => isHeadingOf('name', name) || isMappedTo(map, name, 'name'))) continue
    const columns = mapped(columnsOf(names, rows.slice(at + 1, at + 1 + SAMPLE)), names, map)
    const found = FIELDS.filter((field) => columns[field] !== -1).length
    if (found === 1 && cells.some(isData)) continue
    // Among equals, the row with more other headings, because a line above the table can also begin with "Company".
    const score = found * MAX_KNOWN + Math.min(headingsOf(row)?.known ?? 0, MAX_KNOWN - 1)
    if (columns.name !== -1 && score > (best?.score ?? 0)) best = { at, columns, score }
  }
  if (!best) return null
  const names = headingsIn(rows[best.at]?.cells ?? [])
  const header = withPositions(rows, best.at, best.columns, map)
  return { ...header, isDoubtful: isPeople(names, best.columns), isVague: isVague(names, header) }
}

function withPositions(rows: readonly TableRow[], at: number, columns: Columns, map: Readonly<ImportMap>): Header {
  const cells = rows[at]?.cells ?? []
  const names = headingsIn(cells)
  const data = rows.slice(at + 1)
  const found = isOwnExport(cells)
    ? ownPositionColumns(cells)
    : positionColumns(names, data, new Set(Object.values(columns)))
  const position = at === -1 ? null : withAmounts(cells, mappedPositions(found, names, map))
  return { at, columns, position, ...describeOthers(cells, names, columns, position) }
}

/** Exports from earlier versions don't have these columns. */
function ownPositionColumns(cells: readonly string[]): PositionColumns {
  if (!EXPORT_COLUMNS.every((name, column) => cells[column] === name)) return noPositionColumns()
  const of = (name: (typeof EXPORT_COLUMNS)[number]) => EXPORT_COLUMNS.indexOf(name)
  return {
    ...noPositionColumns(),
    kind: of('Position'),
    positionDate: of('Position Date'),
    amount: of('Amount'),
    currency: of('Currency'),
    instrument: of('Instrument'),
    round: of('Round'),
    valuation: of('Valuation'),
    valuationBasis: of('Valuation Basis'),
    notes: of('Position Notes'),
  }
}

const isMappedTo = (map: Readonly<ImportMap>, name: string, field: FieldChoice) =>
  Object.hasOwn(map, name) && map[name] === field

const isCompanyField = (field: FieldChoice): field is Field => FIELDS.some((one) => one === field)
const isPositionField = (field: FieldChoice): field is PositionField => POSITION_FIELDS.some((one) => one === field)

function mapped(recognized: Columns, names: string[], map: Readonly<ImportMap>): Columns {
  const columns = { ...recognized }
  for (const [heading, field] of Object.entries(map)) {
    const column = names.indexOf(heading)
    if (column === -1) continue
    for (const other of FIELDS) if (columns[other] === column) columns[other] = -1
    if (isCompanyField(field)) columns[field] = column
  }
  return columns
}

function mappedPositions(recognized: PositionColumns, names: string[], map: Readonly<ImportMap>): PositionColumns {
  const columns = { ...recognized }
  for (const [heading, field] of Object.entries(map)) {
    const column = names.indexOf(heading)
    if (column === -1) continue
    for (const other of POSITION_FIELDS) if (columns[other] === column) columns[other] = -1
    columns.valuations = columns.valuations.filter((one) => one.column !== column)
    if (isPositionField(field)) columns[field] = column
  }
  return columns
}

export const isOwnExport = (cells: readonly string[]) => COMPANY_COLUMNS.every((name, column) => cells[column] === name)

/** Uses the columns that the user chose instead of the recognized ones. */
export function chosenHeader(
  rows: readonly TableRow[],
  at: number,
  chosen: Partial<Columns>,
  map: Readonly<ImportMap> = {},
): Header {
  const names = headingsIn(rows[at]?.cells ?? [])
  const recognized = mapped(columnsOf(names, rows.slice(at + 1, at + 1 + SAMPLE)), names, map)
  const columns = { ...recognized, ...chosen }
  for (const field of FIELDS)
    if (field !== 'name' && field !== 'website' && Object.values(chosen).includes(columns[field])) columns[field] = -1
  return withPositions(rows, at, columns, map)
}

function columnsOf(names: string[], below: readonly TableRow[]): Columns {
  const columns = noColumns()
  for (const field of FIELDS) {
    const candidates = candidatesFor(field, names).filter(
      (column) => names[column] !== AMOUNT_OR_DATE || holdsDates(below, column),
    )
    const fits = field === 'name' ? holdsNames : field === 'website' ? holdsSites : () => true
    const best = candidates.find((column) => fits(below, column)) ?? candidates[0] ?? -1
    columns[field] = field === 'name' && !mayHoldNames(below, best) ? -1 : best
  }
  return columns
}

/** Heads dates in some exports and amounts in others, and amounts could be mistaken for a spreadsheet's day numbers. */
const AMOUNT_OR_DATE = 'invested'

function candidatesFor(field: Field, names: string[]): number[] {
  const documented = names.flatMap((name, column) => (DOCUMENTED_HEADINGS[field].includes(name) ? [column] : []))
  const known = KNOWN_HEADINGS[field].flatMap((heading) => {
    const column = names.indexOf(heading)
    return column === -1 ? [] : [column]
  })
  const isPerson = (column: number) => names[column] === 'name' && names.some((name) => PEOPLE_HEADINGS.has(name))
  const all = [...documented, ...known]
  return field === 'name' ? [...all.filter((column) => !isPerson(column)), ...all.filter(isPerson)] : all
}

const isPeople = (names: string[], columns: Columns) =>
  names[columns.name] === 'name' && columns.website === -1 && names.some((name) => PEOPLE_HEADINGS.has(name))

const isVague = (names: string[], { columns: { name, website, category, stage }, position }: Header) =>
  VAGUE_HEADINGS.has(names[name] ?? '') && website + category + stage === -3 && position === null

/** Amounts, dates and record numbers are not names. */
export function holdsNames(rows: readonly TableRow[], column: number): boolean {
  const kinds = valuesOf(rows, column).map(valueKind)
  return kinds.filter((kind) => kind === 'text' || kind === 'site').length * 2 >= kinds.length
}

const holdsDates = (rows: readonly TableRow[], column: number) =>
  valuesOf(rows, column).every((value) => valueKind(value) === 'date')

/** Some names look like record numbers: C3, A16Z. */
function mayHoldNames(rows: readonly TableRow[], column: number): boolean {
  const kinds = valuesOf(rows, column).map(valueKind)
  return kinds.filter((kind) => /^(?:number|amount|date|email)$/.test(kind)).length * 2 <= kinds.length
}

export function holdsSites(rows: readonly TableRow[], column: number): boolean {
  const values = valuesOf(rows, column)
  const others = values.filter((value) => {
    const site = siteIn(value)
    return site ? isProfile(site.website) : /^(?:number|amount|date|identifier)$/.test(valueKind(value))
  })
  return others.length * 2 <= values.length
}

function describeOthers(cells: readonly string[], names: string[], columns: Columns, position: PositionColumns | null) {
  const doubles = doubleColumns(cells, names, columns)
  const accounted = new Set([
    ...Object.values(columns),
    ...usedColumns(position),
    ...doubles.map(({ column }) => column),
  ])
  const ignored = cells.map((cell) => shownName(cell)).filter((name, column) => name !== '' && !accounted.has(column))
  return { warnings: doubles.map(({ warning }) => warning), ignored: ignored.slice(0, MAX_IGNORED) }
}

const MAX_IGNORED = 100
const MAX_SHOWN_NAME = 60

export const shownName = (cell: string) =>
  cell
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_NAME)

function doubleColumns(
  cells: readonly string[],
  names: string[],
  columns: Columns,
): { column: number; warning: string }[] {
  return FIELDS.flatMap((field) => {
    const used = names[columns[field]]
    if (used === undefined) return []
    const rivals = DOCUMENTED_HEADINGS[field].includes(used) ? DOCUMENTED_HEADINGS[field] : [used]
    const second = names.findIndex((name, index) => index > columns[field] && rivals.includes(name))
    if (second === -1) return []
    const [first, other] = [columns[field], second].map((column) => shownName(cells[column] ?? ''))
    const warning =
      first === other
        ? `More than one column is called “${first}”; the first is read as ${FIELD_LABELS[field]}.`
        : `Both “${first}” and “${other}” could be ${FIELD_LABELS[field]}; “${first}” is read.`
    return [{ column: second, warning }]
  })
}

/** What each column is read as, by its index. */
export function fieldsOf({ columns, position }: Header): Map<number, FieldChoice> {
  const fields = new Map<number, FieldChoice>()
  for (const field of POSITION_FIELDS) if (position && position[field] !== -1) fields.set(position[field], field)
  for (const { column } of position?.valuations ?? []) fields.set(column, 'valuation')
  for (const field of FIELDS) if (columns[field] !== -1) fields.set(columns[field], field)
  return fields
}

import type { TableRow } from './columns.ts'
import {
  DOCUMENTED_HEADINGS,
  FIELDS,
  headingOf,
  headingsIn,
  isHeadingOf,
  KNOWN_HEADINGS,
  PEOPLE_HEADINGS,
} from './headings.ts'
import { isPositionHeading } from './position-columns.ts'
import { isData } from './values.ts'

/** Headings of columns that aren't read. They tell a row of headings from a row of data. */
const OTHER_HEADINGS = new Set(
  [
    'status|exit|exit date|exit type|exit value|exit year|proceeds|realized|realized value|buyer|acquirer|acquired by|outcome|year',
    'ownership|stake|shares|number of shares|share price|price per share|moic|multiple|irr|gain|gain/loss|discount|interest rate',
    'country|city|location|region|founder|founders|ceo|contact|owner|lead|lead investor|lead partner|partner|source|next step',
    'description|one-liner|fund|entity|vehicle|spv|metric|rate|no|no.|nr|nr.|#|id|debit|credit|balance|quantity|commitment',
    'anteil|land|beschreibung|erlös|käufer|pays|ville|statut|état|cession|acquéreur|país|ciudad|estado|comprador|salida|paese|stato',
  ]
    .join('|')
    .split('|')
    .map(headingOf),
)
const MAX_HEADING = 60

export type Headings = {
  names: string[]
  /** How many cells aren't empty, and how many of those are known headings. */
  filled: number
  known: number
  hasName: boolean
}

const COMPANY_HEADINGS = new Set(FIELDS.flatMap((field) => [...DOCUMENTED_HEADINGS[field], ...KNOWN_HEADINGS[field]]))

export const isKnownHeading = (name: string) =>
  COMPANY_HEADINGS.has(name) || OTHER_HEADINGS.has(name) || PEOPLE_HEADINGS.has(name) || isPositionHeading(name)

/** Null if the row contains data. */
export function headingsOf({ cells }: TableRow): Headings | null {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 0 || filled.some((cell) => cell.length > MAX_HEADING || isData(cell))) return null
  const names = headingsIn(cells)
  const found = names.filter((name) => name !== '' && isKnownHeading(name))
  const companies = found.filter((name) => isHeadingOf('name', name))
  // "Company" and "Name" in the same row count once, because a company can be called "Startup".
  const known = found.length - companies.length + Math.min(1, companies.length)
  return { names, filled: filled.length, known, hasName: companies.length > 0 }
}

/** "Company, Thesis, Verdict" counts even though only the first heading is known. */
export const isCertain = ({ names, filled, known, hasName }: Headings) =>
  hasName && (known >= 2 || (filled >= 3 && isHeadingOf('name', names.find((name) => name !== '') ?? '')))

export const filledCells = ({ cells }: TableRow): number => {
  let count = 0
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') count += 1
  return count
}

export const isLone = (row: TableRow) => filledCells(row) === 1

/** Empty rows aren't part of a table, but they leave a gap in the row numbers. */
export const hasGapBefore = (row: TableRow, previous: TableRow | undefined) =>
  previous === undefined || row.row > previous.row + 1

const WRITTEN_NAMES = new Set([...DOCUMENTED_HEADINGS.name, ...KNOWN_HEADINGS.name])

/** A cheap test for large files, which may miss a heading with an accent or a unit. */
export const mayHaveHeadings = ({ cells }: TableRow) =>
  cells.some((cell) => cell.length < MAX_HEADING && WRITTEN_NAMES.has(cell.trim().toLowerCase()))

import { ImportCounts, type DetailChange, type FileRow, type PlannedRow } from './imports.ts'
import { createPositionMatcher, type KnownPosition } from '../positions/same-position.ts'

const ALREADY_THERE = 'Already in your portfolio'
const NOT_SELECTED = 'Not selected'

/** Where a company appears in the file. */
type Place = { row: number; sheet?: number | undefined; key: string; isLeftOut: boolean }
// Keeps only these fields, because a reference to the row would hold it in memory.
const placeOf = (row: FileRow): Place => ({
  row: row.row,
  sheet: row.sheet,
  key: companyKeyOf(row),
  isLeftOut: row.unticked ?? false,
})

export type KnownCompany = {
  id: number
  nameKey: string
  hostKey: string
  website: string | null
  category: string | null
  stage: string | null
  investmentDate: string | null
  positions: KnownPosition[]
}

/** `companyKey` identifies a company that the file itself adds. */
export type Planned = PlannedRow & { from: FileRow; companyKey: string | null }

type Decision = Pick<Planned, 'kind' | 'reason' | 'companyId' | 'companyKey' | 'changes' | 'add'>

const undecided = { companyId: null, companyKey: null, changes: [], add: [] }

/** Used for both preview and commit so that they can't differ. */
export function createPlanner({ update, sheetNames = [] }: { update: boolean; sheetNames?: readonly string[] }) {
  const counts = Object.fromEntries(Object.keys(ImportCounts.shape).map((name) => [name, 0])) as ImportCounts
  const rowOfKey = new Map<string, Place>()
  const rowOfCompany = new Map<number, Place>()
  const matcher = createPositionMatcher()
  const sameAsRow = ({ row, sheet }: Place) =>
    `Same company as row ${row}${sheet === undefined ? '' : ` of ${sheetNames[sheet - 1] ?? `sheet ${sheet}`}`}`

  function planRow(row: FileRow, known: KnownCompany[]): Decision {
    if (row.ignored) return { ...undecided, kind: 'ignored', reason: row.reason }
    if (row.reason !== null) return { ...undecided, kind: 'invalid', reason: row.reason }
    const planned = planCompany(row, known)
    // Other rows of the company still count as duplicates of this one.
    return row.unticked && planned.kind !== 'duplicate'
      ? { ...planned, kind: 'ignored', reason: NOT_SELECTED, changes: [], add: [] }
      : planned
  }

  function planCompany(row: FileRow, known: KnownCompany[]): Decision {
    const earlier = rowOfKey.get(companyKeyOf(row)) ?? (row.hostKey === '' ? rowOfKey.get(row.nameKey) : undefined)
    if (earlier !== undefined) {
      const add = earlier.isLeftOut ? [] : missing(earlier.key, [], row)
      return more(row, { ...undecided, companyKey: earlier.key, add }, sameAsRow(earlier))
    }
    const company = sameCompany(row, known, rowOfCompany)
    if (!company) {
      const place = placeOf(row)
      rowOfKey.set(place.key, place)
      if (!rowOfKey.has(row.nameKey)) rowOfKey.set(row.nameKey, place)
      const add = missing(place.key, [], row)
      return { ...undecided, kind: 'new', reason: row.note, companyKey: place.key, add }
    }
    const decision = { ...undecided, companyId: company.id, add: missing(String(company.id), company.positions, row) }
    const before = rowOfCompany.get(company.id)
    if (before !== undefined) return more(row, decision, sameAsRow(before))
    rowOfCompany.set(company.id, placeOf(row))
    const changes = update ? changesOf(row, company) : []
    return changes.length > 0
      ? { ...decision, kind: 'changed', reason: row.note, changes }
      : more(row, decision, ALREADY_THERE)
  }

  const missing = (company: string, known: KnownPosition[], { positions = [], sheet, unticked = false }: FileRow) =>
    matcher.missing(company, known, positions, { sheet, isKept: !unticked })

  return {
    counts,
    plan(rows: FileRow[], known: KnownCompany[]): Planned[] {
      const byName = Map.groupBy(known, (company) => company.nameKey)
      return rows.map((row) => {
        const planned = planRow(row, byName.get(row.nameKey) ?? [])
        counts.total += 1
        counts[planned.kind] += 1
        counts.positions += planned.add.length
        if (planned.kind !== 'ignored') counts.amountsLeftOut += row.amountsLeftOut ?? 0
        const sheet = row.sheet === undefined ? {} : { sheet: row.sheet }
        const { row: number, name, website } = row
        return { row: number, name, website, ...planned, positions: planned.add.length, ...sheet, from: row }
      })
    },
  }
}

/** Plans a further row of a company, which adds a missing position or nothing new. */
function more(row: FileRow, decision: Omit<Decision, 'kind' | 'reason'>, same: string): Decision {
  if (decision.add.length > 0) return { ...decision, kind: 'position', reason: row.note }
  return { ...decision, kind: 'duplicate', reason: row.moneyNote === undefined ? same : `${same}. ${row.moneyNote}` }
}

export const companyKeyOf = ({ nameKey, hostKey }: { nameKey: string; hostKey: string }) => `${nameKey}\n${hostKey}`

/** If either side has no website, the name is enough. */
const sameCompany = (row: FileRow, known: KnownCompany[], taken: ReadonlyMap<number, Place>) =>
  known.find((company) => company.hostKey === row.hostKey) ??
  (row.hostKey === '' ? known[0] : known.find((company) => company.hostKey === '' && !taken.has(company.id)))

/** Shown as the investment date until the owner enters one. */
const firstInvestment = (positions: KnownPosition[]): string | null =>
  positions.flatMap(({ kind, date }) => (kind === 'investment' && date !== null ? date : [])).toSorted()[0] ?? null

/** An empty cell changes nothing, and an existing website is never replaced. */
function changesOf(row: FileRow, company: KnownCompany): DetailChange[] {
  const shown = { ...company, investmentDate: company.investmentDate ?? firstInvestment(company.positions) }
  const changes = (['category', 'stage', 'investmentDate'] as const)
    .filter((field) => row[field] !== null && row[field] !== shown[field])
    .map((field) => ({ field, from: company[field], to: row[field] }))
  return company.website === null && row.website !== null
    ? [{ field: 'website', from: null, to: row.website }, ...changes]
    : changes
}

import type { DetailChange, FileRow, ImportCounts, PlannedRow } from './import-plan.ts'

const ALREADY_THERE = 'Already in your portfolio'
const sameAsRow = (row: number) => `Same company as row ${row}`

/** A company of the portfolio, as far as a row of a file can speak of it. */
export type KnownCompany = {
  id: number
  nameKey: string
  hostKey: string
  website: string | null
  category: string | null
  stage: string | null
  investmentDate: string | null
}

export type Planned = PlannedRow & { from: FileRow }

/**
 * Decides what an import does with each row. Preview and commit both ask it, so that they cannot differ.
 * Rows come in batches, each with the companies of the same names that are in the portfolio.
 */
export function createPlanner({ update }: { update: boolean }) {
  const counts: ImportCounts = { total: 0, new: 0, changed: 0, duplicate: 0, invalid: 0 }
  const rowOfKey = new Map<string, number>()
  const rowOfCompany = new Map<number, number>()

  function judge(row: FileRow, known: KnownCompany[]): Omit<Planned, 'row' | 'name' | 'website' | 'from'> {
    if (row.reason !== null) return { kind: 'invalid', reason: row.reason, companyId: null, changes: [] }
    const earlier = rowOfKey.get(keyOf(row)) ?? (row.hostKey === '' ? rowOfKey.get(row.nameKey) : undefined)
    if (earlier !== undefined)
      return { kind: 'duplicate', reason: sameAsRow(earlier), companyId: null, changes: [] }
    const company = sameCompany(row, known, rowOfCompany)
    if (!company) {
      rowOfKey.set(keyOf(row), row.row)
      if (!rowOfKey.has(row.nameKey)) rowOfKey.set(row.nameKey, row.row)
      return { kind: 'new', reason: row.note, companyId: null, changes: [] }
    }
    const before = rowOfCompany.get(company.id)
    if (before !== undefined)
      return { kind: 'duplicate', reason: sameAsRow(before), companyId: company.id, changes: [] }
    rowOfCompany.set(company.id, row.row)
    const changes = update ? changesOf(row, company) : []
    return changes.length > 0
      ? { kind: 'changed', reason: row.note, companyId: company.id, changes }
      : { kind: 'duplicate', reason: ALREADY_THERE, companyId: company.id, changes: [] }
  }

  return {
    counts,
    plan(rows: FileRow[], known: KnownCompany[]): Planned[] {
      const byName = Map.groupBy(known, (company) => company.nameKey)
      return rows.map((row) => {
        const judged = judge(row, byName.get(row.nameKey) ?? [])
        counts.total += 1
        counts[judged.kind] += 1
        return { row: row.row, name: row.name, website: row.website, ...judged, from: row }
      })
    },
  }
}

const keyOf = ({ nameKey, hostKey }: { nameKey: string; hostKey: string }) => `${nameKey}\n${hostKey}`

/** The same name at the same host; where one side tells no website, the same name is enough. */
const sameCompany = (row: FileRow, known: KnownCompany[], taken: ReadonlyMap<number, number>) =>
  known.find((company) => company.hostKey === row.hostKey) ??
  (row.hostKey === '' ? known[0] : known.find((company) => company.hostKey === '' && !taken.has(company.id)))

/** A file adds and replaces, but what it leaves empty stays, and a website that is there is not exchanged. */
function changesOf(row: FileRow, company: KnownCompany): DetailChange[] {
  const told = (['category', 'stage', 'investmentDate'] as const)
    .filter((field) => row[field] !== null && row[field] !== company[field])
    .map((field) => ({ field, from: company[field], to: row[field] }))
  return company.website === null && row.website !== null
    ? [{ field: 'website', from: null, to: row.website }, ...told]
    : told
}

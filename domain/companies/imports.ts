import { z } from 'zod'
import { Company } from './company.ts'

/** A row of an uploaded file, read and judged; the number is the one the spreadsheet shows beside it. */
export type FileRow = {
  row: number
  name: string
  website: string | null
  category: string | null
  stage: string | null
  investmentDate: string | null
  nameKey: string
  hostKey: string
  /** Why the row cannot be imported; null when it can. The fields above then hold what the file says. */
  reason: string | null
  /** What had to be left out although the row is imported, such as a date nobody can read. */
  note: string | null
}

const DETAILS = ['website', 'category', 'stage', 'investmentDate'] as const
export type Detail = (typeof DETAILS)[number]

export const DetailChange = z.object({
  field: z.enum(DETAILS),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type DetailChange = z.infer<typeof DetailChange>

/** What an import would do, or did, with one row of the file. */
export const PlannedRow = z.object({
  row: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  kind: z.enum(['new', 'duplicate', 'changed', 'invalid']),
  reason: z.string().nullable(),
  /** The company in the portfolio that the row speaks of, where there is one. */
  companyId: z.number().nullable(),
  changes: z.array(DetailChange),
})
export type PlannedRow = z.infer<typeof PlannedRow>

export const ImportCounts = z.object({
  total: z.number(),
  new: z.number(),
  changed: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

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
    if (earlier !== undefined) return { kind: 'duplicate', reason: sameAsRow(earlier), companyId: null, changes: [] }
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

/** An upload as it would be, or was, written. Of each kind at most `limit` rows are told, if one was asked for; the counts are whole. */
export const ImportReport = z.object({
  /** Null when nothing was written. */
  importId: z.number().nullable(),
  counts: ImportCounts,
  /** The companies that were created; in a dry run, none. */
  created: z.array(Company),
  /** Every row that is not simply a duplicate of what is there: new, changed and invalid ones. */
  rows: z.array(PlannedRow),
  skipped: z.array(z.object({ row: z.number(), reason: z.string(), name: z.string() })),
  duplicates: z.array(
    z.object({ row: z.number(), reason: z.string(), name: z.string(), companyId: z.number().nullable() }),
  ),
  /** What was odd about the file as a whole, worded for the user. */
  warnings: z.array(z.string()),
  /** Columns of the file that are not read, as their header names them; at most 100. */
  ignoredColumns: z.array(z.string()),
})
export type ImportReport = z.infer<typeof ImportReport>

/** One line of the answer to an upload that asked to be told how far it is (`Accept: application/x-ndjson`). */
export type ImportProgress =
  | { done: number; total: number }
  | { report: ImportReport }
  | { problem: { status: number; code: string; message: string } }

const one = z.literal('1').optional()

/** Most rows in each list of a report that has a limit. */
export const MOST_REPORTED_ROWS = 1000

export const UploadQuery = z.object({
  dryRun: one.describe('Plan the import with the same code, but write nothing'),
  detail: one.describe('Answer with what happened to every row'),
  strict: one.describe('Require a website in every row, as the dialog does'),
  update: z.literal('0').optional().describe('Leave existing companies as they are'),
  skipped: z.literal('csv').optional().describe('Answer with the skipped rows as a CSV file, and write nothing'),
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_REPORTED_ROWS)
    .optional()
    .describe('Most rows in each list of the answer'),
})

/** An import of the last 30 days. */
export const PastImport = z.object({
  id: z.number(),
  fileName: z.string(),
  added: z.number(),
  changed: z.number(),
  duplicates: z.number(),
  invalid: z.number(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
})
export type PastImport = z.infer<typeof PastImport>

export const ImportUndone = z.object({
  /** Companies that the import had added and that were taken out again. */
  removed: z.number(),
  /** Companies that got back what the import had changed; what the user changed since stays. */
  reverted: z.number(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

/** Companies by their ids, for acts on many at once. */
export const CompanyIds = z.object({
  ids: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(10_000),
})

export const RemovedCompany = Company.extend({ removedAt: z.string() })
export type RemovedCompany = z.infer<typeof RemovedCompany>

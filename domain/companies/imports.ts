import { z } from 'zod'
import { Company } from './company.ts'

/** `row` is the number that a spreadsheet shows. */
export type FileRow = {
  row: number
  name: string
  website: string | null
  category: string | null
  stage: string | null
  investmentDate: string | null
  nameKey: string
  hostKey: string
  /** Null when the row can be imported. */
  reason: string | null
  /** Something left out of a row that is imported, such as an unreadable date. */
  note: string | null
  /** The row is no company, such as a total; `reason` says so. */
  ignored?: boolean
  /** The user left the row out. */
  unticked?: boolean
  /** Counted from 1; only when several sheets are read. */
  sheet?: number
}

/** How the preview names a row when it sends its choice: `12`, or `2:12` for the second sheet. */
export const rowReference = ({ sheet, row }: { sheet?: number | undefined; row: number }) =>
  sheet === undefined ? String(row) : `${sheet}:${row}`

const DETAILS = ['website', 'category', 'stage', 'investmentDate'] as const
export type Detail = (typeof DETAILS)[number]

export const DetailChange = z.object({
  field: z.enum(DETAILS),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type DetailChange = z.infer<typeof DetailChange>

export const PlannedRow = z.object({
  row: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  /** `ignored` rows are no companies, such as totals, or were left out by the user. */
  kind: z.enum(['new', 'duplicate', 'changed', 'invalid', 'ignored']),
  reason: z.string().nullable(),
  companyId: z.number().nullable(),
  changes: z.array(DetailChange),
  /** Counted from 1; only when several sheets are read. */
  sheet: z.number().optional(),
})
export type PlannedRow = z.infer<typeof PlannedRow>

export const ImportCounts = z.object({
  total: z.number(),
  new: z.number(),
  changed: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
  ignored: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

const ALREADY_THERE = 'Already in your portfolio'
const NOT_SELECTED = 'Not selected'

/** Where a company stands in the file. */
type Place = { row: number; sheet?: number | undefined }
// Not the row itself, which would stay in memory.
const placeOf = ({ row, sheet }: FileRow): Place => ({ row, sheet })

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

/** Preview and commit both use it, so that they cannot differ. */
export function createPlanner({ update, sheetNames = [] }: { update: boolean; sheetNames?: readonly string[] }) {
  const counts: ImportCounts = { total: 0, new: 0, changed: 0, duplicate: 0, invalid: 0, ignored: 0 }
  const rowOfKey = new Map<string, Place>()
  const rowOfCompany = new Map<number, Place>()
  const sameAsRow = ({ row, sheet }: Place) =>
    `Same company as row ${row}${sheet === undefined ? '' : ` of ${sheetNames[sheet - 1] ?? `sheet ${sheet}`}`}`

  function planRow(row: FileRow, known: KnownCompany[]): Omit<Planned, 'row' | 'name' | 'website' | 'from'> {
    if (row.ignored) return { kind: 'ignored', reason: row.reason, companyId: null, changes: [] }
    if (row.reason !== null) return { kind: 'invalid', reason: row.reason, companyId: null, changes: [] }
    const planned = planCompany(row, known)
    // Its other rows in the file stay duplicates of it.
    return row.unticked && planned.kind !== 'duplicate'
      ? { ...planned, kind: 'ignored', reason: NOT_SELECTED, changes: [] }
      : planned
  }

  function planCompany(row: FileRow, known: KnownCompany[]): Omit<Planned, 'row' | 'name' | 'website' | 'from'> {
    const earlier = rowOfKey.get(keyOf(row)) ?? (row.hostKey === '' ? rowOfKey.get(row.nameKey) : undefined)
    if (earlier !== undefined) return { kind: 'duplicate', reason: sameAsRow(earlier), companyId: null, changes: [] }
    const company = sameCompany(row, known, rowOfCompany)
    if (!company) {
      rowOfKey.set(keyOf(row), placeOf(row))
      if (!rowOfKey.has(row.nameKey)) rowOfKey.set(row.nameKey, placeOf(row))
      return { kind: 'new', reason: row.note, companyId: null, changes: [] }
    }
    const before = rowOfCompany.get(company.id)
    if (before !== undefined)
      return { kind: 'duplicate', reason: sameAsRow(before), companyId: company.id, changes: [] }
    rowOfCompany.set(company.id, placeOf(row))
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
        const planned = planRow(row, byName.get(row.nameKey) ?? [])
        counts.total += 1
        counts[planned.kind] += 1
        const sheet = row.sheet === undefined ? {} : { sheet: row.sheet }
        return { row: row.row, name: row.name, website: row.website, ...planned, ...sheet, from: row }
      })
    },
  }
}

const keyOf = ({ nameKey, hostKey }: { nameKey: string; hostKey: string }) => `${nameKey}\n${hostKey}`

/** Without a website on one side, the name is enough. */
const sameCompany = (row: FileRow, known: KnownCompany[], taken: ReadonlyMap<number, Place>) =>
  known.find((company) => company.hostKey === row.hostKey) ??
  (row.hostKey === '' ? known[0] : known.find((company) => company.hostKey === '' && !taken.has(company.id)))

/** An empty cell changes nothing, and an existing website is never replaced. */
function changesOf(row: FileRow, company: KnownCompany): DetailChange[] {
  const changes = (['category', 'stage', 'investmentDate'] as const)
    .filter((field) => row[field] !== null && row[field] !== company[field])
    .map((field) => ({ field, from: company[field], to: row[field] }))
  return company.website === null && row.website !== null
    ? [{ field: 'website', from: null, to: row.website }, ...changes]
    : changes
}

const column = z.object({ column: z.number(), heading: z.string(), examples: z.array(z.string()) })

/** Columns and rows are counted from 1; `headerRow` is 0 when the table has no headings. */
export const ColumnChoice = z.object({
  sheet: z.number(),
  headerRow: z.number(),
  nameColumn: z.number().nullable(),
  websiteColumn: z.number().nullable(),
  columns: z.array(column),
})
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** How the file was read, so that the user can change it. */
export const ImportLayout = z.object({
  sheets: z.array(z.object({ number: z.number(), name: z.string(), rows: z.number(), read: z.boolean() })),
  /** When one sheet is read. */
  columns: ColumnChoice.optional(),
})
export type ImportLayout = z.infer<typeof ImportLayout>

/** Lists are cut at `limit` rows per kind; counts are complete. */
export const ImportReport = z.object({
  /** Null when nothing was written. */
  importId: z.number().nullable(),
  counts: ImportCounts,
  created: z.array(Company),
  rows: z.array(PlannedRow),
  skipped: z.array(z.object({ row: z.number(), reason: z.string(), name: z.string(), sheet: z.number().optional() })),
  duplicates: z.array(
    z.object({
      row: z.number(),
      reason: z.string(),
      name: z.string(),
      companyId: z.number().nullable(),
      sheet: z.number().optional(),
    }),
  ),
  warnings: z.array(z.string()),
  ignoredColumns: z.array(z.string()),
  layout: ImportLayout.optional(),
})
export type ImportReport = z.infer<typeof ImportReport>

export type ImportProgress =
  | { done: number; total: number }
  | { report: ImportReport }
  | { problem: { status: number; code: string; message: string } }

const one = z.literal('1').optional()

export const MOST_REPORTED_ROWS = 1000

const MAX_CHOICE = 20_000
const MAX_COLUMN = 16_384

/** A comma-separated list. */
const list = (item: RegExp) => {
  const separated = new RegExp(`^(?:${item.source})(?:,(?:${item.source}))*$`)
  return z
    .string()
    .max(MAX_CHOICE)
    .regex(separated)
    .transform((text) => text.split(','))
}
const columnNumber = z.coerce.number().int().min(0).max(MAX_COLUMN)

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
  sheets: list(/\d{1,4}/)
    .transform((numbers) => numbers.map(Number))
    .optional()
    .describe('Numbers of the sheets to read, from 1; without it, those that list companies'),
  nameColumn: columnNumber.min(1).optional().describe('The column with the company names, from 1'),
  websiteColumn: columnNumber.optional().describe('The column with the websites, from 1; 0 for none'),
  headerRow: z.coerce.number().int().min(0).max(1_048_576).optional().describe('The row with the headings; 0 for none'),
  skip: list(/(?:\d{1,4}:)?\d{1,7}/)
    .optional()
    .describe('Rows to leave out, such as 12, or 2:12 for the second sheet'),
  take: list(/(?:\d{1,4}:)?\d{1,7}/)
    .optional()
    .describe('Rows to import although they look like totals or headings'),
})

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
  removed: z.number(),
  /** Fields that the user has changed since are not reverted. */
  reverted: z.number(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

export const CompanyIds = z.object({
  ids: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(10_000),
})

export const RemovedCompany = Company.extend({ removedAt: z.string() })
export type RemovedCompany = z.infer<typeof RemovedCompany>

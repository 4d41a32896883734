import { z } from 'zod'
import { Company } from '../company.ts'
import { PositionFields, type PositionContent } from '../positions/position.ts'

/** `row` is the row number that a spreadsheet shows. */
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
  /** The positions found in the row. */
  positions?: PositionContent[]
  /** What was left out of the row's positions, and why. */
  moneyNote?: string
  amountsLeftOut?: number
  /** The row isn't a company but, for example, a total; `reason` says which. */
  ignored?: boolean
  /** The user left the row out. */
  unticked?: boolean
  /** Counts from 1; set only if several sheets are read. */
  sheet?: number
}

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
  /** `ignored` rows aren't companies (totals, for example) or were left out by the user. */
  kind: z.enum(['new', 'duplicate', 'changed', 'position', 'invalid', 'ignored']),
  reason: z.string().nullable(),
  companyId: z.number().nullable(),
  changes: z.array(DetailChange),
  /** How many positions the row adds, and which. */
  positions: z.number(),
  add: z.array(PositionFields),
  /** Counts from 1; set only if several sheets are read. */
  sheet: z.number().optional(),
})
export type PlannedRow = z.infer<typeof PlannedRow>

export const ImportCounts = z.object({
  total: z.number(),
  new: z.number(),
  changed: z.number(),
  /** Rows that only add a position to a company. */
  position: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
  ignored: z.number(),
  /** Positions added by all rows. */
  positions: z.number(),
  /** Amounts that were read but don't become a position, in rows that aren't ignored. */
  amountsLeftOut: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** How a table is read. Rows and columns are counted from 1; `headerRow` is 0 when the table has no headings. */
const Reading = z.object({
  sheet: z.number(),
  headerRow: z.number(),
  /** Each company has a column; the headings are on the left. */
  turned: z.boolean(),
  /** How many rows may not be companies. */
  unsure: z.number(),
  /** The first rows, so that the user can find the headings. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  columns: z.array(
    z.object({
      column: z.number(),
      heading: z.string(),
      examples: z.array(z.string()),
      /** What the column is read as; null if it isn't read. */
      field: z.string().nullable(),
    }),
  ),
})

const sheets = z.array(z.object({ number: z.number(), name: z.string(), rows: z.number(), read: z.boolean() }))

/** Asked when a file can be read in more than one way, with our best guess. */
export const ImportQuestion = Reading.extend({ sheets })
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** How the file was read, so that the user can change it. */
export const ImportLayout = z.object({
  sheets,
  /** Set only if a single sheet is read. */
  reading: Reading.optional(),
  /** What the file doesn't say about its amounts, so the user is asked. */
  asks: z.array(z.enum(['currency', 'values-as-of'])).optional(),
  /** The headings, by which the user's choices are remembered. */
  shape: z.string().optional(),
})
export type ImportLayout = z.infer<typeof ImportLayout>

const skipped = z.object({ row: z.number(), reason: z.string(), name: z.string(), sheet: z.number().optional() })

/** Lists are truncated to `limit` rows per kind; counts are complete. */
export const ImportReport = z.object({
  /** Null when nothing was written. */
  importId: z.number().nullable(),
  counts: ImportCounts,
  created: z.array(Company),
  rows: z.array(PlannedRow),
  skipped: z.array(skipped),
  duplicates: z.array(skipped.extend({ companyId: z.number().nullable() })),
  warnings: z.array(z.string()),
  ignoredColumns: z.array(z.string()),
  layout: ImportLayout.optional(),
})
export type ImportReport = z.infer<typeof ImportReport>

export type ImportProgress =
  | { done: number; total: number }
  | { report: ImportReport }
  | { problem: { status: number; code: string; message: string } }

import { z } from 'zod'
import { Company, day } from '../company.ts'
import { ImportMapText, UNSURE_ROWS } from './answer.ts'
import { isCurrency } from '../positions/money.ts'
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

const one = z.literal('1').optional()

export const MOST_REPORTED_ROWS = 1000

const MAX_CHOICE = 20_000

/** A comma-separated list. */
const list = (item: RegExp) => {
  const separated = new RegExp(`^(?:${item.source})(?:,(?:${item.source}))*$`)
  return z
    .string()
    .max(MAX_CHOICE)
    .regex(separated)
    .transform((text) => text.split(','))
}

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
    .describe('Numbers of the sheets to read, from 1'),
  headerRow: z.coerce.number().int().min(0).max(1_048_576).optional().describe('The row with the headings; 0 for none'),
  turned: one.describe('The headings are on the left, and each company has a column'),
  unsure: z.enum(UNSURE_ROWS).optional().describe('What to do with rows that may not be companies'),
  map: ImportMapText.optional().describe(
    'How to read columns, as a JSON object from headings, or numbers such as #2, to fields such as {"cost": "amount"}; remembered for files with the same headings',
  ),
  currency: z
    .string()
    .refine(isCurrency, 'Currency must be a code such as USD')
    .optional()
    .describe('The currency of amounts that say none'),
  valuesAsOf: day.optional().describe('The date of values without one'),
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
  positions: z.number(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
})
export type PastImport = z.infer<typeof PastImport>

export const ImportUndone = z.object({
  removed: z.number(),
  /** Fields that the user has changed since are not reverted. */
  reverted: z.number(),
  /** Positions that the user has changed since are kept. */
  positions: z.number(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

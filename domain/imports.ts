import { z } from 'zod'
import { Company } from './companies.ts'
import { ImportCounts, PlannedRow } from './import-plan.ts'

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

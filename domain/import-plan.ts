import { z } from 'zod'

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

export const DETAILS = ['website', 'category', 'stage', 'investmentDate'] as const
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

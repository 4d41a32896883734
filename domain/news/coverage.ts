import { z } from 'zod'

/** What one look at a source came to; null while nobody has looked yet. */
export const WATCH_STATES = [
  'ok',
  'empty',
  'unchanged',
  'partial',
  'throttled',
  'failed',
  'unsupported',
  'never-found',
] as const

export const CoverageEntry = z.object({
  source: z.string(),
  label: z.string(),
  address: z.string().nullable(),
  state: z.enum(WATCH_STATES).nullable(),
  problem: z.string().nullable(),
  checkedAt: z.string().nullable(),
  goodAt: z.string().nullable(),
  nextAt: z.string(),
  failingSince: z.string().nullable(),
})
export type CoverageEntry = z.infer<typeof CoverageEntry>

/** `checking`: the first look is still to come; `quiet`: looked at, nothing new; `broken`: no source answers; `not-found`: no place with its news is known. */
export const COVERAGE_STATES = ['checking', 'active', 'quiet', 'partial', 'broken', 'not-found'] as const

export const Coverage = z.object({
  state: z.enum(COVERAGE_STATES),
  goodAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  entries: z.array(CoverageEntry),
})
export type Coverage = z.infer<typeof Coverage>

/** The same in short, for a card among many. */
export const CompanyCoverage = z.object({
  companyId: z.number(),
  state: z.enum(COVERAGE_STATES),
  /** How many sources there are, how many were never checked, and how many fail now. */
  sources: z.number(),
  unchecked: z.number(),
  failing: z.number(),
  goodAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  /** What the newest failure said. */
  problem: z.string().nullable(),
})
export type CompanyCoverage = z.infer<typeof CompanyCoverage>
export type CoverageSummary = Omit<CompanyCoverage, 'companyId'>

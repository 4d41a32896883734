import { z } from 'zod'

/** The result of a source's last poll; null until the first one. */
export const WATCH_STATES = [
  'ok',
  'empty',
  'unchanged',
  'partial',
  'throttled',
  'failed',
  'unsupported',
  'never-found',
  'paused',
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

/**
 * `checking`: not polled yet; `quiet`: polled, nothing new; `broken`: no source responds; `not-found`: no source is
 * known.
 */
export const COVERAGE_STATES = ['checking', 'active', 'quiet', 'partial', 'broken', 'not-found'] as const

export const Coverage = z.object({
  state: z.enum(COVERAGE_STATES),
  goodAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  entries: z.array(CoverageEntry),
})
export type Coverage = z.infer<typeof Coverage>

export const CompanyCoverage = z.object({
  companyId: z.number(),
  state: z.enum(COVERAGE_STATES),
  sources: z.number(),
  unchecked: z.number(),
  failing: z.number(),
  goodAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  problem: z.string().nullable(),
})
export type CompanyCoverage = z.infer<typeof CompanyCoverage>
export type CoverageSummary = Omit<CompanyCoverage, 'companyId'>

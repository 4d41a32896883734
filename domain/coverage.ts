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

const GOOD = new Set(['ok', 'empty', 'unchanged', 'partial'])
const BAD = new Set(['failed', 'throttled'])

/** Tells quiet from broken from never found. */
export function coverageState(
  entries: Pick<CoverageEntry, 'state' | 'failingSince'>[],
  hasNews: boolean,
): Coverage['state'] {
  const states = entries.map(({ state }) => state)
  if (entries.length === 0) return 'not-found'
  if (states.every((state) => state === null)) return 'checking'
  const bad = states.filter((state) => state !== null && BAD.has(state)).length
  const good = states.filter((state) => state !== null && GOOD.has(state)).length
  if (good === 0 && bad > 0) return 'broken'
  if (good === 0) return states.includes(null) ? 'checking' : 'not-found'
  if (bad > 0) return 'partial'
  return hasNews ? 'active' : 'quiet'
}

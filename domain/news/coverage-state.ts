// Kept apart from the schemas so that pages that only read coverage don't load zod.
import type { Coverage, CoverageEntry, CoverageSummary } from './coverage.ts'

export const GOOD_STATES = ['ok', 'empty', 'unchanged', 'partial']
export const BAD_STATES = ['failed', 'throttled']

export type PollCounts = { sources: number; unchecked: number; good: number; failing: number }

/** What the owner can see: no articles, only old ones, or recent news. */
export type NewsAge = 'none' | 'old' | 'recent'

/** Older articles no longer count as news. */
export const RECENT_NEWS_DAYS = 90

export function coverageState({ sources, unchecked, good, failing }: PollCounts, news: NewsAge): Coverage['state'] {
  const still = news === 'recent' ? 'active' : 'quiet'
  // The press may cover a company that has no source of its own.
  const none = news === 'none' ? 'not-found' : still
  if (sources === 0) return none
  if (unchecked === sources) return 'checking'
  if (good === 0 && failing > 0) return 'broken'
  if (good === 0) return unchecked > 0 ? 'checking' : none
  if (failing > 0) return 'partial'
  return still
}

type Entry = Pick<CoverageEntry, 'state' | 'problem' | 'checkedAt' | 'failingSince'>

export function summarizeCoverage({
  state,
  goodAt,
  nextAt,
  entries,
}: Omit<Coverage, 'entries'> & { entries: Entry[] }): CoverageSummary {
  const failing = entries.filter(({ state: own }) => own !== null && BAD_STATES.includes(own))
  const newest = failing
    .filter(({ problem }) => problem !== null)
    .toSorted((a, b) => (b.checkedAt ?? '').localeCompare(a.checkedAt ?? ''))[0]
  return {
    state,
    sources: entries.length,
    unchecked: entries.filter(({ state: own }) => own === null).length,
    failing: failing.length,
    goodAt,
    nextAt,
    failingSince: failing.flatMap(({ failingSince }) => failingSince ?? []).toSorted()[0] ?? null,
    problem: newest?.problem ?? null,
  }
}

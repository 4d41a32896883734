import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { coverageInShortQuery } from '../queries.ts'
import type { useFeed } from './use-feed.ts'

type Feed = Pick<ReturnType<typeof useFeed>, 'pages' | 'isPaged'>

/** Covers all companies if they fit on one page, otherwise those on each loaded page. */
export function useCoverage({ pages, isPaged }: Feed): CompanyCoverage[] | undefined {
  const filled = pages.filter((page) => page.length > 0)
  const asked = isPaged ? filled.map(idsOf) : pages.slice(0, 1).map(() => 'all' as const)
  return useQueries({ queries: asked.map(coverageInShortQuery), combine: together })
}

/** Sorted, so that the query key doesn't change with the order of the news. */
const idsOf = (page: { id: number }[]) => page.map(({ id }) => id).toSorted((a, b) => a - b)

const together = (results: UseQueryResult<CompanyCoverage[]>[]) =>
  results.some(({ data }) => data) ? results.flatMap(({ data }) => data ?? []) : undefined

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Morning } from '#domain/news/morning/morning.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { INITIAL_COUNT } from '../feed/feed-view.ts'
import { coverageInShortQuery, morningQuery, whatIsNew } from '../queries.ts'
import { readingOf } from './day-line.ts'
import { useReading } from './use-reading.ts'
import { SHOWN, showLatest } from './shown-morning.ts'
import { arrivedSince, steadyMorning } from './steady-morning.ts'

const SAME_VISIT_MS = 30 * MINUTE_MS

export type Day = ReturnType<typeof useDay>

/** What is shown outlives the list, so that its events are still there on the way back from one of them. */
export function useDay() {
  const queryClient = useQueryClient()
  const { data: latest, error, isFetching, refetch } = useQuery(morningQuery)
  const { data: before } = useQuery<Morning | null>({
    queryKey: SHOWN,
    queryFn: () => null,
    enabled: false,
    gcTime: SAME_VISIT_MS,
  })
  const { coverage, reading } = useFirstReading(latest?.companies ?? 0)
  // While the companies are read for the first time, the list fills itself.
  const held = reading ? undefined : (before ?? undefined)
  const shown = useMemo(() => latest && steadyMorning(held, latest), [held, latest])
  const arrived = useMemo(() => (shown && latest ? arrivedSince(shown, latest) : []), [shown, latest])
  const show = useCallback(() => showLatest(queryClient), [queryClient])
  useEffect(() => {
    if (shown) queryClient.setQueryData(SHOWN, shown)
  }, [queryClient, shown])
  useNextVisit(queryClient)
  return { latest, shown, coverage, reading, arrived, show, error, isFetching, retry: () => void refetch() }
}

/** Of a portfolio that fits on a page of the feed, which asks for the same. */
function useFirstReading(companies: number) {
  const { data: coverage } = useQuery({
    ...coverageInShortQuery('all'),
    enabled: companies > 0 && companies <= INITIAL_COUNT,
  })
  return { coverage, reading: useMemo(() => readingOf(coverage), [coverage]) }
}

/** A tab that was in the background for long is a new visit. */
function useNextVisit(queryClient: QueryClient): void {
  useEffect(() => {
    let leftAt = Infinity
    const change = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now()
      else if (Date.now() - leftAt > SAME_VISIT_MS)
        void queryClient.invalidateQueries(whatIsNew).then(() => showLatest(queryClient))
    }
    document.addEventListener('visibilitychange', change)
    return () => document.removeEventListener('visibilitychange', change)
  }, [queryClient])
}

/** How many events of the day are unread. */
export function useNewEvents(isAllowed: boolean): number {
  const { data } = useQuery({ ...morningQuery, enabled: isAllowed })
  const { isUnread } = useReading()
  return data?.events.filter(isUnread).length ?? 0
}

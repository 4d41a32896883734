import type { QueryClient } from '@tanstack/react-query'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { shareEvents, type SharedEvent, type EventAccess } from '../../api/events.ts'
import {
  allNews,
  companyNewsQuery,
  coverageInShortQuery,
  coverageQuery,
  feedQuery,
  refreshQuery,
  storiesQuery,
} from './queries.ts'

const PAUSE_MS = 1000
const PROFILE = ['/api/auth/user']

/** Keeps what this page shows in step with what happens, until it is stopped. */
export function startLive(userId: string, access: EventAccess, queryClient: QueryClient): () => void {
  const live = createLive(queryClient)
  const stop = shareEvents(userId, access, live.handle)
  return () => {
    stop()
    live.stop()
  }
}

/** Many events become at most one fetch a second, none while another is under way, and none on a page that is not seen. */
export function createLive(queryClient: QueryClient, pauseMs = PAUSE_MS) {
  const companies = new Set<number>()
  let everything = false
  let isBusy = false
  let isStopped = false

  const fetchAgain = () => {
    const ids = [...companies]
    const all = everything
    companies.clear()
    everything = false
    if (all) return queryClient.invalidateQueries(allNews)
    const keys = [feedQuery.queryKey, coverageInShortQuery.queryKey, ...ids.flatMap(queryKeysOf)]
    return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }

  const work = async () => {
    if (isBusy) return
    isBusy = true
    while (everything || companies.size > 0) {
      await untilSeen()
      if (isStopped) return
      const begun = performance.now()
      await fetchAgain()
      // A list that takes long to fetch is fetched less often.
      await pause(Math.max(pauseMs, 2 * (performance.now() - begun)))
    }
    isBusy = false
  }

  const handlers: Record<string, (data: Record<string, unknown>) => void> = {
    news: ({ companyId }) => {
      if (Number.isSafeInteger(companyId)) companies.add(Number(companyId))
    },
    gather: (data) => {
      const progress = progressOf(data)
      if (!progress) return
      const isOver = progress.done >= progress.total
      queryClient.setQueryData(refreshQuery.queryKey, isOver ? null : progress)
      everything ||= isOver
    },
    missed: () => {
      everything = true
      void queryClient.invalidateQueries(refreshQuery)
    },
    entitlement: () => void queryClient.invalidateQueries({ queryKey: PROFILE }),
  }

  return {
    handle({ name, data }: SharedEvent) {
      if (Object.hasOwn(handlers, name)) handlers[name]?.(objectOf(data))
      void work()
    },
    stop() {
      isStopped = true
    },
  }
}

const queryKeysOf = (id: number) => [
  companyNewsQuery(id).queryKey,
  storiesQuery(id).queryKey,
  coverageQuery(id).queryKey,
  [`/api/companies/${id}/timeline`],
  [`/api/companies/${id}/activity`],
]

function progressOf({ done, total }: Record<string, unknown>): RefreshProgress | null {
  return typeof done === 'number' && typeof total === 'number' ? { done, total } : null
}

function objectOf(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const untilSeen = async () => {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

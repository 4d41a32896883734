import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { getProfile } from '#domain/account/endpoints.ts'
import { listCoverage } from '#domain/news/endpoints.ts'
import { getTimeline } from '#domain/news/explore-endpoints.ts'
import { urlOf } from '#domain/endpoint.ts'
import type { CompanyWithNews, RefreshProgress } from '#domain/news/briefs.ts'
import { MAX_FEED_COMPANIES, mergeFeed } from '#domain/news/feed-rows.ts'
import type { ListPage } from '../../api/client.ts'
import { queriesOf } from '../../api/context.ts'
import { shareEvents, type SharedEvent, type EventAccess } from '../../api/events.ts'
import { allNews } from './refresh.ts'
import {
  companyNewsQuery,
  coverageQuery,
  FEED,
  feedRowQuery,
  feedRowsQuery,
  refreshQuery,
  standingsQuery,
  storiesQuery,
  summaryQuery,
  whatIsNew,
} from './queries.ts'

const PAUSE_MS = 1000

export function startLive(userId: string, access: EventAccess, queryClient: QueryClient): () => void {
  const live = createLive(queryClient)
  const after = queryClient.getQueryData(summaryQuery.queryKey)?.eventId ?? ''
  const stop = shareEvents(userId, access, live.handle, { after })
  return () => {
    stop()
    live.stop()
  }
}

/** At most one update a second, one at a time, and none while the page is hidden. */
export function createLive(queryClient: QueryClient, pauseMs = PAUSE_MS) {
  const companies = new Set<number>()
  let everything = false
  let isBusy = false
  let isStopped = false

  const update = () => {
    const ids = [...companies]
    const all = everything
    companies.clear()
    everything = false
    if (all) return queryClient.invalidateQueries(allNews)
    const invalidations = ids.flatMap(queryKeysOf).map((queryKey) => queryClient.invalidateQueries({ queryKey }))
    return Promise.all([
      updateFeed(queryClient, ids),
      queryClient.invalidateQueries(queriesOf(listCoverage)),
      queryClient.invalidateQueries(whatIsNew),
      queryClient.invalidateQueries(standingsQuery),
      ...invalidations,
    ])
  }

  const work = async () => {
    if (isBusy) return
    isBusy = true
    while (everything || companies.size > 0) {
      await untilVisible()
      if (isStopped) return
      const begun = performance.now()
      await update()
      // The slower the fetches, the less often they run.
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
    read: () => void queryClient.invalidateQueries(whatIsNew),
    entitlement: () => void queryClient.invalidateQueries({ queryKey: [urlOf(getProfile)] }),
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

type Pages = InfiniteData<ListPage<CompanyWithNews[]>, string>

/** Loads only the changed rows, or every page if they can't be merged. */
async function updateFeed(queryClient: QueryClient, companyIds: number[]): Promise<void> {
  const shown = () => queryClient.getQueryCache().findAll({ queryKey: [FEED], type: 'active' })
  // A fetch that's already in flight may finish later, with older rows.
  const canMerge = () => shown().every(({ state }) => state.data && state.fetchStatus === 'idle')
  if (shown().length > 0 && canMerge() && companyIds.length <= MAX_FEED_COMPANIES) {
    const changed = await queryClient.fetchQuery(feedRowsQuery(companyIds)).catch(() => null)
    if (changed && canMerge()) {
      for (const { queryKey, state } of shown())
        queryClient.setQueryData<Pages>(queryKey, (data) => data && merged(data, companyIds, changed), {
          updatedAt: state.dataUpdatedAt,
        })
      await queryClient.invalidateQueries({ queryKey: [FEED], type: 'inactive', refetchType: 'none' })
      return
    }
  }
  await queryClient.invalidateQueries({ queryKey: [FEED] })
}

function merged(data: Pages, companyIds: number[], changed: CompanyWithNews[]): Pages {
  const rows = data.pages.map(({ items }) => items)
  const pages = mergeFeed(rows, companyIds, changed)
  return { ...data, pages: data.pages.map((page, at) => ({ ...page, items: pages[at] ?? [] })) }
}

const queryKeysOf = (id: number) => [
  feedRowQuery(id).queryKey,
  companyNewsQuery(id).queryKey,
  storiesQuery(id).queryKey,
  coverageQuery(id).queryKey,
  [urlOf(getTimeline, { params: { id } })],
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

export const untilVisible = async () => {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

import { queryOptions } from '@tanstack/react-query'
import { countEvents, getAnalytics, getTimeline, listActivity } from '#domain/news/explore-endpoints.ts'
import type { CompanyActivity } from '#domain/news/analytics.ts'
import { urlOf } from '#domain/endpoint.ts'
import type { ApiClient } from '../../api/client.ts'
import { query } from '../../api/context.ts'

export const analyticsQuery = query(getAnalytics)

export const eventCountsQuery = query(countEvents)

export const timelineQuery = (companyId: number) => query(getTimeline, { params: { id: companyId } })

const batches = new WeakMap<ApiClient, ReturnType<typeof createActivityBatch>>()

function batchOf(api: ApiClient) {
  const batch =
    batches.get(api) ?? createActivityBatch((ids) => api.call(listActivity, { query: { ids: ids.join(',') } }))
  batches.set(api, batch)
  return batch
}

export const activityQuery = (api: ApiClient, companyId: number) =>
  queryOptions<CompanyActivity | null>({
    queryKey: [urlOf(listActivity, { query: { ids: String(companyId) } })],
    queryFn: () => batchOf(api)(companyId),
  })

const MOST_AT_ONCE = 100
const PAUSE_MS = 40

type Load = (ids: number[]) => Promise<CompanyActivity[]>
type PendingRequest = {
  id: number
  resolve: (activity: CompanyActivity | null) => void
  fail: (reason: unknown) => void
}

/** Batches requests that are made at about the same time. */
export function createActivityBatch(load: Load, pauseMs = PAUSE_MS) {
  let waiting: PendingRequest[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const request = async (batch: PendingRequest[]) => {
    try {
      const answer = await load(batch.map(({ id }) => id))
      const byId = new Map(answer.map((activity) => [activity.companyId, activity]))
      for (const { id, resolve } of batch) resolve(byId.get(id) ?? null)
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
  }

  const send = () => {
    const batch = waiting
    waiting = []
    timer = undefined
    for (let start = 0; start < batch.length; start += MOST_AT_ONCE)
      void request(batch.slice(start, start + MOST_AT_ONCE))
  }

  return (id: number): Promise<CompanyActivity | null> =>
    new Promise((resolve, fail) => {
      waiting.push({ id, resolve, fail })
      timer ??= setTimeout(send, pauseMs)
    })
}

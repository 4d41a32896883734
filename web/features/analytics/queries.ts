import { queryOptions } from '@tanstack/react-query'
import type { Analytics, CompanyActivity, Timeline } from '#domain/news/analytics.ts'
import type { ApiClient } from '../../api/client.ts'

export const analyticsQuery = queryOptions<Analytics>({ queryKey: ['/api/analytics'] })

export const timelineQuery = (companyId: number) =>
  queryOptions<Timeline>({ queryKey: [`/api/companies/${companyId}/timeline`] })

const batches = new WeakMap<ApiClient, ReturnType<typeof createActivityBatch>>()

function batchOf(api: ApiClient) {
  const batch = batches.get(api) ?? createActivityBatch((path) => api.get(path))
  batches.set(api, batch)
  return batch
}

/** What stands beside a company in the table. No address of its own: many are asked for in one request. */
export const activityQuery = (api: ApiClient, companyId: number) =>
  queryOptions<CompanyActivity | null>({
    queryKey: [`/api/companies/${companyId}/activity`],
    queryFn: () => batchOf(api)(companyId),
  })

/** As many as the server answers for at once. */
const MOST_AT_ONCE = 100
const PAUSE_MS = 40

type Get = (path: string) => Promise<unknown>
type PendingRequest = {
  id: number
  resolve: (activity: CompanyActivity | null) => void
  fail: (reason: unknown) => void
}

/** Rows that ask at about the same time are answered together: a screenful is one request, however it came into view. */
export function createActivityBatch(get: Get, pauseMs = PAUSE_MS) {
  let waiting: PendingRequest[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const request = async (batch: PendingRequest[]) => {
    try {
      const ids = batch.map(({ id }) => id).join(',')
      const answer = (await get(`/api/companies/activity?ids=${ids}`)) as CompanyActivity[]
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

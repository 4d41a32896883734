import { queryOptions } from '@tanstack/react-query'
import type { Analytics, CompanyActivity, Timeline } from '#domain/news/analytics.ts'
import type { ApiClient } from '../api/client.ts'
import { createActivityBatch } from './activity-batch.ts'

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

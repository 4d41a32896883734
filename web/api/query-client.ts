import { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from './client.ts'

const STALE_AFTER_MS = 5 * 60_000

/** Spec section 7: the query key is the URL; "staleness 5 minutes, no retries, no refetch on window focus". */
export function createQueryClient(api: Pick<ApiClient, 'get'>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(String(queryKey[0]), signal),
        staleTime: STALE_AFTER_MS,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}

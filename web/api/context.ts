import { createContext, use } from 'react'
import type { ApiClient } from './client.ts'
import type { PublicConfig } from '#domain/public-config.ts'
import { QueryClient } from '@tanstack/react-query'

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi must be used within an ApiContext')
  return api
}

export const PublicConfigContext = createContext<PublicConfig | null>(null)

export function usePublicConfig(): PublicConfig {
  const config = use(PublicConfigContext)
  if (!config) throw new Error('usePublicConfig must be used within a PublicConfigContext')
  return config
}

const STALE_AFTER_MS = 5 * 60_000

/** The query key is the URL. */
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

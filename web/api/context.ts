import { createContext, use } from 'react'
import type { ApiClient } from './client.ts'
import type { PublicConfig } from '#domain/public-config.ts'
import { QueryClient, queryOptions, type QueryFilters, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import { fillPath, type Address, type AnswerOf, type Endpoint, type UrlInput } from '#domain/endpoint.ts'
import { MINUTE_MS } from '#domain/time.ts'

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

const STALE_AFTER_MS = 5 * MINUTE_MS

/** The query key is the URL. */
export function createQueryClient(api: Pick<ApiClient, 'get'>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(String(queryKey[0]), signal),
        staleTime: STALE_AFTER_MS,
        retry: false,
        refetchOnWindowFocus: false,
        // Without a connection, queries must fail immediately instead of silently waiting for one.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

type Options<Definition> = Omit<UndefinedInitialDataOptions<AnswerOf<Definition>>, 'queryKey'>

export const query = <const Definition extends Endpoint>(
  { path }: Definition,
  ...[input, options]: Record<never, never> extends UrlInput<Definition>
    ? [input?: UrlInput<Definition>, options?: Options<Definition>]
    : [input: UrlInput<Definition>, options?: Options<Definition>]
) => queryOptions<AnswerOf<Definition>>({ ...options, queryKey: [fillPath(path, input)] })

export const queriesOf = (...endpoints: Address[]): QueryFilters => ({
  predicate: ({ queryKey: [url] }) => isUrlOf(String(url), ...endpoints),
})

export const isUrlOf = (url: string, ...endpoints: Address[]): boolean =>
  endpoints.some(({ path }) => new RegExp(`^${path.replaceAll(/{\w+}/g, '[^/?]+')}(?:\\?|$)`).test(url))

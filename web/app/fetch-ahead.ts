import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '../account/queries.ts'
import type { ApiClient } from '../api/client.ts'
import { companiesQuery, companyQuery } from '../companies/queries.ts'
import { companyNewsQuery, feedQuery } from '../news/queries.ts'
import { paths } from '../paths.ts'

/** Asks for what the first page will show while its code is still on the way. */
export function fetchAhead({ pathname, search }: Location, api: ApiClient, queryClient: QueryClient): void {
  if (!/^\/(?:dashboard|companies|investments|subscribe|profile|discover)(?:\/|$)/.test(pathname)) return
  void queryClient.prefetchQuery(profileQuery(api))
  const showsNews = new URLSearchParams(search).get('tab') === 'news'
  if (pathname === paths.dashboard && showsNews) void queryClient.prefetchQuery(feedQuery)
  if ((pathname === paths.dashboard && !showsNews) || pathname === paths.investments) {
    void queryClient.prefetchQuery(companiesQuery)
  }
  const company = Number(/^\/companies\/(\d+)$/.exec(pathname)?.[1])
  if (!company) return
  void queryClient.prefetchQuery(companyQuery(company, queryClient))
  void queryClient.prefetchQuery(companyNewsQuery(company))
}

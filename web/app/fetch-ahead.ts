import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '../account/queries.ts'
import type { ApiClient } from '../api/client.ts'
import { companyPages } from '../companies/portfolio-pages.ts'
import { companyQuery, facetsQuery } from '../companies/queries.ts'
import { companyNewsQuery, coverageQuery, feedQuery, storiesQuery } from '../news/queries.ts'
import { paths } from '../paths.ts'

/** Asks for what the first page will show while its code is still on the way. */
export function fetchAhead({ pathname, search }: Location, api: ApiClient, queryClient: QueryClient): void {
  if (!/^\/(?:dashboard|companies|investments|subscribe|profile|discover)(?:\/|$)/.test(pathname)) return
  void queryClient.prefetchQuery(profileQuery(api))
  const asked = new URLSearchParams(search)
  const showsNews = asked.get('tab') === 'news'
  if (pathname === paths.dashboard && showsNews) {
    void queryClient.prefetchQuery(feedQuery)
    void import('../news/news-feed.tsx')
  }
  // Which companies another view shows is for its own code to say; without a filter both show the same.
  if ((pathname === paths.dashboard && !showsNews) || (pathname === paths.investments && asked.size === 0)) {
    void queryClient.prefetchInfiniteQuery(companyPages(api, {}))
    void queryClient.prefetchQuery(facetsQuery)
  }
  const company = Number(/^\/companies\/(\d+)$/.exec(pathname)?.[1])
  if (!company) return
  void queryClient.prefetchQuery(companyQuery(company, queryClient))
  void queryClient.prefetchQuery(companyNewsQuery(company))
  void queryClient.prefetchQuery(storiesQuery(company))
  void queryClient.prefetchQuery(coverageQuery(company))
}

import { paths } from '../paths.ts'
import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '../features/account/queries.ts'
import type { ApiClient } from '../api/client.ts'
import { companyPages } from '../features/companies/list-cache.ts'
import { companyQuery, facetsQuery } from '../features/companies/queries.ts'
import {
  companyNewsQuery,
  coverageQuery,
  feedPages,
  storiesQuery,
  morningQuery,
  summaryQuery,
} from '../features/news/queries.ts'

/** The router's default format would put quotes around every number. */
export const queryString = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
}

export const texts =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Each in Name]?: string } => {
    const given: { [Each in Name]?: string } = {}
    for (const name of names) if (typeof search[name] === 'string') given[name] = search[name]
    return given
  }

export const isPaymentPage = (path: string) => path === paths.subscribe || path === paths.billing

/**
 * A document keeps the CSP it was loaded with, and only payment pages may talk to the card provider. So entering or
 * leaving them, even with the Back button, loads a new document.
 */
export const crossesPaymentBorder = (documentPath: string, targetPath: string) =>
  isPaymentPage(documentPath) !== isPaymentPage(targetPath)

/** Prefetches the first page's data while its code is still loading. */
export function fetchAhead({ pathname, search }: Location, api: ApiClient, queryClient: QueryClient): void {
  if (!/^\/(?:dashboard|companies|investments|subscribe|profile|discover)(?:\/|$)/.test(pathname)) return
  void queryClient.prefetchQuery(profileQuery(api))
  const params = new URLSearchParams(search)
  const showsNews = !['investments', 'evaluator'].includes(params.get('tab') ?? '')
  if (pathname === paths.dashboard && showsNews) {
    void queryClient.prefetchInfiniteQuery(feedPages(api, 'newest'))
    load(import('../features/search/news-tab.tsx'))
  }
  if (pathname === paths.dashboard) {
    void queryClient.prefetchQuery(morningQuery)
    void queryClient.prefetchQuery(summaryQuery)
  }
  // The two pages share only the unfiltered lists.
  if ((pathname === paths.dashboard && !showsNews) || (pathname === paths.investments && params.size === 0)) {
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

/** The page loads it again and reports a failure. */
const load = (code: Promise<unknown>) => void code.catch(() => {})

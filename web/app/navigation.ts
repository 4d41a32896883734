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

export type LoadContext = { api: ApiClient; queryClient: QueryClient; isSignedIn: () => boolean }

type Search = Record<string, string | undefined>

/** What a page asks for first, requested while its code is still loading. The page itself reports failures. */
export const ahead = {
  profile({ api, queryClient }: LoadContext) {
    void queryClient.prefetchQuery(profileQuery(api))
  },
  dashboard({ api, queryClient }: LoadContext, { tab = '' }: Search) {
    const morning = queryClient.prefetchQuery(morningQuery)
    if (tab === 'investments') return companies(api, queryClient)
    if (tab === 'evaluator') return
    // The page loads it again and reports a failure.
    void import('../features/search/news-tab.tsx').catch(() => {})
    // Shown below the events of the morning, with which it must not compete.
    void morning.then(() =>
      Promise.all([
        queryClient.prefetchQuery(summaryQuery),
        queryClient.prefetchInfiniteQuery(feedPages(api, 'newest')),
      ]),
    )
  },
  /** Shares only the unfiltered lists with the dashboard. */
  investments({ api, queryClient }: LoadContext, search: Search) {
    if (Object.keys(search).length === 0) companies(api, queryClient)
  },
  company({ queryClient }: LoadContext, _search: Search, { id = '' }: { id?: string }) {
    const company = Number(id)
    if (!Number.isSafeInteger(company) || company <= 0) return
    void queryClient.prefetchQuery(companyQuery(company, queryClient))
    void queryClient.prefetchQuery(companyNewsQuery(company))
    void queryClient.prefetchQuery(storiesQuery(company))
    void queryClient.prefetchQuery(coverageQuery(company))
  },
}

function companies(api: ApiClient, queryClient: QueryClient) {
  void queryClient.prefetchInfiniteQuery(companyPages(api, {}))
  void queryClient.prefetchQuery(facetsQuery)
}

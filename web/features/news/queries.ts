import { queryOptions } from '@tanstack/react-query'
import type { CompanyWithNews, News, RefreshProgress } from '#domain/news/briefs.ts'
import type { CompanyCoverage, Coverage } from '#domain/news/coverage.ts'
import type { Story } from '#domain/news/stories.ts'

const CHECKING_MS = 20_000
const UNDER_WAY_MS = 3000
const ABOUT_NEWS = /^\/api\/(?:news\/|analytics$|companies\/\d+\/(?:news|stories|coverage|timeline|activity)$)/

export const feedQuery = queryOptions<CompanyWithNews[]>({ queryKey: ['/api/news/feed'] })

/** The rows of some companies, to be merged into the feed. */
export const feedRowsQuery = (companyIds: number[]) =>
  queryOptions<CompanyWithNews[]>({ queryKey: [`/api/news/feed?company=${companyIds.join(',')}`], gcTime: 0 })

export const companyNewsQuery = (companyId: number) =>
  queryOptions<News[]>({ queryKey: [`/api/companies/${companyId}/news`] })

export const storiesQuery = (companyId: number) =>
  queryOptions<Story[]>({ queryKey: [`/api/companies/${companyId}/stories`] })

/** No event says that a first check found nothing, so this polls until the check is over. */
export const coverageQuery = (companyId: number) =>
  queryOptions<Coverage>({
    queryKey: [`/api/companies/${companyId}/coverage`],
    refetchInterval: ({ state }) => (state.data?.state === 'checking' ? CHECKING_MS : false),
  })

/** Every company that is not simply well covered, for the cards. */
export const coverageInShortQuery = queryOptions<CompanyCoverage[]>({
  queryKey: ['/api/news/coverage'],
  refetchInterval: ({ state }) => (state.data?.some((company) => company.state === 'checking') ? CHECKING_MS : false),
})

/** Live events keep it up to date; polling is for when they do not come through. */
export const refreshQuery = queryOptions<RefreshProgress | null>({
  queryKey: ['/api/refresh'],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data ? UNDER_WAY_MS : false),
})

/** Every answer of the server that changes when something is found. */
export const allNews = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => ABOUT_NEWS.test(String(queryKey[0])),
}

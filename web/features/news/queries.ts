import {
  getCoverage,
  getFeed,
  getRefreshProgress,
  listCompanyNews,
  listCoverage,
  listStories,
} from '#domain/news/endpoints.ts'
import { getMorning, getNewsSummary, listStandings } from '#domain/news/reading-endpoints.ts'
import type { FeedSort } from '#domain/news/feed-rows.ts'
import { urlOf } from '#domain/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../api/client.ts'
import { queriesOf, query } from '../../api/context.ts'
import { INITIAL_COUNT } from './feed/feed-view.ts'

const CHECKING_MS = 20_000
const UNDER_WAY_MS = 3000

export const summaryQuery = query(getNewsSummary)

export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Fetched again when the user comes back to the tab, because a day may have begun since. */
export const morningQuery = query(getMorning, { query: { timeZone: TIME_ZONE } }, { refetchOnWindowFocus: true })

export const standingsQuery = query(listStandings)

/** Everything that says what is new. */
export const whatIsNew = queriesOf(getNewsSummary, getMorning)

export const FEED = urlOf(getFeed)

export const feedPages = (api: Pick<ApiClient, 'page'>, sort: FeedSort) => {
  const first = urlOf(getFeed, { query: { limit: INITIAL_COUNT, sort: sort === 'newest' ? undefined : sort } })
  return infiniteQueryOptions({
    queryKey: [FEED, first],
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) => api.page(getFeed, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })
}

export const feedRowsQuery = (companyIds: number[]) =>
  query(getFeed, { query: { company: companyIds.join(',') } }, { gcTime: 0 })

/** The row of a company that isn't on any of the loaded pages. */
export const feedRowQuery = (companyId: number) => query(getFeed, { query: { limit: 1, company: String(companyId) } })

export const companyNewsQuery = (companyId: number) => query(listCompanyNews, { params: { id: companyId } })

export const storiesQuery = (companyId: number) => query(listStories, { params: { id: companyId } })

/** No event is sent if a first check finds nothing, so this polls until the check is over. */
export const coverageQuery = (companyId: number) =>
  query(
    getCoverage,
    { params: { id: companyId } },
    { refetchInterval: ({ state }) => (state.data?.state === 'checking' ? CHECKING_MS : false) },
  )

/** Coverage of the given companies, or of all. */
export const coverageInShortQuery = (companyIds: number[] | 'all') =>
  query(
    listCoverage,
    { query: { company: companyIds === 'all' ? undefined : companyIds.join(',') } },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((company) => company.state === 'checking') ? CHECKING_MS : false,
    },
  )

/** Polls during a refresh, in case live events don't arrive. */
export const refreshQuery = query(
  getRefreshProgress,
  {},
  { staleTime: 0, refetchInterval: ({ state }) => (state.data ? UNDER_WAY_MS : false) },
)

import { useIsMutating, useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { countEvents, getAnalytics, getTimeline } from '#domain/news/explore-endpoints.ts'
import {
  getCoverage,
  getFeed,
  listCompanyNews,
  listCoverage,
  listStories,
  refreshNews,
} from '#domain/news/endpoints.ts'
import { relativeTime } from '#domain/time.ts'
import { listNotifications } from '#domain/mailings/endpoints.ts'
import { getMorning, getNewsSummary, listStandings } from '#domain/news/reading-endpoints.ts'
import type { RefreshProgress, Refreshed } from '#domain/news/briefs.ts'
import { queriesOf, useApi } from '../../api/context.ts'
import { useToast, type ToastMessage } from '../../ui/overlays/toast.tsx'
import type { FeedView } from './feed/feed-view.ts'
import { formatNumber } from '../../ui/text.ts'
import { refreshQuery } from './queries.ts'
import { ApiError } from '../../api/api-error.ts'

export type Refreshable = { id: number; name: string; website: string | null }
type RefreshRequest = { companies: Refreshable[]; company?: string }

const KEY = ['refresh']

export const allNews = queriesOf(
  getFeed,
  listCoverage,
  getAnalytics,
  countEvents,
  listCompanyNews,
  listStories,
  getCoverage,
  getTimeline,
  getNewsSummary,
  getMorning,
  listStandings,
  listNotifications,
)

export function useRefreshNews(rows: Refreshable[]) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: progress } = useQuery(refreshQuery)
  const isAsking = useIsMutating({ mutationKey: KEY }) > 0
  const { mutate, isPending, variables } = useMutation({
    mutationKey: KEY,
    mutationFn: ({ companies }: RefreshRequest) =>
      api.call(refreshNews, {
        body: { companies: companies.map(({ id, name, website }) => ({ id, name, website })) },
      }),
    onMutate: async ({ companies, company }) => {
      toast(fetching(company))
      // A response from before the refresh would say that nothing is being checked.
      await queryClient.cancelQueries(refreshQuery)
      const begun: RefreshProgress = { done: 0, total: companies.length }
      queryClient.setQueryData(refreshQuery.queryKey, begun)
      queryClient.setQueryData(refreshResultQuery.queryKey, null)
    },
    onSuccess: (answer, { companies, company }) => {
      const { worked, waiting, unchecked } = readRefresh(answer, companies)
      const failed = unchecked.length
      if (answer.newStories > 0) toast(refreshed(company, failed, waiting))
      else if (waiting > 0) toast(stillFetching(company, failed, waiting))
      else toast(worked ? nothingNew(company, answer.checkedAt, failed) : refreshFailed())
      const result: RefreshResult = {
        checkedAt: worked ? (answer.checkedAt ?? new Date().toISOString()) : null,
        newEvents: waiting > 0 ? null : answer.newStories,
        unchecked,
      }
      queryClient.setQueryData(refreshResultQuery.queryKey, result)
      queryClient.setQueryData(lateRefreshQuery.queryKey, waiting)
      if (waiting === 0) queryClient.setQueryData(refreshQuery.queryKey, null)
    },
    onError: (error) => {
      toast(refreshFailed(error))
      queryClient.setQueryData(refreshQuery.queryKey, null)
    },
    onSettled: () => {
      return Promise.all([queryClient.invalidateQueries(refreshQuery), queryClient.invalidateQueries(allNews)])
    },
  })

  const refresh = (company: FeedView['company']) => {
    if (isAsking) return
    if (rows.length === 0) return toast(noCompanies)
    const chosen = company === 'all' ? rows : rows.filter(({ id }) => id === company)
    if (chosen.length === 0) return toast(unknownCompany)
    mutate({ companies: chosen, company: company === 'all' ? undefined : chosen[0]?.name })
  }
  return {
    refresh,
    isBusy: isAsking || Boolean(progress),
    refreshing: new Set(isPending ? variables.companies.map(({ id }) => id) : []),
  }
}

/** The number of companies that were still being checked when a refresh request returned. */
export const lateRefreshQuery = queryOptions<number>({
  queryKey: ['refresh-late'],
  queryFn: () => 0,
  staleTime: Infinity,
  gcTime: Infinity,
})

export type Unchecked = { id: number; name: string; reason: string }

export type RefreshResult = {
  /** Null if no company responded. */
  checkedAt: string | null
  /** Null while companies are still being checked. */
  newEvents: number | null
  unchecked: Unchecked[]
}

export const refreshResultQuery = queryOptions<RefreshResult | null>({
  queryKey: ['refresh-result'],
  queryFn: () => null,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** A refresh worked if at least one company was checked. Companies still being checked haven't failed. */
export function readRefresh({ failed, waiting }: Refreshed, requested: Refreshable[]) {
  const names = new Map(requested.map(({ id, name }) => [id, name]))
  const unchecked = failed.flatMap(({ companyId, reason }): Unchecked[] => {
    const name = names.get(companyId)
    return name ? [{ id: companyId, name, reason }] : []
  })
  const unsettled = new Set([...unchecked.map(({ id }) => id), ...waiting])
  return {
    worked: requested.some(({ id }) => !unsettled.has(id)),
    waiting: requested.filter(({ id }) => waiting.includes(id)).length,
    unchecked,
  }
}

const fetching = (company?: string): ToastMessage => ({
  title: company ? `Fetching news for ${company}...` : 'Fetching latest news...',
  description: 'This may take a few moments.',
})

const refreshed = (company?: string, unchecked = 0, waiting = 0): ToastMessage => ({
  title: company ? `News refreshed for ${company}` : 'News refreshed successfully',
  description: 'Your news feed has been updated with the latest information.',
  detail: detailOf(unchecked, waiting),
})

const nothingNew = (company: string | undefined, checkedAt: string | null, unchecked: number): ToastMessage => {
  const when = relativeTime(checkedAt ?? new Date().toISOString(), new Date())
  const checked = company ? `${company} checked` : 'Checked'
  return { title: `${checked} ${when.replace(/^(?:Just|Yest)/, lower)}, nothing new`, detail: detailOf(unchecked, 0) }
}

const lower = (text: string) => text.toLowerCase()

const stillFetching = (company?: string, unchecked = 0, waiting = 0): ToastMessage => ({
  ...fetching(company),
  detail: detailOf(unchecked, waiting),
})

const detailOf = (unchecked: number, waiting: number) =>
  [
    unchecked > 0 && `${formatNumber(unchecked)} could not be checked.`,
    waiting > 0 && `${formatNumber(waiting)} still being checked; news appears as we find it.`,
  ]
    .filter(Boolean)
    .join(' ') || undefined

/** For rate limits, adds the server's own message. */
const refreshFailed = (error?: Error): ToastMessage => ({
  title: 'Failed to refresh news',
  description: 'There was an error refreshing your news feed. Please try again later.',
  detail: error instanceof ApiError && error.status === 429 ? error.reason : undefined,
  variant: 'destructive',
})

const noCompanies: ToastMessage = {
  title: 'No companies found',
  description: 'Add some companies to your portfolio first.',
  variant: 'destructive',
}

const unknownCompany: ToastMessage = {
  title: 'No companies to refresh',
  description: 'Please select a valid company from the dropdown.',
  variant: 'destructive',
}

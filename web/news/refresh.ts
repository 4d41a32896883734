import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { useApi } from '../api/api-context.ts'
import { useToast } from '../ui/toast.tsx'
import type { FeedView } from './feed-view.ts'
import * as messages from './messages.ts'
import { allNews, refreshQuery } from './queries.ts'
import { readRefresh, uncheckedQuery } from './refresh-answer.ts'

export type Refreshable = { id: number; name: string; website: string | null }
type Asked = { companies: Refreshable[]; company?: string }

const KEY = ['refresh']

/** Asks for fresh news of one company or of all; toasts and a bar tell how far it has come. */
export function useRefreshNews(rows: Refreshable[]) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: progress } = useQuery(refreshQuery)
  const isAsking = useIsMutating({ mutationKey: KEY }) > 0
  const { mutate, isPending, variables } = useMutation({
    mutationKey: KEY,
    mutationFn: ({ companies }: Asked) =>
      api.request('POST', '/api/refresh-all-company-news-structured', {
        companies: companies.map(({ id, name, website }) => ({ id, name, website })),
      }),
    onMutate: ({ companies, company }) => {
      toast(messages.fetching(company))
      const begun: RefreshProgress = { done: 0, total: companies.length }
      queryClient.setQueryData(refreshQuery.queryKey, begun)
      queryClient.setQueryData(uncheckedQuery.queryKey, [])
    },
    onSuccess: (answer, { companies, company }) => {
      const { worked, failed, waiting, unchecked } = readRefresh(answer, companies)
      if (worked) toast(messages.refreshed(company, failed, waiting))
      else toast(waiting > 0 ? messages.stillFetching(company, failed, waiting) : messages.refreshFailed())
      queryClient.setQueryData(uncheckedQuery.queryKey, unchecked)
      if (waiting === 0) queryClient.setQueryData(refreshQuery.queryKey, null)
    },
    onError: (error) => {
      toast(messages.refreshFailed(error))
      queryClient.setQueryData(refreshQuery.queryKey, null)
    },
    onSettled: () => {
      return Promise.all([
        queryClient.invalidateQueries(refreshQuery),
        queryClient.invalidateQueries(allNews),
      ])
    },
  })

  const refresh = (company: FeedView['company']) => {
    if (isAsking) return
    if (rows.length === 0) return toast(messages.noCompanies)
    const chosen = company === 'all' ? rows : rows.filter(({ id }) => id === company)
    if (chosen.length === 0) return toast(messages.unknownCompany)
    mutate({ companies: chosen, company: company === 'all' ? undefined : chosen[0]?.name })
  }
  return {
    refresh,
    progress: progress ?? null,
    isAsking,
    isBusy: isAsking || Boolean(progress),
    refreshing: new Set(isPending ? variables.companies.map(({ id }) => id) : []),
  }
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CompanyWithNews, News } from '#domain/news.ts'
import { useApi } from '../api/api-context.ts'
import { useToast } from '../ui/toast.tsx'
import type { FeedView } from './feed-view.ts'
import * as messages from './messages.ts'

export const feedQuery = queryOptions<CompanyWithNews[]>({ queryKey: ['/api/news/feed'] })

export const companyNewsQuery = (companyId: number) =>
  queryOptions<News[]>({ queryKey: [`/api/companies/${companyId}/news`] })

type Refreshable = { id: number; name: string; website: string | null }

/** Asks for fresh news of one company or of all; the toasts tell how far it has come. */
export function useRefreshNews(rows: Refreshable[]) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (companies: Refreshable[]) => {
      const asked = companies.map(({ id, name, website }) => ({ id, name, website }))
      const answer = await api.request('POST', '/api/refresh-all-company-news-structured', {
        companies: asked,
      })
      return readRefresh(answer)
    },
    onMutate: (companies) => toast(messages.fetching(only(companies, rows))),
    onSuccess: ({ found, failed }, companies) => {
      const nothingWorked = found === 0 && failed > 0
      toast(nothingWorked ? messages.refreshFailed : messages.refreshed(only(companies, rows), failed))
      return queryClient.invalidateQueries({
        predicate: ({ queryKey }) => /news/.test(String(queryKey[0])),
      })
    },
    onError: () => toast(messages.refreshFailed),
  })

  const refresh = (company: FeedView['company']) => {
    if (isPending) return
    if (rows.length === 0) return toast(messages.noCompanies)
    const chosen = company === 'all' ? rows : rows.filter(({ id }) => id === company)
    if (chosen.length === 0) return toast(messages.unknownCompany)
    mutate(chosen)
  }
  return { refresh, isPending, refreshing: isPending ? variables.map(({ id }) => id) : [] }
}

const only = (companies: Refreshable[], rows: Refreshable[]) =>
  companies.length === 1 && rows.length > 1 ? companies[0]?.name : undefined

/** "news: an array (first item used), else the whole response" */
function readRefresh(answer: unknown): { found: number; failed: number } {
  const { news, failed } = (answer ?? {}) as { news?: unknown; failed?: unknown }
  return {
    found: Array.isArray(news) ? news.length : answer ? 1 : 0,
    failed: Array.isArray(failed) ? failed.length : 0,
  }
}

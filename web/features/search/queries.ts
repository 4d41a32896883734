import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { urlOf } from '#domain/endpoint.ts'
import type { NewView, SavedView } from '#domain/news/search.ts'
import { deleteView, listViews, saveView, searchNews } from '#domain/news/explore-endpoints.ts'
import { useApi, query } from '../../api/context.ts'
import { counted, formatNumber } from '../../ui/text.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import type { SearchFilter } from './search-view.ts'
import { failed, reasonOf } from '../../api/api-error.ts'

/** News arrives all the time, so a reopened search is refetched. */
const STALE_AFTER_MS = 30_000

/** Keeps the previous results while a new search loads. */
export function useSearch(filter: SearchFilter) {
  const api = useApi()
  const found = useInfiniteQuery({
    queryKey: [urlOf(searchNews), urlOf(searchNews, { query: filter })],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api.call(searchNews, { query: { ...filter, cursor: pageParam }, signal }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    staleTime: STALE_AFTER_MS,
  })
  return {
    hits: found.data?.pages.flatMap(({ hits }) => hits),
    error: found.error,
    refetch: found.refetch,
    isOld: found.isPlaceholderData,
    more: {
      isThere: found.hasNextPage,
      isFetching: found.isFetchingNextPage,
      hasFailed: found.isFetchNextPageError,
      fetch: found.fetchNextPage,
    },
  }
}

export const viewsQuery = query(listViews)
const VIEWS = viewsQuery.queryKey

export function useSaveView(onSaved: () => void) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (view: NewView) => api.call(saveView, { body: view }),
    onSuccess: (view) => {
      queryClient.setQueryData(VIEWS, (views) => views && byName([...views, view]))
      toast({ title: `View saved: ${view.name}` })
      onSaved()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: VIEWS }),
  })
}

export function useRemoveView() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SavedView) => api.call(deleteView, { params: { id } }),
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey: VIEWS })
      const before = queryClient.getQueryData(VIEWS)
      queryClient.setQueryData(VIEWS, (views) => views?.filter((view) => view.id !== id))
      return { before }
    },
    onSuccess: (_nothing, { name }) => toast({ title: `View removed: ${name}` }),
    onError: (error, { name }, context) => {
      queryClient.setQueryData(VIEWS, context?.before)
      toast(failed(`Could not remove the view ${name}`, reasonOf(error)))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: VIEWS }),
  })
}

const byName = (views: SavedView[]) => views.toSorted((a, b) => a.name.localeCompare(b.name))

export const resultsText = (count: number, hasMore: boolean) =>
  hasMore ? `The first ${formatNumber(count)} results` : counted(count, 'result', 'results')

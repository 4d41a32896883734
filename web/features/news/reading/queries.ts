import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { markAllRead, markRead, muteCompany } from '#domain/news/reading-endpoints.ts'
import type { MuteLength, NewsSummary, ReadStories } from '#domain/news/new-stories.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { attentionQuery, summaryQuery } from '../queries.ts'
import { createReadQueue } from './read-queue.ts'
import { steadySummary } from './steady-summary.ts'

const MARKS = ['new-marks']
const NO_MARKS: number[] = []

/** Everything that was new when this page first saw it, so that a mark doesn't vanish while the user is reading. */
export function useNewMarks(): ReadonlySet<number> {
  const queryClient = useQueryClient()
  const { data: summary } = useQuery(summaryQuery)
  const { data: marks } = useQuery({ queryKey: MARKS, queryFn: () => NO_MARKS, initialData: NO_MARKS, enabled: false })
  useEffect(() => {
    if (summary)
      queryClient.setQueryData<number[]>(MARKS, (known = NO_MARKS) => {
        const all = new Set([...known, ...summary.newRoots])
        return all.size === known.length ? known : [...all]
      })
  }, [queryClient, summary])
  return useMemo(() => new Set([...marks, ...(summary?.newRoots ?? [])]), [marks, summary])
}

const SHOWN = ['shown-summary']
const SAME_VISIT_MS = 30 * MINUTE_MS

/** What the panel shows outlives the panel, so that the stories are still there on the way back from one of them. */
export function useSteadySummary(latest: NewsSummary | undefined): NewsSummary | undefined {
  const queryClient = useQueryClient()
  const { data: before } = useQuery<NewsSummary | null>({
    queryKey: SHOWN,
    queryFn: () => null,
    enabled: false,
    gcTime: SAME_VISIT_MS,
  })
  const shown = useMemo(() => latest && steadySummary(before ?? undefined, latest), [before, latest])
  useEffect(() => {
    if (shown) queryClient.setQueryData(SHOWN, shown)
  }, [queryClient, shown])
  return shown
}

/** After the user has corrected what is shown. */
export const showOnlyNew = (queryClient: QueryClient) =>
  queryClient.setQueryData(SHOWN, queryClient.getQueryData(summaryQuery.queryKey) ?? null)

const enqueue = createReadQueue()

/** Batches the stories that were on screen. */
export function useMarkRead(): (stories: ReadStories['stories']) => void {
  const api = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    (stories) =>
      enqueue(stories, async (batch) => {
        await api.call(markRead, { body: { stories: batch } })
        await queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
      }),
    [api, queryClient],
  )
}

export function useMarkAllRead() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ asOf }: NewsSummary) => api.call(markAllRead, { body: { until: asOf } }),
    onSuccess: async () => {
      queryClient.setQueryData(MARKS, NO_MARKS)
      await queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
      showOnlyNew(queryClient)
    },
    onError: (error) => toast(failed('Nothing was marked as read', reasonOf(error))),
  })
}

const MUTED: Record<Exclude<MuteLength, null>, string> = {
  week: 'Muted for a week',
  month: 'Muted for a month',
  always: 'Muted',
}

export function useMute(company: { id: number; name: string }) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const mute = useMutation({
    mutationFn: (length: MuteLength) => api.call(muteCompany, { params: { id: company.id }, body: { for: length } }),
    onSuccess: (_nothing, length) => {
      if (length !== null)
        toast({
          title: `${company.name}: ${MUTED[length].toLowerCase()}`,
          description: 'Its stories stay here, but are not counted as new and not emailed.',
          action: { label: 'Undo', onSelect: () => mute.mutate(null) },
        })
      return Promise.all(
        [summaryQuery, attentionQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => toast(failed(`${company.name} was not muted`, reasonOf(error))),
  })
  return mute
}

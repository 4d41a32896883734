import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { markAllRead, markRead, muteCompany } from '#domain/news/reading-endpoints.ts'
import type { MuteLength, ReadStories } from '#domain/news/new-stories.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { summaryQuery, whatIsNew } from '../queries.ts'
import { showLatest } from '../morning/shown-morning.ts'
import { createReadQueue } from './read-queue.ts'

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

const enqueue = createReadQueue()

/** Batches the stories that were on screen. */
export function useMarkRead(): (stories: ReadStories['stories']) => void {
  const api = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    (stories) =>
      enqueue(stories, async (batch) => {
        await api.call(markRead, { body: { stories: batch } })
        await queryClient.invalidateQueries(whatIsNew)
      }),
    [api, queryClient],
  )
}

export function useMarkAllRead() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (asOf: string) => api.call(markAllRead, { body: { until: asOf } }),
    onSuccess: async () => {
      queryClient.setQueryData(MARKS, NO_MARKS)
      await queryClient.invalidateQueries(whatIsNew)
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
      return queryClient.invalidateQueries(whatIsNew).then(() => showLatest(queryClient))
    },
    onError: (error) => toast(failed(`Could not mute ${company.name}`, reasonOf(error))),
  })
  return mute
}

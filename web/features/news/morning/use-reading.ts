import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { markRead, markUnread } from '#domain/news/reading-endpoints.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { whatIsNew } from '../queries.ts'
import { useMarkAllRead } from '../reading/queries.ts'

const MARKED_HERE = ['marked-here']
const NONE: Marks = {}

/** By event. Undefined if the server's answer counts. */
type Marks = Readonly<Record<string, 'read' | 'unread' | undefined>>
type Event = Pick<MorningEvent, 'companyId' | 'id' | 'roots' | 'isNew'>

const keyOf = ({ companyId, id }: Event) => `${companyId} ${id}`

/** What the user marked as read here loses its dot at once; what was only on screen keeps it until the next visit. */
export function useReading() {
  const queryClient = useQueryClient()
  const { data: marks } = useQuery({ queryKey: MARKED_HERE, queryFn: () => NONE, initialData: NONE, enabled: false })
  const mark = useCallback(
    (events: Event[], as: Marks[string]) =>
      queryClient.setQueryData<Marks>(MARKED_HERE, (before = NONE) => ({
        ...before,
        ...Object.fromEntries(events.map((event) => [keyOf(event), as])),
      })),
    [queryClient],
  )
  return { isUnread: (event: Event) => (marks[keyOf(event)] ?? (event.isNew ? 'unread' : 'read')) === 'unread', mark }
}

export function useRead() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { isUnread, mark } = useReading()
  const { mutate } = useMutation({
    mutationFn: ({ event: { companyId, roots }, as }: { event: Event; as: 'read' | 'unread' }) =>
      api.call(as === 'read' ? markRead : markUnread, { body: { stories: [{ companyId, roots }] } }),
    onMutate: ({ event, as }) => mark([event], as),
    onSuccess: () => queryClient.invalidateQueries(whatIsNew),
    onError: (error, { event, as }) => {
      mark([event], as === 'read' ? 'unread' : 'read')
      toast(failed(`Could not mark it as ${as}`, reasonOf(error)))
    },
  })
  return {
    isUnread,
    read: (event: Event) => isUnread(event) && mutate({ event, as: 'read' }),
    toggle: (event: Event) => mutate({ event, as: isUnread(event) ? 'read' : 'unread' }),
  }
}

/** Marks everything up to the moment the list was loaded, so that what came later stays new. */
export function useReadAll(events: Event[], asOf: string) {
  const { isUnread, mark } = useReading()
  const { mutate, isPending } = useMarkAllRead()
  const unread = events.filter(isUnread)
  const readAll = () => {
    mark(unread, 'read')
    mutate(asOf, { onError: () => mark(unread, 'unread') })
  }
  return { readAll, isPending, hasUnread: unread.length > 0 }
}

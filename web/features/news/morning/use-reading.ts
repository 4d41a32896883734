import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { markRead } from '#domain/news/reading-endpoints.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { whatIsNew } from '../queries.ts'
import { useMarkAllRead } from '../reading/queries.ts'

const READ_HERE = ['read-here']
const NONE: string[] = []

type Event = Pick<MorningEvent, 'companyId' | 'id' | 'roots' | 'isNew'>

const keyOf = ({ companyId, id }: Event) => `${companyId} ${id}`

/** What the user marked as read here loses its dot at once; what was only on screen keeps it until the next visit. */
export function useReading() {
  const queryClient = useQueryClient()
  const { data } = useQuery({ queryKey: READ_HERE, queryFn: () => NONE, initialData: NONE, enabled: false })
  const setHere = useCallback(
    (change: (keys: string[]) => string[]) =>
      queryClient.setQueryData<string[]>(READ_HERE, (keys = NONE) => change(keys)),
    [queryClient],
  )
  return { isUnread: (event: Event) => event.isNew && !data.includes(keyOf(event)), setHere }
}

export function useRead() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { isUnread, setHere } = useReading()
  const { mutate } = useMutation({
    mutationFn: ({ companyId, roots }: Event) => api.call(markRead, { body: { stories: [{ companyId, roots }] } }),
    onMutate: (event) => setHere((keys) => [...keys, keyOf(event)]),
    onSuccess: () => queryClient.invalidateQueries(whatIsNew),
    onError: (error, event) => {
      setHere((keys) => keys.filter((key) => key !== keyOf(event)))
      toast(failed('Could not mark it as read', reasonOf(error)))
    },
  })
  return { isUnread, read: (event: Event) => isUnread(event) && mutate(event) }
}

/** Marks everything up to the moment the list was loaded, so that what came later stays new. */
export function useReadAll(events: Event[], asOf: string) {
  const { isUnread, setHere } = useReading()
  const { mutate, isPending } = useMarkAllRead()
  const unread = events.filter(isUnread)
  const readAll = () => {
    const keys = unread.map(keyOf)
    setHere((before) => [...before, ...keys])
    mutate(asOf, { onError: () => setHere((before) => before.filter((key) => !keys.includes(key))) })
  }
  return { readAll, isPending, hasUnread: unread.length > 0 }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFeed, createKey, listFeeds, listKeys, revokeFeed, revokeKey } from '#domain/integrations/endpoints.ts'
import type { NewFeed } from '#domain/integrations/feeds.ts'
import type { NewApiKey } from '#domain/integrations/keys.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'

export const keysQuery = query(listKeys)
export const feedsQuery = query(listFeeds)

export function useKeyChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listKeys))
  return {
    create: useMutation({ mutationFn: (key: NewApiKey) => api.call(createKey, { body: key }), onSettled }),
    revoke: useMutation({ mutationFn: (id: number) => api.call(revokeKey, { params: { id } }), onSettled }),
  }
}

export function useFeedChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listFeeds))
  return {
    create: useMutation({ mutationFn: (feed: NewFeed) => api.call(createFeed, { body: feed }), onSettled }),
    revoke: useMutation({ mutationFn: (id: number) => api.call(revokeFeed, { params: { id } }), onSettled }),
  }
}

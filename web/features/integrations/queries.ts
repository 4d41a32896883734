import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createFeed,
  createKey,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listFeeds,
  listKeys,
  listWebhooks,
  retryDelivery,
  revokeFeed,
  revokeKey,
  testWebhook,
} from '#domain/integrations/endpoints.ts'
import type { NewFeed } from '#domain/integrations/feeds.ts'
import type { NewApiKey } from '#domain/integrations/keys.ts'
import type { NewWebhook } from '#domain/integrations/webhooks.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'
import { useConfirmed } from '../auth/auth-provider.tsx'

export const keysQuery = query(listKeys)
export const feedsQuery = query(listFeeds)
export const webhooksQuery = query(listWebhooks)
export const deliveriesQuery = (id: number) => query(listDeliveries, { params: { id } })

export function useKeyChanges() {
  const api = useApi()
  const confirmed = useConfirmed()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listKeys))
  return {
    create: useMutation({
      mutationFn: (key: NewApiKey) => confirmed(() => api.call(createKey, { body: key })),
      onSettled,
    }),
    revoke: useMutation({ mutationFn: (id: number) => api.call(revokeKey, { params: { id } }), onSettled }),
  }
}

export function useFeedChanges() {
  const api = useApi()
  const confirmed = useConfirmed()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listFeeds))
  return {
    create: useMutation({
      mutationFn: (feed: NewFeed) => confirmed(() => api.call(createFeed, { body: feed })),
      onSettled,
    }),
    revoke: useMutation({ mutationFn: (id: number) => api.call(revokeFeed, { params: { id } }), onSettled }),
  }
}

type Delivery = { id: number; deliveryId: number }

export function useWebhookChanges() {
  const api = useApi()
  const confirmed = useConfirmed()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listWebhooks, listDeliveries))
  const params = (id: number) => ({ params: { id } })
  return {
    create: useMutation({
      mutationFn: (hook: NewWebhook) => confirmed(() => api.call(createWebhook, { body: hook })),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: number) => api.call(deleteWebhook, params(id)), onSettled }),
    test: useMutation({ mutationFn: (id: number) => api.call(testWebhook, params(id)), onSettled }),
    retry: useMutation({ mutationFn: (which: Delivery) => api.call(retryDelivery, { params: which }), onSettled }),
    enable: useMutation({ mutationFn: (id: number) => api.call(enableWebhook, params(id)), onSettled }),
  }
}

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
import { FEED_NOT_FOUND } from '#domain/integrations/feeds.ts'
import { KEY_NOT_FOUND } from '#domain/integrations/keys.ts'
import { DELIVERY_NOT_FOUND, WEBHOOK_NOT_FOUND } from '#domain/integrations/webhooks.ts'
import { createRoutes, pathId, route } from '../platform/http/route.ts'
import type { PrivateFeeds } from './feeds/feeds.ts'
import type { ApiKeys } from './keys.ts'
import type { Webhooks } from './webhooks/webhooks.ts'
import { RowIdText } from '#domain/row-id.ts'

export const keyRoutes = (keys: ApiKeys) =>
  createRoutes()
    .openapi(route(listKeys), async (c) => c.json(await keys.list(c.var.user.id), 200))
    .openapi(route(createKey), async (c) => c.json(await keys.create(c.var.user, c.req.valid('json')), 201))
    .openapi(route(revokeKey), async (c) => {
      await keys.revoke(c.var.user.id, pathId(RowIdText, c.req.param('id'), KEY_NOT_FOUND))
      return c.body(null, 204)
    })

export const privateFeedRoutes = (feeds: PrivateFeeds) =>
  createRoutes()
    .openapi(route(listFeeds), async (c) => c.json(await feeds.list(c.var.user.id), 200))
    .openapi(route(createFeed), async (c) => c.json(await feeds.create(c.var.user, c.req.valid('json')), 201))
    .openapi(route(revokeFeed), async (c) => {
      await feeds.revoke(c.var.user.id, pathId(RowIdText, c.req.param('id'), FEED_NOT_FOUND))
      return c.body(null, 204)
    })

const webhookId = (text: string) => pathId(RowIdText, text, WEBHOOK_NOT_FOUND)

export const outgoingWebhookRoutes = (webhooks: Webhooks) =>
  createRoutes()
    .openapi(route(listWebhooks), async (c) => c.json(await webhooks.list(c.var.user.id), 200))
    .openapi(route(createWebhook), async (c) => c.json(await webhooks.create(c.var.user, c.req.valid('json')), 201))
    .openapi(route(deleteWebhook), async (c) => {
      await webhooks.remove(c.var.user.id, webhookId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(testWebhook), async (c) => {
      await webhooks.test(c.var.user.id, webhookId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(enableWebhook), async (c) => {
      await webhooks.enable(c.var.user.id, webhookId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(retryDelivery), async (c) => {
      const deliveryId = pathId(RowIdText, c.req.param('deliveryId'), DELIVERY_NOT_FOUND)
      await webhooks.retry(c.var.user.id, webhookId(c.req.param('id')), deliveryId)
      return c.body(null, 204)
    })
    .openapi(route(listDeliveries), async (c) =>
      c.json(await webhooks.deliveries(c.var.user.id, webhookId(c.req.param('id'))), 200),
    )

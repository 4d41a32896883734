import {
  cancelSubscription,
  chargeSavedCard,
  getBilling,
  getBillingDetails,
  openPortal,
  quoteCheckout,
  quoteSwitch,
  receiveWebhook,
  resumeSubscription,
  saveBillingDetails,
  setUpCard,
  startChosenSubscription,
  startSubscription,
  switchPrice,
  verifyPayment,
} from '#domain/billing/endpoints.ts'
import { tellWhy } from '#domain/billing/churn.ts'
import { PortalRequest } from '#domain/billing/subscriptions.ts'
import { createRoutes, readInput, route } from '../platform/http/route.ts'
import { refuseClosed } from '../platform/http/session.ts'
import type { BillingFeature } from './billing.ts'
import type { WebhookHandler } from './webhooks.ts'

export const billingRoutes = (billing: BillingFeature) =>
  createRoutes()
    .openapi(route(startSubscription), async (c) => {
      refuseClosed(c.var.user.profile)
      return c.json(await billing.start(c.var.user.id, c.var.user.email), 200)
    })
    .openapi(route(startChosenSubscription), async (c) => {
      refuseClosed(c.var.user.profile)
      return c.json(await billing.start(c.var.user.id, c.var.user.email, c.req.valid('json')), 200)
    })
    .openapi(route(verifyPayment), async (c) =>
      c.json(await billing.verify(c.var.user.id, c.req.valid('json').subscriptionId), 200),
    )
    .openapi(route(getBilling), async (c) => c.json(await billing.overview(c.var.user.id), 200))
    .openapi(route(cancelSubscription), async (c) => c.json(await billing.cancel(c.var.user.id), 200))
    .openapi(route(tellWhy), async (c) => {
      await billing.tellWhy(c.var.user.id, c.req.valid('json').reason)
      return c.body(null, 204)
    })
    .openapi(route(resumeSubscription), async (c) => {
      refuseClosed(c.var.user.profile)
      return c.json(await billing.resume(c.var.user.id), 200)
    })
    .openapi(route(openPortal), async (c) => {
      // The body is optional, even if the headers announce one.
      const { flow } = readInput(PortalRequest, await c.req.json().catch(() => ({})))
      return c.json(await billing.portal(c.var.user.id, flow), 200)
    })
    .openapi(route(quoteCheckout), async (c) => {
      refuseClosed(c.var.user.profile)
      return c.json(await billing.quote(c.var.user.id, c.var.user.email, c.req.valid('json')), 200)
    })
    .openapi(route(quoteSwitch), async (c) =>
      c.json(await billing.quoteSwitch(c.var.user.id, c.req.valid('json').priceId), 200),
    )
    .openapi(route(switchPrice), async (c) => {
      refuseClosed(c.var.user.profile)
      return c.json(await billing.switchPrice(c.var.user.id, c.req.valid('json').priceId), 200)
    })
    .openapi(route(getBillingDetails), async (c) => c.json(await billing.details(c.var.user.id), 200))
    .openapi(route(saveBillingDetails), async (c) => {
      refuseClosed(c.var.user.profile)
      const details = c.req.valid('json')
      await billing.saveDetails(c.var.user.id, c.var.user.email, details)
      return c.json(details, 200)
    })
    .openapi(route(setUpCard), async (c) => c.json(await billing.startCard(c.var.user.id), 200))
    .openapi(route(chargeSavedCard), async (c) =>
      c.json(await billing.useCard(c.var.user.id, c.req.valid('json').setupIntentId), 200),
    )

export const webhookRoutes = (webhookHandler: WebhookHandler) =>
  createRoutes().openapi(route(receiveWebhook), async (c) => {
    await webhookHandler.receive(await c.req.text(), c.req.header('stripe-signature') ?? '', c.var.peer)
    return c.json({ received: true as const }, 200)
  })

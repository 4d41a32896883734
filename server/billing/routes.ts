import {
  Billing,
  CardSetup,
  PaymentToVerify,
  PortalAddress,
  PortalRequest,
  SavedCard,
  StartedSubscription,
  VerifiedPayment,
} from '#domain/billing/subscriptions.ts'
import { z } from 'zod'
import { createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import { refuseClosed } from '../platform/http/session.ts'
import type { BillingFeature } from './billing.ts'
import type { WebhookHandler } from './webhooks.ts'

const tags = ['Billing']

/** Subscribing and all about it: open to everybody who is signed in, also after the trial. */
export const billingRoutes = (billing: BillingFeature) =>
  createRoutes()
    .openapi(
      route('user', '/get-or-create-subscription', {
        method: 'post',
        tags,
        summary: 'The subscription that waits for your card, begun if there is none',
        description: 'Answers 409 when you have one that is paid for.',
        responses: { 200: json(StartedSubscription, 'What the card form needs') },
      }),
      async (c) => {
        refuseClosed(c.var.user.profile)
        return c.json(await billing.start(c.var.user.id, c.var.user.email), 200)
      },
    )
    .openapi(
      route('user', '/verify-payment-success', {
        method: 'post',
        tags,
        summary: 'Whether your subscription is paid, as the card provider says now',
        request: { body: jsonBody(PaymentToVerify) },
        responses: { 200: json(VerifiedPayment, 'No success yet means that it is pending') },
      }),
      async (c) => c.json(await billing.verify(c.var.user.id, c.req.valid('json').subscriptionId), 200),
    )
    .openapi(
      route('user', '/billing', {
        method: 'get',
        tags,
        summary: 'Your subscription, card and invoices',
        responses: { 200: json(Billing, 'As they are now') },
      }),
      async (c) => c.json(await billing.overview(c.var.user.id), 200),
    )
    .openapi(
      route('user', '/billing/cancel', {
        method: 'post',
        tags,
        summary: 'Cancel at the end of the period that is paid for',
        responses: { 200: json(Billing, 'As it is now') },
      }),
      async (c) => c.json(await billing.cancel(c.var.user.id), 200),
    )
    .openapi(
      route('user', '/billing/resume', {
        method: 'post',
        tags,
        summary: 'Take a cancellation back before it takes effect',
        responses: { 200: json(Billing, 'As it is now') },
      }),
      async (c) => {
        refuseClosed(c.var.user.profile)
        return c.json(await billing.resume(c.var.user.id), 200)
      },
    )
    .openapi(
      route('user', '/billing/portal', {
        method: 'post',
        tags,
        summary: 'An address of the card provider’s own pages, good for a short while',
        description: 'With `{"flow": "payment_method_update"}` it leads to the card straight away.',
        responses: { 200: json(PortalAddress, 'Where to go') },
      }),
      async (c) => {
        // A body is not needed here, and a header that announces one is no reason to refuse.
        const { flow } = PortalRequest.parse(await c.req.json().catch(() => ({})))
        return c.json(await billing.portal(c.var.user.id, flow), 200)
      },
    )
    .openapi(
      route('user', '/billing/card', {
        method: 'post',
        tags,
        summary: 'The secret with which your browser saves another card',
        responses: { 200: json(CardSetup, 'Nothing is charged by it') },
      }),
      async (c) => c.json(await billing.startCard(c.var.user.id), 200),
    )
    .openapi(
      route('user', '/billing/card/saved', {
        method: 'post',
        tags,
        summary: 'Pay with the card that was saved, from now on and what is open',
        request: { body: jsonBody(SavedCard) },
        responses: { 200: json(Billing, 'As it is now') },
      }),
      async (c) => c.json(await billing.useCard(c.var.user.id, c.req.valid('json').setupIntentId), 200),
    )

/** Where the card provider tells us what happened. Its signature over the raw body is what lets it in. */
export const webhookRoutes = (webhookHandler: WebhookHandler) =>
  createRoutes().openapi(
    route('public', '/webhooks/stripe', {
      method: 'post',
      tags,
      summary: 'For the card provider alone: signed events',
      responses: { 200: json(z.object({ received: z.literal(true) }), 'Kept') },
    }),
    async (c) => {
      await webhookHandler.receive(await c.req.text(), c.req.header('stripe-signature') ?? '', c.var.peer)
      return c.json({ received: true as const }, 200)
    },
  )

import { z } from 'zod'
import { Closing, RefundedPayment } from '#domain/admin.ts'
import { createRoutes, json, jsonBody, route } from '../http/route.ts'
import { actorOf } from './actor.ts'
import type { Admin } from './admin.ts'

const tags = ['Administration']
const request = { params: z.object({ id: z.string() }), body: jsonBody(Closing) }

/** What administrators do about somebody's subscription; each act has a reason, and is on record. */
export const subscriptionRoutes = ({ subscriptions }: Admin) =>
  createRoutes()
    .openapi(
      route('admin', '/admin/users/{id}/subscription/cancel', {
        method: 'post',
        tags,
        summary: 'Cancel a subscription at once',
        description:
          'Nothing is charged any more and an unpaid invoice is voided. Days that are paid for stay.',
        request,
        responses: { 204: { description: 'Canceled' } },
      }),
      async (c) => {
        await subscriptions.cancel(actorOf(c), c.req.param('id'), c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/users/{id}/subscription/refund', {
        method: 'post',
        tags,
        summary: 'Refund the last payment in full',
        description: 'The subscription and the access it gives do not change by it.',
        request,
        responses: { 200: json(RefundedPayment, 'What was refunded') },
      }),
      async (c) =>
        c.json(await subscriptions.refund(actorOf(c), c.req.param('id'), c.req.valid('json')), 200),
    )

import { SubscriptionRemoved, TrialDays, TrialSet } from '#domain/trial-test.ts'
import { createRoutes, json, jsonBody, route } from '../http/route.ts'
import type { TrialTest } from './trial-test.ts'

const tags = ['Developer pages']

/** The two calls of /trial-test. */
export const trialTestRoutes = (trialTest: TrialTest) =>
  createRoutes()
    .openapi(
      route('user', '/test/set-trial-days', {
        method: 'post',
        tags,
        summary: 'Let your own trial end in so many days',
        request: { body: jsonBody(TrialDays) },
        responses: { 200: json(TrialSet, 'When it ends now') },
      }),
      async (c) => c.json(await trialTest.setDays(c.var.user.id, c.req.valid('json').days), 200),
    )
    .openapi(
      route('user', '/test/remove-subscription', {
        method: 'post',
        tags,
        summary: 'End your own subscription at once',
        responses: { 200: json(SubscriptionRemoved, 'What was done') },
      }),
      async (c) => c.json(await trialTest.removeSubscription(c.var.user.id), 200),
    )

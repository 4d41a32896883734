import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { PRICE } from '#domain/account/plan.ts'
import { stripeReading } from './provider.ts'

test('customers and subscriptions use one idempotency key per attempt', async () => {
  const keys: Record<string, (string | null)[]> = {}
  const stripe = new Stripe('sk_test_tests', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const request = new Request(url, init)
      if (request.method === 'GET') return Response.json({ object: 'list', data: [], has_more: false })
      const { pathname } = new URL(request.url)
      const made = (keys[pathname] ??= [])
      made.push(request.headers.get('idempotency-key'))
      return Response.json({
        id: 'made_1',
        customer: 'cus_1',
        status: 'incomplete',
        items: { data: [] },
        metadata: {},
        created: 1,
        ended_at: null,
      })
    }),
  })
  const provider = stripeReading(stripe, {
    prices: [{ id: 'price_1', ...PRICE }],
    tax: null,
    webhookSecret: 'whsec_1',
    isLive: false,
    clock: () => new Date('2026-03-01T12:00:00Z'),
  })
  const start = (attempt: number) =>
    provider.startSubscription({
      userId: 'ada',
      customerId: 'cus_1',
      priceId: 'price_1',
      promotionId: null,
      attempt,
      firstChargeAt: null,
    })
  for (const userId of ['ada', 'ada', 'ben']) await provider.ensureCustomer({ userId, email: 'a@example.com' })
  for (const attempt of [0, 0, 1]) await start(attempt)
  const [customers, subscriptions] = [keys['/v1/customers'] ?? [], keys['/v1/subscriptions'] ?? []]
  expect(customers).toEqual(['cus:ada', 'cus:ada', 'cus:ben'])
  expect(subscriptions[0]).toMatch(/^sub:cus_1:price_1:0/)
  expect(subscriptions[1]).toBe(subscriptions[0])
  expect(subscriptions[2]).not.toBe(subscriptions[0])
})

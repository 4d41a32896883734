import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserCalls } from '../test-mode/browser-calls.ts'
import { createTestEngine, type TestEngine } from '../test-mode/engine.ts'
import { billingFixture, PLAN_PRICES, VISA, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { strictApi } from '../../testing/stripe/strict-api.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

const KEY = 'sk_test_ways'
const FAILURE = { error: { type: 'api_error', message: 'An unknown error occurred' } }

let now = START
let elsewhere: TestDatabase
let engine: TestEngine
let stripe: Stripe
let api: Awaited<ReturnType<typeof strictApi>>
let app: TestApp
let fixture: BillingFixture
let ada: TestUser
/** Calls that fail. Like the provider, the stub replays a failure, even a 500, for the same idempotency key. */
let failing: Set<string>
let failed: Set<string | null>
let isDown = false
let unknown: Set<string>
let asked: string[]

async function answer(request: Request): Promise<Response> {
  const call = `${request.method} ${new URL(request.url).pathname.replace(/_\w+$/, '')}`
  asked.push(call)
  if (unknown.has(call)) return Response.json({ error: { type: 'invalid_request_error' } }, { status: 404 })
  const key = request.headers.get('idempotency-key')
  if (failing.delete(call)) failed.add(key)
  if (isDown || (key && failed.has(key))) return Response.json(FAILURE, { status: 500 })
  return engine.fetch(request)
}

beforeAll(async () => {
  elsewhere = await testDatabase()
  engine = createTestEngine({
    prices: PLAN_PRICES,
    database: elsewhere,
    clock: () => now,
    queue: { enqueue: async () => {} },
    pages: 'http://provider.example',
    apiVersion: Stripe.API_VERSION,
  })
  stripe = new Stripe(KEY, {
    httpClient: Stripe.createFetchHttpClient((input, init) => engine.fetch(new Request(input, init))),
  })
  api = await strictApi(KEY, answer)
  failing = failed = unknown = new Set()
  asked = []
  app = await testApp({
    environment: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_ways',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PRICE_ID: 'price_premium_monthly',
      STRIPE_API_BASE: api.url,
    },
  })
  fixture = billingFixture(app)
})
afterAll(async () => {
  await api.close()
  await elsewhere.close()
})
beforeEach(async () => {
  app.time.now = now = START
  failing = new Set()
  failed = new Set()
  unknown = new Set()
  ada = await fixture.signUpExpired()
})

const begin = async () => (await ada.send('POST', '/api/get-or-create-subscription')).status

async function subscribe(): Promise<string> {
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await browserCalls(engine).request(`/v1/payment_intents/${clientSecret?.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret ?? '', payment_method: VISA }).toString(),
  })
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
  return subscriptionId
}

const customerOf = async () => String((await fixture.snapshot(ada))?.customer_id)

test('"Portal cancel may set `cancel_at` instead": resuming clears it, too', async () => {
  const id = await subscribe()
  const { items } = await stripe.subscriptions.retrieve(id)
  const end = items.data[0]?.current_period_end ?? 0
  await stripe.subscriptions.update(id, { cancel_at: end })
  await fixture.verify(ada, id)
  expect(await fixture.billing(ada)).toMatchObject({ cancelAt: new Date(end * 1000).toISOString() })
  const resumed = await ada.send('POST', '/api/billing/resume')
  expect([resumed.status, await resumed.json()]).toMatchObject([200, { status: 'active', cancelAt: null }])
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
  })
})

test('a customer deleted at the provider is replaced at the next payment', async () => {
  await subscribe()
  const gone = await customerOf()
  await stripe.customers.del(gone)
  await subscribe()
  expect(await customerOf()).not.toBe(gone)
  expect(await fixture.profile(ada)).toMatchObject({
    stripeCustomerId: await customerOf(),
    entitlement: { reason: 'paid' },
  })
})

test.each(['POST /v1/customers', 'POST /v1/subscriptions'])(
  '"replay includes 500s": %s fails, then succeeds once under another key',
  async (call) => {
    failing = new Set([call])
    asked = []
    expect(await begin()).toBe(200)
    expect(asked.filter((one) => one === call).length).toBeGreaterThan(1)
    expect(await begin()).toBe(200)
    expect((await stripe.customers.list({ email: ada.email })).data).toHaveLength(1)
    const made = await stripe.subscriptions.list({ customer: await customerOf(), status: 'all' })
    expect(made.data).toHaveLength(1)
  },
)

test('calls during an outage are retried later without duplicates', async () => {
  isDown = true
  expect(await begin()).toBe(503)
  isDown = false
  expect(await begin()).toBe(200)
  expect((await stripe.customers.list({ email: ada.email })).data).toHaveLength(1)
})

test('a customer is created even if the mock cannot list customers', async () => {
  unknown = new Set(['GET /v1/customers'])
  expect(await begin()).toBe(200)
})

test('"immediate `cancel()` […] for account deletion", even if the customer cannot be deleted', async () => {
  const id = await subscribe()
  unknown = new Set(['DELETE /v1/customers/cus'])
  expect((await ada.send('DELETE', '/api/account', { password: '' })).status).toBe(204)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
})

test.each(['.', '..', 'a/b', '../customers', 'sub_1?expand', '%2e'])(
  'subscription id %j is not found, without calling the provider',
  async (subscriptionId) => {
    await begin()
    asked = []
    const response = await ada.send('POST', '/api/verify-payment-success', { subscriptionId })
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }])
    expect(asked).toEqual([])
  },
)

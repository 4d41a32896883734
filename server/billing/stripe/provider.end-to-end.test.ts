import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserCalls } from '../test-mode/browser-calls.ts'
import { createTestEngine, type TestEngine } from '../test-mode/engine.ts'
import { billingFixture, confirmAt, PLAN_PRICES, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { callName, callsWrittenIn } from '../../testing/stripe/calls-in-code.ts'
import { strictApi } from '../../testing/stripe/strict-api.ts'
import { smallSite } from '../../testing/files/built-site.ts'
import { START, testApp, type TestApp } from '../../testing/test-app.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { addMethod } from '../../auth/embedded/sessions/sessions.ts'
import { DAY_MS } from '#domain/time.ts'

const YEARLY = { id: 'price_yearly', cents: 4900, currency: 'usd', interval: 'year' } as const
const KEY = 'sk_test_stand_in'
const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

const ENVIRONMENT = {
  STRIPE_SECRET_KEY: KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_PRICE_ID: 'price_premium_monthly',
}

let now = START
let isDown = false
let elsewhere: TestDatabase
let engine: TestEngine
let api: Awaited<ReturnType<typeof strictApi>>
let app: TestApp
let fixture: BillingFixture

beforeAll(async () => {
  elsewhere = await testDatabase()
  engine = createTestEngine({
    prices: [...PLAN_PRICES, YEARLY],
    database: elsewhere,
    clock: () => now,
    queue: { enqueue: async () => {} },
    pages: 'http://provider.example',
    apiVersion: Stripe.API_VERSION,
  })
  api = await strictApi(KEY, (request) => (isDown ? new Response('{}', { status: 503 }) : engine.fetch(request)))
  app = await testApp({
    webRoot: smallSite(),
    environment: {
      ...ENVIRONMENT,
      STRIPE_API_BASE: api.url,
      PRICES: 'price_yearly=49 usd/year',
      PROMOTION_CODES: 'on',
      ADMIN_EMAILS: 'boss@example.com',
    },
  })
  fixture = billingFixture(app)
})
afterAll(async () => {
  await api.close()
  await elsewhere.close()
})

const confirmThere = (secret: string | null, card: string) => confirmAt(browserCalls(engine), secret, card)

const askThere = (path: string, fields: Record<string, string>) =>
  engine.fetch(new Request(`http://provider.example/v1/${path}`, { method: 'POST', body: new URLSearchParams(fields) }))

function sendEvent(event: { id: string; type: string; data: { object: object } }, secret = WEBHOOK_SECRET) {
  const payload = JSON.stringify({ object: 'event', livemode: false, created: 1, ...event })
  const timestamp = Math.floor(now.getTime() / 1000)
  return app.request('/api/webhooks/stripe', {
    method: 'POST',
    headers: {
      'stripe-signature': new Stripe(KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    body: payload,
  })
}

test('every request the product can send is covered and valid in the pinned API version', async () => {
  let ada = await fixture.signUpExpired()
  const ok = async (path: string, body?: object) => {
    const response = await ada.send('POST', `/api/${path}`, body)
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Record<string, unknown>
  }
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await confirmThere(clientSecret, 'pm_card_chargeCustomerFail')
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
  expect(await fixture.reason(ada)).toBe('paid')
  let eve = await app.signUp()
  const free = await fixture.start(eve)
  await confirmThere(free.clientSecret, 'pm_card_chargeCustomerFail')
  expect(await fixture.verify(eve, free.subscriptionId)).toBe(true)
  for (const path of ['billing/cancel', 'billing/resume', 'billing/portal']) await ok(path)
  await askThere(`subscriptions/${subscriptionId}`, {
    cancel_at: String(START.getTime() / 1000 + 9 * 86_400),
  })
  expect(await ok('billing/resume')).toMatchObject({ cancelAt: null })
  await ok('billing/portal', { flow: 'payment_method_update' })

  await fixture.start(await app.signUp(), { promotionCode: 'TWOOFF' })
  const checkout = { priceId: 'price_yearly', promotionCode: 'HALF' }
  expect(await ok('billing/quote', { priceId: 'price_yearly' })).toMatchObject({ dueCents: 4900 })
  const cyd = await fixture.signUpExpired()
  const half = await cyd.send('POST', '/api/billing/quote', checkout)
  expect(await half.json()).toMatchObject({ dueCents: 2450, discountCents: 2450, discount: { percentOff: 50 } })
  await confirmThere((await fixture.start(cyd, checkout)).clientSecret, 'pm_card_visa')
  expect(await ok('billing/switch/quote', { priceId: 'price_yearly' })).toMatchObject({ dueCents: 4401 })
  expect((await cyd.send('POST', '/api/billing/switch/quote', checkout)).status).toBe(200)
  expect((await cyd.send('POST', '/api/billing/switch', { priceId: 'price_premium_monthly' })).status).toBe(200)
  expect((await fixture.billing(cyd)).plan).toMatchObject({ interval: 'month' })

  app.time.now = now = new Date(START.getTime() + 15 * DAY_MS)
  eve = await fixture.renewed(eve)
  await engine.advanceTime()
  const ended = await eve.send('POST', '/api/billing/cancel')
  expect(await ended.json()).toMatchObject({ status: 'canceled', invoices: [{ status: 'void' }] })

  app.time.now = now = new Date(START.getTime() + 32 * DAY_MS)
  ada = await fixture.renewed(ada)
  await engine.advanceTime()
  await app.runJob('billing.reconcile', {})
  expect(await fixture.reason(ada)).toBe('paid-grace')
  const { clientSecret: setup } = await ok('billing/card')
  await confirmThere(String(setup), 'pm_card_amex')
  const setupIntentId = String(setup).split('_secret_')[0]
  expect(await ok('billing/card/saved', { setupIntentId })).toMatchObject({
    status: 'active',
    card: { brand: 'amex' },
    invoices: [{ status: 'paid' }, { status: 'paid' }],
  })

  const boss = await app.signUp('boss@example.com')
  const refunded = await boss.send('POST', `/api/admin/users/${ada.id}/subscription/refund`, { reason: 'x' })
  expect(refunded.status).toBe(200)

  const customer = (await fixture.snapshot(ada))?.customer_id
  await app.database.query('delete from subscriptions where user_id = $1', [ada.id])
  await sendEvent({ id: 'evt_ada', type: 'invoice.paid', data: { object: { object: 'invoice', customer } } })
  expect(await fixture.reason(ada)).toBe('paid')

  const taxed = await testApp({ environment: { ...ENVIRONMENT, STRIPE_API_BASE: api.url, TAX: 'exclusive' } })
  const dan = await taxed.signUp()
  const details = {
    country: 'DE',
    postalCode: '10115',
    state: '',
    city: 'Berlin',
    line1: 'Weg 1',
    name: 'Dan',
    taxId: '',
  }
  const german = { ...details, state: 'Berlin', taxId: 'DE123456789' }
  for (const given of [german, details]) {
    const saved = await dan.send('PUT', '/api/billing/details', given)
    expect([saved.status, api.seen.filter(({ problems }) => problems.length > 0)]).toEqual([200, []])
    expect(await (await dan.get('/api/billing/details')).json()).toEqual(given)
  }

  await ok('test/remove-subscription')
  expect(await fixture.reason(ada)).toBe('expired')
  await app.database.asSystem((queries) => addMethod(queries, ada.sessionId, 'magiclink', now))
  expect((await ada.send('DELETE', '/api/account', { password: '' })).status).toBe(204)

  expect(api.seen.filter(({ problems, status }) => problems.length > 0 || status !== 200)).toEqual([])
  const written = await Promise.all(
    ['provider.ts', 'changes.ts', 'offers.ts', 'details.ts'].map((file) =>
      callsWrittenIn(fileURLToPath(new URL(`./${file}`, import.meta.url))),
    ),
  )
  expect(new Set(api.seen.map(callName))).toEqual(new Set(written.flatMap((calls) => [...calls])))
})

test("webhooks must be signed with the operator's secret", async () => {
  const event = { id: 'evt_1', type: 'x', data: { object: {} } }
  expect((await sendEvent(event)).status).toBe(200)
  expect((await sendEvent(event, 'whsec_of_somebody')).status).toBe(400)
})

test('the calls and pages of test mode are disabled', async () => {
  for (const path of ['v1/payment_intents/pi_1/confirm', 'portal/bps_1/cancel']) {
    const response = await app.request(`/test-payments/${path}`, { method: 'POST' })
    expect([path, response.status]).toEqual([path, 404])
  }
  await fixture.start(await app.signUp())
  expect(await elsewhere.query('select 1 from test_objects limit 1')).toHaveLength(1)
  expect(await app.database.query('select 1 from test_objects')).toEqual([])
})

test('"payment origins only on /subscribe and /profile/billing"', async () => {
  const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/subscribe', '/profile/billing']) {
    const policy = await policyOf(path)
    expect(policy).toContain(`script-src 'self' 'sha256-abc=' https://js.stripe.com https://*.js.stripe.com;`)
    expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).not.toMatch(/unsafe/)
  }
  for (const path of ['/', '/dashboard', '/profile', '/subscribe/x', '/api/config', '/healthz'])
    expect(await policyOf(path)).not.toContain('stripe')
})

test('in test mode no page refers to the provider', async () => {
  const embedded = await testApp({ webRoot: smallSite() })
  const { headers } = await embedded.request('/subscribe')
  expect(headers.get('content-security-policy')).not.toContain('stripe')
})

test('with the provider down, only payments fail', async () => {
  const ada = await app.signUp()
  isDown = true
  const response = await ada.send('POST', '/api/get-or-create-subscription')
  expect([response.status, await response.json()]).toMatchObject([
    503,
    {
      code: 'unavailable',
      message: 'The payment service cannot be reached right now. Please try again in a minute.',
    },
  ])
  expect((await ada.get('/api/companies')).status).toBe(200)
  expect((await ada.get('/api/billing')).status).toBe(200)
  isDown = false
  expect((await fixture.start(ada)).clientSecret).toMatch(/^seti_/)
})

test('the billing page reads stored invoices without calling the provider', async () => {
  const ada = await fixture.signUpExpired()
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await confirmThere(clientSecret, 'pm_card_visa')
  await fixture.verify(ada, subscriptionId)
  isDown = true
  const calls = api.seen.length
  const billing = await fixture.billing(ada)
  expect(api.seen).toHaveLength(calls)
  isDown = false
  expect(billing).toMatchObject({
    status: 'active',
    invoices: [{ status: 'paid', amountCents: 499, currency: 'usd', number: expect.any(String) }],
  })
  expect(billing.invoices?.[0]?.url).toMatch(/^http/)
  expect(billing.invoices?.[0]?.pdfUrl).toMatch(/^http/)

  const ben = await app.signUp()
  const rows = (as: string) =>
    app.database.asUser(as, async (queries) => (await queries.execute('select id from invoices')).rows)
  expect([(await rows(ada.id)).length, (await rows(ben.id)).length]).toEqual([1, 0])
  const forged = app.database.asUser(ada.id, (queries) => queries.execute('delete from invoices'))
  await expect(forged.catch((error: Error) => String(error.cause))).resolves.toMatch(/permission denied/)
})

test('the hourly reconciliation stores older invoices, including those of former customers', async () => {
  const ada = await fixture.signUpExpired()
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await confirmThere(clientSecret, 'pm_card_visa')
  await fixture.verify(ada, subscriptionId)
  expect((await ada.send('POST', '/api/test/remove-subscription')).status).toBe(200)
  await app.database.query('delete from invoices where user_id = $1', [ada.id])
  await app.database.query('update subscriptions set invoices_synced_at = null where user_id = $1', [ada.id])
  expect((await fixture.billing(ada)).invoices).toHaveLength(1)
  await app.runJob('billing.reconcile', {})
  isDown = true
  expect((await fixture.billing(ada)).invoices).toHaveLength(1)
  isDown = false
})

test('a webhook alone marks an invoice as void', async () => {
  const ada = await fixture.signUpExpired()
  const { subscriptionId } = await fixture.start(ada)
  expect((await fixture.billing(ada)).invoices).toMatchObject([{ status: 'open' }])
  await engine.fetch(new Request(`http://provider.example/v1/subscriptions/${subscriptionId}`, { method: 'DELETE' }))
  const customer = (await fixture.snapshot(ada))?.customer_id
  await sendEvent({
    id: 'evt_void',
    type: 'invoice.voided',
    data: { object: { object: 'invoice', customer } },
  })
  expect((await fixture.billing(ada)).invoices).toMatchObject([{ status: 'void' }])
})

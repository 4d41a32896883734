import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserCalls } from '../adapters/payments/test-engine/browser-calls.ts'
import { createTestEngine, type TestEngine } from '../adapters/payments/test-engine/engine.ts'
import { billingScene, type BillingScene } from '../testing/billing-scene.ts'
import { loopbackSite } from '../testing/loopback-site.ts'
import { smallSite } from '../testing/small-site.ts'
import { START, testApp, type TestApp } from '../testing/test-app.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'

const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

/** Every request that reached the provider's address, and what it was answered. */
const asked: { method: string; path: string; version: unknown; key: unknown; status: number }[] = []
let isDown = false
let elsewhere: TestDatabase
let engine: TestEngine
let site: Awaited<ReturnType<typeof loopbackSite>>
let app: TestApp
let scene: BillingScene

/** Somebody else's service on this machine, with a database of its own, by the address that the operator names. */
beforeAll(async () => {
  elsewhere = await testDatabase()
  engine = createTestEngine({
    database: elsewhere,
    clock: () => START,
    queue: { enqueue: async () => {} },
    pages: 'http://provider.example',
    apiVersion: Stripe.API_VERSION,
  })
  site = await loopbackSite((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void (async () => {
        const body = Buffer.concat(chunks).toString()
        const { method = 'GET', url = '/' } = request
        const key = request.headers['idempotency-key']
        const answer = isDown
          ? new Response('{}', { status: 503 })
          : await engine.fetch(
              new Request(new URL(url, 'http://provider.example'), {
                method,
                headers: key ? { 'idempotency-key': String(key) } : {},
                ...(method === 'POST' ? { body } : {}),
              }),
            )
        const { headers } = request
        asked.push({
          method,
          path: url.replace(/\?.*/, ''),
          version: headers['stripe-version'],
          key: headers.authorization,
          status: answer.status,
        })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })()
    })
  })
  app = await testApp({
    webRoot: smallSite(),
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_ID: 'price_premium_monthly',
      STRIPE_API_BASE: site.url,
    },
  })
  scene = billingScene(app)
})
afterAll(async () => {
  await site.close()
  await elsewhere.close()
})

const confirmThere = (secret: string | null, card: string) =>
  browserCalls(engine).request(
    `/v1/${secret?.startsWith('seti') ? 'setup' : 'payment'}_intents/${secret?.split('_secret_')[0]}/confirm`,
    {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret ?? '', payment_method: card }).toString(),
    },
  )

test('every call goes to the named address, in the pinned version, with the key, and none is refused', async () => {
  const ada = await app.signUp()
  const { subscriptionId, clientSecret } = await scene.start(ada)
  await confirmThere(clientSecret, 'pm_card_visa')
  expect(await scene.verify(ada, subscriptionId)).toBe(true)
  expect(await scene.reason(ada)).toBe('paid')
  for (const path of ['cancel', 'resume', 'portal'])
    expect((await ada.send('POST', `/api/billing/${path}`)).status).toBe(200)
  const { clientSecret: setup } = (await (await ada.send('POST', '/api/billing/card')).json()) as {
    clientSecret: string
  }
  await confirmThere(setup, 'pm_card_amex')
  const saved = await ada.send('POST', '/api/billing/card/saved', {
    setupIntentId: setup.split('_secret_')[0],
  })
  expect(await saved.json()).toMatchObject({ card: { brand: 'amex' } })
  await app.runJob('billing.reconcile', {})

  expect(new Set(asked.map(({ method, path }) => `${method} ${path.replace(/_\w{24}/, '_')}`))).toEqual(
    new Set([
      'GET /v1/prices/price_premium_monthly',
      'GET /v1/customers',
      'POST /v1/customers',
      'GET /v1/subscriptions',
      'POST /v1/subscriptions',
      'GET /v1/subscriptions/sub_',
      'POST /v1/subscriptions/sub_',
      'GET /v1/invoices',
      'POST /v1/billing_portal/sessions',
      'POST /v1/setup_intents',
      'GET /v1/setup_intents/seti_',
      'POST /v1/customers/cus_',
      'GET /v1/events',
    ]),
  )
  expect(asked.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(asked.map(({ version }) => version))).toEqual(new Set([Stripe.API_VERSION]))
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['Bearer sk_test_stand_in']))
})

test('the webhook is signed with the operator’s secret', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    livemode: false,
    created: 1,
    type: 'x',
    data: { object: {} },
  })
  const timestamp = START.getTime() / 1000
  const send = (secret: string) =>
    app.request('/api/webhooks/stripe', {
      method: 'POST',
      headers: {
        'stripe-signature': new Stripe('sk_test_x').webhooks.generateTestHeaderString({
          payload,
          secret,
          timestamp,
        }),
      },
      body: payload,
    })
  expect((await send(WEBHOOK_SECRET)).status).toBe(200)
  expect((await send('whsec_of_somebody')).status).toBe(400)
})

test('no test mode: neither its calls nor its pages answer', async () => {
  for (const path of ['v1/payment_intents/pi_1/confirm', 'portal/bps_1/cancel']) {
    const response = await app.request(`/test-payments/${path}`, { method: 'POST' })
    expect([path, response.status]).toEqual([path, 404])
  }
  expect(await elsewhere.query(`select 1 from test_objects where type = 'subscription'`)).toHaveLength(1)
  expect(await app.database.query('select 1 from test_objects')).toEqual([])
})

test('WH-03: "payment origins only on /subscribe and /profile/billing"', async () => {
  const policyOf = async (path: string) =>
    (await app.request(path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/subscribe', '/profile/billing']) {
    const policy = await policyOf(path)
    expect(policy).toContain(`script-src 'self' 'sha256-abc=' https://js.stripe.com https://*.js.stripe.com;`)
    expect(policy).toContain(
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
    )
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).not.toMatch(/unsafe/)
  }
  for (const path of ['/', '/dashboard', '/profile', '/subscribe/x', '/api/config', '/healthz'])
    expect(await policyOf(path)).not.toContain('stripe')
})

test('WH-04: in test mode no page knows the provider', async () => {
  const embedded = await testApp({ webRoot: smallSite() })
  const { headers } = await embedded.request('/subscribe')
  expect(headers.get('content-security-policy')).not.toContain('stripe')
})

test('DU-05: the provider is down: paying says so, everything else goes on', async () => {
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
  expect((await scene.start(ada)).clientSecret).toMatch(/^pi_/)
})

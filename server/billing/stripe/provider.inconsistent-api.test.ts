import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingFixture, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { forgetfulApi, type Habits } from '../../testing/stripe/forgetful-api.ts'
import { strictApi } from '../../testing/stripe/strict-api.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const KEY = 'sk_test_forgetful'

let habits: Habits
let api: Awaited<ReturnType<typeof strictApi>>
let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  api = await strictApi(
    KEY,
    forgetfulApi(() => habits),
  )
  habits = { ids: 'new', lists: 'foreign', echoes: true }
  app = await testApp({
    environment: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_forgetful',
      STRIPE_WEBHOOK_SECRET: 'whsec_forgetful',
      STRIPE_PRICE_ID: 'price_premium_monthly',
      STRIPE_API_BASE: api.url,
    },
  })
  fixture = billingFixture(app)
})
afterAll(() => api.close())
beforeEach(async () => {
  await app.database.query('delete from subscriptions')
  ada = await fixture.signUpExpired()
})

async function everything(user: TestUser): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const send = async (path: string, body?: object) => {
    answers[path] = (await user.send('POST', `/api/${path}`, body)).status
  }
  await send('get-or-create-subscription')
  await send('verify-payment-success', { subscriptionId: 'sub_fixture' })
  for (const path of ['billing/cancel', 'billing/resume', 'billing/portal', 'billing/card']) await send(path)
  await send('billing/card/saved', { setupIntentId: 'seti_fixture' })
  await send('test/remove-subscription')
  answers.billing = (await user.get('/api/billing')).status
  await app.database.query(`update subscriptions set synced_at = '2026-01-01'`)
  await app.runJob('billing.reconcile', {})
  expect(app.logged.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  expect(api.seen.filter(({ status }) => status !== 200)).toEqual([])
  return answers
}

test('a price mismatch only logs a warning', () => {
  expect(app.logged.join()).toContain('the provider would charge something else')
})

test('another customer’s subscriptions grant no access', async () => {
  habits = { ids: 'new', lists: 'foreign', echoes: true }
  expect(await everything(ada)).toEqual({
    'get-or-create-subscription': 200,
    'verify-payment-success': 404,
    'billing/cancel': 409,
    'billing/resume': 409,
    'billing/portal': 200,
    'billing/card': 200,
    'billing/card/saved': 404,
    'test/remove-subscription': 200,
    billing: 200,
  })
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await fixture.snapshot(ada)).toMatchObject({ subscription_id: null, status: null })
})

test('a subscription reported for a customer counts for that customer only', async () => {
  habits = { ids: 'new', lists: 'asked', echoes: true }
  expect(await everything(ada)).toMatchObject({ 'get-or-create-subscription': 409, 'billing/cancel': 200 })
  expect(await fixture.reason(ada)).toBe('paid')
  const eve = await app.signUp()
  expect(await everything(eve)).toMatchObject({ 'get-or-create-subscription': 503, billing: 200 })
  expect([await fixture.reason(ada), await fixture.reason(eve)]).toEqual(['paid', 'trial'])
  expect(await fixture.snapshot(eve)).toMatchObject({ subscription_id: null, status: null })
})

test('a customer is never assigned to two users', async () => {
  habits = { ids: 'same', lists: 'foreign', echoes: true }
  await everything(ada)
  const before = await fixture.snapshot(ada)
  expect(before).toMatchObject({ customer_id: 'cus_fixture', status: 'active' })
  const eve = await app.signUp()
  const started = await eve.send('POST', '/api/get-or-create-subscription')
  expect([started.status, await started.json()]).toMatchObject([503, { code: 'unavailable' }])
  expect(await everything(eve)).toMatchObject({ 'billing/portal': 409, 'verify-payment-success': 404 })
  expect(await fixture.snapshot(eve)).toBeUndefined()
  expect(await fixture.snapshot(ada)).toMatchObject({ customer_id: 'cus_fixture', status: 'active' })
})

test("the secret of another customer's subscription is not returned", async () => {
  const confirmation_secret = { client_secret: 'pi_x_secret_y', type: 'payment_intent' }
  habits = {
    ids: 'new',
    lists: 'foreign',
    echoes: false,
    subscription: { status: 'incomplete', latest_invoice: { status: 'open', confirmation_secret } },
  }
  const started = await ada.send('POST', '/api/get-or-create-subscription')
  expect([started.status, await started.json()]).toMatchObject([503, { message: 'Failed to create subscription' }])
})

test.each<[what: string, subscription: object]>([
  ['a status that we do not know', { status: 'sleeping' }],
  ['nothing in it', { items: { object: 'list', data: [] } }],
  ['no period, as in versions before ours', { items: { data: [{ price: { id: 'price_fixture' } }] } }],
  ['no invoice', { status: 'incomplete', latest_invoice: null }],
  ['an invoice that was not expanded', { status: 'incomplete', latest_invoice: 'in_fixture' }],
  ['no secret', { status: 'incomplete', latest_invoice: { status: 'open', confirmation_secret: null } }],
])('a subscription with %s breaks nothing and grants no access', async (_what, subscription) => {
  habits = { ids: 'new', lists: 'asked', echoes: true, subscription }
  const answers = await everything(ada)
  expect(Object.values(answers)).not.toContain(500)
  expect(await fixture.reason(ada)).toBe('expired')
  expect((await ada.send('DELETE', '/api/account', { password: '' })).status).toBe(204)
})

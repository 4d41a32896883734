import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CardSetup } from '#domain/billing/subscriptions.ts'
import type { Delivery } from './test-mode/webhook-delivery.ts'
import { billingFixture, VISA, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

const DECLINED = 'pm_card_visa_chargeDeclined'
const FAILS_LATER = 'pm_card_chargeCustomerFail'
const ASKS = 'pm_card_authenticationRequiredOnSetup'

let app: TestApp
let fixture: BillingFixture
let ada: TestUser
let arrange: (batch: Delivery[]) => Delivery[]

beforeAll(async () => {
  app = await testApp({ webhooks: { arrange: (batch) => arrange(batch) } })
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  arrange = (batch) => batch
  ada = await fixture.signUpExpired()
})

const ofCustomer = async (type: string) =>
  (await fixture.objects(type)).filter(
    ({ doc }) => (doc as { metadata?: { userId?: string } }).metadata?.userId === ada.id,
  )

test('an unpaid subscription has an id but grants no access', async () => {
  const { subscriptionId } = await fixture.start(ada)
  expect(await fixture.snapshot(ada)).toMatchObject({ subscription_id: subscriptionId, status: 'incomplete' })
  expect(await fixture.profile(ada)).toMatchObject({
    stripeSubscriptionId: null,
    subscriptionStatus: 'expired',
    entitlement: { reason: 'expired' },
  })
})

test('verification alone activates the subscription when every event is lost', async () => {
  arrange = () => []
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  expect(await fixture.verify(ada, subscriptionId)).toBe(false)
  await fixture.confirm(clientSecret, VISA)
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
  expect(await fixture.profile(ada)).toMatchObject({
    stripeSubscriptionId: subscriptionId,
    subscriptionStatus: 'active',
    entitlement: { reason: 'paid', renewsAt: '2026-04-01T12:00:00.000Z' },
  })
})

test.each([
  ['in order', (batch: Delivery[]) => batch],
  ['in reverse', (batch: Delivery[]) => batch.toReversed()],
  ['each three times', (batch: Delivery[]) => [...batch, ...batch, ...batch]],
])('webhooks alone activate the subscription, delivered %s', async (_, arranged) => {
  arrange = arranged
  const { clientSecret } = await fixture.start(ada)
  await fixture.confirm(clientSecret, VISA)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a webhook after verification changes nothing', async () => {
  arrange = () => []
  await fixture.subscribe(ada)
  const verified = await fixture.snapshot(ada)
  arrange = (batch) => batch
  app.time.now = new Date(START.getTime() + 60_000)
  await app.runJob('payments.deliver', {})
  const later = { synced_at: app.time.now, invoices_synced_at: app.time.now }
  const heard = 'select 1 from webhook_events where customer_id = $1 and processed_at is not null'
  expect((await app.database.query(heard, [verified?.customer_id])).length).toBeGreaterThan(2)
  expect(await fixture.snapshot(ada)).toMatchObject({ ...verified, ...later })
})

test('50 parallel calls create one customer and one subscription', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => fixture.start(ada)))
  expect(new Set(all.map(({ subscriptionId }) => subscriptionId)).size).toBe(1)
  expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  expect(await ofCustomer('customer')).toHaveLength(1)
  expect(await ofCustomer('subscription')).toHaveLength(1)
})

test('a customer created before a database failure is found by the next call', async () => {
  await fixture.start(ada)
  await app.database.query('delete from subscriptions where user_id = $1', [ada.id])
  // The provider forgets idempotency keys after a day.
  await app.database.query('delete from test_idempotency')
  const again = await fixture.start(ada)
  expect(await ofCustomer('customer')).toHaveLength(1)
  expect(await ofCustomer('subscription')).toMatchObject([{ id: again.subscriptionId }])
})

test('a subscription created before a database failure is found by the next call', async () => {
  arrange = () => []
  await app.database.query(`alter table subscriptions add constraint refuse check (attempts = 0) not valid`)
  const failed = await ada.send('POST', '/api/get-or-create-subscription')
  await app.database.query('alter table subscriptions drop constraint refuse')
  expect(failed.status).toBe(500)
  const [made] = await ofCustomer('subscription')
  const { subscriptionId } = await fixture.start(ada)
  expect(subscriptionId).toBe(made?.id)
  expect(await ofCustomer('customer')).toHaveLength(1)
  expect(await ofCustomer('subscription')).toHaveLength(1)
})

test('after a declined card, another one pays with the same secret', async () => {
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  const declined = await fixture.confirm(clientSecret, DECLINED)
  expect([declined.status, await declined.json()]).toEqual([
    402,
    {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      },
    },
  ])
  expect(await fixture.verify(ada, subscriptionId)).toBe(false)
  expect(await fixture.start(ada)).toEqual({ subscriptionId, clientSecret })
  await fixture.confirm(clientSecret, VISA)
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
})

test('a declined card is reported as such even if the result cannot be stored', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  arrange = () => []
  ada = await fixture.pass(ada, 31 * DAY_MS)
  const { clientSecret } = CardSetup.parse(await (await ada.send('POST', '/api/billing/card')).json())
  await fixture.confirm(clientSecret, FAILS_LATER)
  await app.database.query('alter table subscriptions add constraint refuse check (false) not valid')
  const setupIntentId = clientSecret.split('_secret_')[0]
  const saved = await ada.send('POST', '/api/billing/card/saved', { setupIntentId })
  await app.database.query('alter table subscriptions drop constraint refuse')
  expect([saved.status, await saved.json()]).toMatchObject([400, { message: 'Your card was declined.' }])
  expect(app.logged.findLast((line) => line.includes('failed to sync after a failed card change'))).toContain(ada.id)
})

test('3-D Secure fails, then succeeds, on the same secret', async () => {
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  expect(await (await fixture.confirm(clientSecret, ASKS)).json()).toMatchObject({
    status: 'requires_action',
  })
  const failed = await fixture.authenticate(clientSecret, 'fail')
  expect(await failed.json()).toMatchObject({ error: { code: 'payment_intent_authentication_failure' } })
  expect(await fixture.verify(ada, subscriptionId)).toBe(false)
  await fixture.confirm(clientSecret, ASKS)
  expect(await (await fixture.authenticate(clientSecret, 'succeed')).json()).toMatchObject({
    status: 'succeeded',
  })
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
})

test('an abandoned subscription expires after 23 hours; the next attempt creates a new one', async () => {
  const first = await fixture.start(ada)
  const customer = (await fixture.snapshot(ada))?.customer_id
  ada = await fixture.pass(ada, 23 * HOUR_MS)
  expect(await fixture.snapshot(ada)).toMatchObject({ status: 'incomplete_expired' })
  expect((await fixture.confirm(first.clientSecret, VISA)).status).toBe(400)
  const second = await fixture.start(ada)
  expect(second.subscriptionId).not.toBe(first.subscriptionId)
  expect((await fixture.snapshot(ada))?.customer_id).toBe(customer)
  await fixture.confirm(second.clientSecret, VISA)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a second subscription is refused while one is active', async () => {
  await fixture.subscribe(ada)
  const response = await ada.send('POST', '/api/get-or-create-subscription')
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: 'conflict', message: 'You already have an active subscription.' },
  ])
})

test("another user's subscription id is answered like an unknown one", async () => {
  const eve = await app.signUp()
  const paid = await fixture.subscribe(ada)
  await fixture.start(eve)
  const before = await fixture.snapshot(eve)
  const answers = []
  for (const subscriptionId of [paid, 'sub_never'])
    answers.push(await eve.send('POST', '/api/verify-payment-success', { subscriptionId }))
  const texts = await Promise.all(
    answers.map(async (answer) => (await answer.text()).replace(/"requestId":"[^"]+"/, '')),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(texts[0]).toBe(texts[1])
  expect(await fixture.snapshot(eve)).toEqual(before)
  expect(await fixture.reason(eve)).toBe('trial')
})

test('price and amount from the client are ignored', async () => {
  await ada.send('POST', '/api/get-or-create-subscription', { price: 'price_free', amount: 1 })
  const [subscription] = await ofCustomer('subscription')
  expect(subscription?.doc).toMatchObject({
    items: {
      data: [{ price: { unit_amount: 499, currency: 'usd', recurring: { interval: 'month' } } }],
    },
  })
})

test('card testing: at most ten subscriptions can be started per day', async () => {
  const { subscriptionId } = await fixture.start(ada)
  await app.database.query(
    `insert into test_objects select o.id || n, type, customer_id, created_at, doc || jsonb_build_object('id', o.id || n)
     from test_objects o, generate_series(1, 9) n where o.id = $1`,
    [subscriptionId],
  )
  await app.database.query(
    `update test_objects set doc = doc || '{"status":"incomplete_expired","ended_at":1}' where id like $1`,
    [`${subscriptionId}%`],
  )
  const response = await ada.send('POST', '/api/get-or-create-subscription')
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '86400'])
})

test('unauthenticated calls are 401, and users with an expired trial can pay', async () => {
  expect((await app.request('/api/get-or-create-subscription', { method: 'POST' })).status).toBe(401)
  app.time.now = new Date(START.getTime() + 20 * DAY_MS)
  ada = await fixture.renewed(ada)
  expect(await fixture.reason(ada)).toBe('expired')
  await fixture.subscribe(ada)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('card numbers are never stored or logged', async () => {
  const number = '4242424242424242'
  const { clientSecret } = await fixture.start(ada)
  const path = `payment_intents/${clientSecret?.split('_secret_')[0]}/confirm`
  const fields = { client_secret: clientSecret ?? '', 'payment_method_data[card][number]': number }
  expect((await fixture.form(path, fields)).status).toBe(200)
  expect(app.logged.filter((line) => line.includes(number))).toEqual([])
  for (const table of ['test_objects', 'test_outbox', 'test_idempotency', 'webhook_events'])
    expect(await app.database.query(`select 1 from ${table} t where t::text like $1`, [`%${number}%`])).toEqual([])
})

test('a card number that is not a test card is rejected', async () => {
  const { clientSecret } = await fixture.start(ada)
  const path = `payment_intents/${clientSecret?.split('_secret_')[0]}/confirm`
  const fields = {
    client_secret: clientSecret ?? '',
    'payment_method_data[card][number]': '4111111111111111',
  }
  const response = await fixture.form(path, fields)
  expect([response.status, await response.json()]).toMatchObject([
    402,
    { error: { code: 'incorrect_number', message: 'Your card number is incorrect.' } },
  ])
})

test('an entitlement change notifies only the pages of that user', async () => {
  const notified: string[] = []
  const stop = await app.database.listen(['tidings_entitlement'], {
    onPayload: (_topic, userId) => notified.push(userId),
  })
  await fixture.subscribe(ada)
  await app.database.query(`select pg_notify('tidings_entitlement', 'end')`)
  await expect.poll(() => notified.at(-1)).toBe('end')
  await stop()
  expect(new Set(notified)).toEqual(new Set([ada.id, 'end']))
})

test.each([
  ['v1/payment_intents/%00', 401],
  ['invoices/%00?key=%00', 404],
  ['portal/%00', 404],
])('test mode answers %s, which nothing is called, with %i', async (path, status) => {
  expect((await app.request(`/test-payments/${path}`)).status).toBe(status)
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import Stripe from 'stripe'
import { billingFixture, VISA, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

const stripe = new Stripe('sk_test_tests')
const NOW = START.getTime() / 1000

let app: TestApp
let fixture: BillingFixture
let secret: string
let ada: TestUser
let customer: string
let serial = 0

beforeAll(async () => {
  app = await testApp({ webhooks: { arrange: () => [] } })
  fixture = billingFixture(app)
  const [row] = await app.database.query(`select doc from test_objects where id = 'webhook_secret'`)
  secret = String((row?.doc as { secret?: string } | undefined)?.secret)
})
beforeEach(async () => {
  app.time.now = START
  ada = await fixture.signUpExpired()
  const { clientSecret } = await fixture.start(ada)
  customer = String((await fixture.snapshot(ada))?.customer_id)
  await fixture.confirm(clientSecret, VISA)
})

const eventOf = (type: string, more: object = {}) =>
  JSON.stringify({
    id: `evt_${(serial += 1)}`,
    object: 'event',
    type,
    created: NOW,
    livemode: false,
    data: { object: { id: 'sub_told', object: 'subscription', customer, status: 'whatever' } },
    ...more,
  })

const signed = (payload: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW, ...options })

const post = (payload: string, signature?: string) =>
  app.request('/api/webhooks/stripe', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
    body: payload,
  })

const sendEvent = (payload: string) => post(payload, signed(payload))
const kept = () => app.database.query('select id from webhook_events where customer_id = $1', [customer])

test('a valid signature is accepted; the state comes from the provider, not the payload', async () => {
  const response = await sendEvent(eventOf('customer.subscription.updated'))
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  expect(await fixture.reason(ada)).toBe('paid')
})

test('several v1 signatures are accepted if one is valid', async () => {
  const payload = eventOf('invoice.paid')
  const [time, own] = signed(payload).split(',')
  expect((await post(payload, `${time},v1=${'0'.repeat(64)},${own}`)).status).toBe(200)
})

test.each<[string, (payload: string) => Promise<Response>]>([
  ['a wrong secret', (payload) => post(payload, signed(payload, { secret: 'whsec_anotherone' }))],
  ['no header', (payload) => post(payload)],
  ['an empty header', (payload) => post(payload, '')],
  ['two headers', (payload) => post(payload, `${signed(payload)}, ${signed(payload)}`)],
  ['v0 alone', (payload) => post(payload, signed(payload, { scheme: 'v0' }))],
  ['no time', (payload) => post(payload, signed(payload).replace(/^t=\d+,/, ''))],
  ['a body written anew', (payload) => post(JSON.stringify(JSON.parse(payload), null, 1), signed(payload))],
  ['a body changed', (payload) => post(payload.replace('whatever', 'active'), signed(payload))],
  ['301 seconds old', (payload) => post(payload, signed(payload, { timestamp: NOW - 301 }))],
  ['301 seconds ahead', (payload) => post(payload, signed(payload, { timestamp: NOW + 301 }))],
  ['of the other mode', () => sendEvent(eventOf('invoice.paid', { livemode: true }))],
  ['no event at all', () => sendEvent('{"object":"customer"}')],
  ['no JSON', () => sendEvent('not json')],
])('a webhook is rejected with 400 and not stored: %s', async (_, send) => {
  const response = await send(eventOf('invoice.paid'))
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad-request' }])
  expect(await kept()).toEqual([])
  expect(await fixture.reason(ada)).toBe('expired')
})

test('a bad signature is logged with the peer and counted; an invalid signed payload is not', async () => {
  const counted = async () =>
    Number(/^webhook_bad_signatures_total (\d+)$/m.exec(await (await app.request('/metrics')).text())?.[1])
  const before = await counted()
  const payload = eventOf('invoice.paid')
  expect((await post(payload, signed(payload, { secret: 'whsec_anotherone' }))).status).toBe(400)
  expect((await post(payload)).status).toBe(400)
  expect(await counted()).toBe(before + 2)
  const events = app.logged.filter((line) => line.includes('"event":"webhook.bad_signature"'))
  expect(JSON.parse(events.at(-1) ?? '{}')).toMatchObject({ level: 'warn', peer: '127.0.0.1' })
  expect((await sendEvent('not json')).status).toBe(400)
  expect(await counted()).toBe(before + 2)
})

test.each([
  { id: 7 },
  { id: 'evt_\u0000' },
  { created: 'yesterday' },
  { data: null },
  { data: { object: { object: 'invoice', customer: 7 } } },
])('a signed webhook with wrong types is 400: %j', async (wrong) => {
  const response = await sendEvent(eventOf('invoice.paid', wrong))
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'bad-request', message: 'The event could not be read' },
  ])
})

test('a processed event is not processed again', async () => {
  const payload = eventOf('invoice.paid')
  const { id } = JSON.parse(payload) as { id: string }
  await sendEvent(payload)
  const row = () => app.database.query('select attempts, processed_at from webhook_events where id = $1', [id])
  const once = await row()
  await app.runJob('billing.event', { id })
  expect(await row()).toEqual(once)
})

test('an empty secret verifies nothing', async () => {
  const payload = eventOf('invoice.paid')
  const { createHmac } = await import('node:crypto')
  const forged = createHmac('sha256', '').update(`${NOW}.${payload}`).digest('hex')
  expect((await post(payload, `t=${NOW},v1=${forged}`)).status).toBe(400)
})

test.each([NOW - 299, NOW + 299])('a webhook signed at %i is in time', async (timestamp) => {
  const payload = eventOf('invoice.paid')
  expect((await post(payload, signed(payload, { timestamp }))).status).toBe(200)
})

test('an event sent a hundred times at once takes effect once and is always 200', async () => {
  const payload = eventOf('invoice.paid')
  const answers = await Promise.all(Array.from({ length: 100 }, () => sendEvent(payload)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(
    await app.database.query('select attempts, error from webhook_events where customer_id = $1', [customer]),
  ).toEqual([{ attempts: 1, error: null }])
  expect(await fixture.reason(ada)).toBe('paid')
  app.time.now = new Date(START.getTime() + 3 * DAY_MS)
  const later = app.time.now.getTime() / 1000
  expect((await post(payload, signed(payload, { timestamp: later }))).status).toBe(200)
  expect(await kept()).toHaveLength(1)
})

const orders = ['created', 'updated', 'paid', 'deleted'].flatMap((a, _, all) =>
  all
    .filter((b) => b !== a)
    .flatMap((b) =>
      all.filter((c) => c !== a && c !== b).map((c) => [a, b, c, all.find((d) => ![a, b, c].includes(d))!]),
    ),
)

test('all 24 orders of created, updated, invoice.paid and deleted end in the same state', async () => {
  expect(orders).toHaveLength(24)
  for (const order of orders) {
    await app.database.query('update subscriptions set status = null, current_period_end = null')
    for (const name of order)
      await sendEvent(eventOf(name === 'paid' ? 'invoice.paid' : `customer.subscription.${name}`))
    expect(await fixture.snapshot(ada)).toMatchObject({ status: 'active' })
  }
})

test('unknown types, versions and customers are 200 and change nothing', async () => {
  for (const payload of [
    eventOf('customer.tax_id.created'),
    eventOf('something.new', { api_version: '2031-01-01.zinnia' }),
    eventOf('invoice.paid', { data: { object: { object: 'invoice', customer: 'cus_of_nobody' } } }),
    eventOf('invoice.paid', { data: { object: { object: 'invoice', customer: null } } }),
  ])
    expect((await sendEvent(payload)).status).toBe(200)
  expect(await fixture.reason(ada)).toBe('expired')
})

test('refunds and disputes alone do not revoke access', async () => {
  await sendEvent(eventOf('invoice.paid'))
  for (const type of ['charge.refunded', 'charge.dispute.created'])
    expect((await sendEvent(eventOf(type))).status).toBe(200)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a failed event is neither lost nor processed twice', async () => {
  const payload = eventOf('invoice.paid')
  const { id } = JSON.parse(payload) as { id: string }
  await app.database.query('alter table test_objects rename to test_objects_away')
  await expect(sendEvent(payload)).rejects.toThrow()
  await app.database.query('alter table test_objects_away rename to test_objects')
  const [failed] = await app.database.query('select * from webhook_events where id = $1', [id])
  expect(failed).toMatchObject({ processed_at: null, attempts: 1, error: expect.any(String) })
  expect(await fixture.reason(ada)).toBe('expired')
  expect((await sendEvent(payload)).status).toBe(200)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('an event that is not redelivered is processed by the hourly reconciliation', async () => {
  const payload = eventOf('invoice.paid')
  await app.database.query('alter table test_objects rename to test_objects_away')
  await expect(sendEvent(payload)).rejects.toThrow()
  await app.database.query('alter table test_objects_away rename to test_objects')
  app.time.now = new Date(START.getTime() + 10 * MINUTE_MS)
  await app.runJob('billing.reconcile', {})
  expect(await fixture.reason(ada)).toBe('paid')
  expect(
    await app.database.query('select 1 from webhook_events where processed_at is null and customer_id = $1', [
      customer,
    ]),
  ).toEqual([])
})

test('without any event, the hourly reconciliation finds the change', async () => {
  app.time.now = new Date(START.getTime() + HOUR_MS)
  await app.runJob('billing.reconcile', {})
  expect(await fixture.reason(await fixture.renewed(ada))).toBe('paid')
})

test('an event about an unknown customer links that customer to its user', async () => {
  await app.database.query('delete from subscriptions where user_id = $1', [ada.id])
  await sendEvent(eventOf('invoice.paid'))
  expect(await fixture.snapshot(ada)).toMatchObject({ customer_id: customer, status: 'active' })
})

test('a second subscription is ended by the hourly reconciliation, and logged once that has worked', async () => {
  await sendEvent(eventOf('invoice.paid'))
  const id = String((await fixture.snapshot(ada))?.subscription_id)
  await app.database.query(
    `insert into test_objects select 'sub_second', type, customer_id, created_at - interval '1 day',
       doc || '{"id":"sub_second"}' || jsonb_build_object('created', (doc ->> 'created')::int - 86400) from test_objects where id = $1`,
    [id],
  )
  const logged = (text: string) => app.logged.filter((line) => line.includes(text))
  app.logged.length = 0
  await app.database.query(
    `alter table test_objects add constraint refuse check (id <> 'sub_second' or doc ->> 'status' <> 'canceled') not valid`,
  )
  app.time.now = new Date(START.getTime() + HOUR_MS)
  await app.runJob('billing.reconcile', {})
  await app.database.query('alter table test_objects drop constraint refuse')
  const whose = `"user":"${ada.id}","customer":"${customer}"`
  expect(logged('billing.second_subscription')).toEqual([])
  expect(logged('failed to reconcile')).toContainEqual(expect.stringContaining(whose))
  app.time.now = new Date(START.getTime() + 2 * HOUR_MS)
  await app.runJob('billing.reconcile', {})
  expect(logged('billing.second_subscription')).toEqual([expect.stringContaining(whose)])
  const states = await app.database.query(
    `select id, doc ->> 'status' as status from test_objects where type = 'subscription' and customer_id = $1 order by id = $2`,
    [customer, id],
  )
  expect(states).toEqual([
    { id: 'sub_second', status: 'canceled' },
    { id, status: 'active' },
  ])
})

test('subscriptions beyond what one reconciliation reads are logged as left for the next', async () => {
  const isLogged = () => app.logged.some((line) => line.includes('billing.reconcile_limit'))
  await app.runJob('billing.reconcile', {})
  expect(isLogged()).toBe(false)
  await app.database.query(
    `with made as (insert into users (id, email, trial_ends_at, created_at) select gen_random_uuid(), '', $1::timestamptz, $1 from generate_series(1, 501) returning id)
     insert into subscriptions (user_id, customer_id, synced_at) select id, 'cus_' || id, $1 from made`,
    [START],
  )
  app.time.now = new Date(START.getTime() + HOUR_MS)
  // Reading each of them would take too long here.
  await app.database.query('alter table test_objects rename to test_objects_away')
  await app.runJob('billing.reconcile', {})
  await app.database.query('alter table test_objects_away rename to test_objects')
  expect(isLogged()).toBe(true)
})

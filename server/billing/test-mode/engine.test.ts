import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createTestEngine, type TestEngine } from './engine.ts'
import { PLAN_PRICES } from '../../testing/fixtures/billing-fixture.ts'
import { API_VERSION } from './objects.ts'
import { monthsAfter } from './prices.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

let database: TestDatabase
let engine: TestEngine
let stripe: Stripe

beforeAll(async () => {
  database = await testDatabase()
  engine = createTestEngine({
    prices: PLAN_PRICES,
    database,
    clock: () => NOW,
    queue: { enqueue: async () => {} },
    pages: 'http://localhost:3000/test-payments',
    apiVersion: API_VERSION,
  })
  stripe = new Stripe('sk_test_embedded', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((input, init) => engine.fetch(new Request(input, init))),
  })
})
afterAll(() => database.close())

const newCustomer = () => stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u' } })
const subscribe = (customer: string, more: Partial<Stripe.SubscriptionCreateParams> = {}, key?: string) =>
  stripe.subscriptions.create(
    {
      customer,
      items: [{ price: 'price_premium_monthly' }],
      payment_behavior: 'default_incomplete',
      ...more,
    },
    key ? { idempotencyKey: key } : {},
  )

test('the real SDK receives objects in the shape of the pinned API version', async () => {
  const { id } = await newCustomer()
  const made = await subscribe(id, { expand: ['latest_invoice.confirmation_secret'] })
  const invoice = made.latest_invoice as Stripe.Invoice
  expect(made).toMatchObject({ object: 'subscription', status: 'incomplete', customer: id })
  expect(made.items.data[0]).toMatchObject({
    current_period_start: NOW.getTime() / 1000,
    current_period_end: monthsAfter(NOW, 1).getTime() / 1000,
  })
  expect(invoice).toMatchObject({ status: 'open', total: 499, billing_reason: 'subscription_create' })
  expect(invoice.confirmation_secret).toMatchObject({
    type: 'payment_intent',
    client_secret: expect.stringMatching(/^pi_\w{24}_secret_\w{24}$/),
  })
  expect(invoice.parent?.subscription_details?.subscription).toBe(made.id)
  expect('payment_intent' in invoice).toBe(false)
})

test('a secret is returned only when expanded', async () => {
  const { id } = await newCustomer()
  const made = await subscribe(id)
  expect(made.latest_invoice).toMatch(/^in_/)
})

test.each<[string, () => Promise<unknown>, object]>([
  [
    'an unknown parameter',
    async () => subscribe((await newCustomer()).id, { payment_behaviour: 'x' } as object),
    { type: 'StripeInvalidRequestError', statusCode: 400, code: 'parameter_unknown' },
  ],
  [
    'a mistyped payment_behavior',
    async () => subscribe((await newCustomer()).id, { payment_behavior: 'default_incomplet' }),
    { type: 'StripeInvalidRequestError', statusCode: 400 },
  ],
  [
    'a mistyped expand',
    async () => subscribe((await newCustomer()).id, { expand: ['latest_invoice.payment_intent'] }),
    { type: 'StripeInvalidRequestError', statusCode: 400 },
  ],
  [
    'another price',
    async () => subscribe((await newCustomer()).id, { items: [{ price: 'price_free' }] }),
    { statusCode: 404, code: 'resource_missing' },
  ],
  [
    'nobody’s subscription',
    () => stripe.subscriptions.retrieve('sub_none'),
    { statusCode: 404, code: 'resource_missing' },
  ],
  ['a call it does not know', () => stripe.coupons.list(), { type: 'StripeInvalidRequestError', statusCode: 404 }],
  [
    'the parameter that the pinned version has removed',
    async () =>
      stripe.setupIntents.create({
        customer: (await newCustomer()).id,
        payment_method_types: ['card'],
      } as object),
    { statusCode: 400 },
  ],
])('%s is refused as the provider would refuse it', async (_, call, error) => {
  await expect(call()).rejects.toMatchObject(error)
})

test('a refused call stores nothing', async () => {
  const { id } = await newCustomer()
  await expect(subscribe(id, { expand: ['nonsense'] })).rejects.toThrow()
  expect((await stripe.subscriptions.list({ customer: id, status: 'all' })).data).toEqual([])
})

test('an idempotency key replays the response and rejects other parameters', async () => {
  const { id } = await newCustomer()
  const all = await Promise.all(Array.from({ length: 8 }, () => subscribe(id, {}, `key-${id}`)))
  expect(new Set(all.map((made) => made.id)).size).toBe(1)
  await expect(subscribe(id, { metadata: { a: 'b' } }, `key-${id}`)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('deleting a customer removes their personal data', async () => {
  const { id } = await stripe.customers.create({
    email: 'gone@example.com',
    metadata: { userId: 'gone-user' },
  })
  await subscribe(id, { metadata: { userId: 'gone-user' } }, 'sub:gone')
  await stripe.customers.del(id)
  for (const table of ['test_objects', 'test_outbox', 'test_idempotency'])
    expect(
      await database.query(`select 1 from ${table} t where t::text like any ($1)`, [
        ['%gone@example.com%', '%gone-user%'],
      ]),
    ).toEqual([])
  await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('the webhook secret is created once and shared by all processes', async () => {
  const secrets = await Promise.all([engine.webhookSecret(), engine.webhookSecret()])
  expect(secrets[0]).toMatch(/^whsec_[0-9a-f]{48}$/)
  expect(secrets[1]).toBe(secrets[0])
})

test.each([
  ['2026-01-31T08:00:00Z', 1, '2026-02-28T08:00:00.000Z'],
  ['2026-01-31T08:00:00Z', 2, '2026-03-31T08:00:00.000Z'],
  ['2028-01-31T08:00:00Z', 1, '2028-02-29T08:00:00.000Z'],
  ['2026-12-15T23:59:59Z', 1, '2027-01-15T23:59:59.000Z'],
])('%s plus %i month(s) is %s', (anchor, months, expected) => {
  expect(monthsAfter(new Date(anchor), months).toISOString()).toBe(expected)
})

test('events use the API version of the SDK', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION)
})

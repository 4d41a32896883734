import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Quote } from '#domain/billing/checkout.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { PublicConfig } from '#domain/public-config.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { billingFixture, VISA, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

const MONTHLY = 'price_premium_monthly'
const FAILS_LATER = 'pm_card_chargeCustomerFail'

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  app = await testApp({
    environment: { PRICES: 'yearly=49.00 usd/year, plus=9.99 usd/month, euro=4.50 eur/month', PROMOTION_CODES: 'on' },
  })
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await fixture.signUpExpired()
})

const own = async (type: string) =>
  (await fixture.objects(type)).filter(
    ({ doc }) => (doc as { metadata?: { userId?: string } }).metadata?.userId === ada.id,
  )
const switchTo = (priceId: string) => ada.send('POST', '/api/billing/switch', { priceId })
const quoted = async (path: string, body: object) => Quote.parse(await (await ada.send('POST', path, body)).json())
const amounts = async () => (await fixture.billing(ada)).invoices?.map(({ amountCents }) => amountCents)
const problem = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]

/** Halfway through March, which has 31 days. */
async function passHalf() {
  ada = await fixture.pass(ada, (31 * DAY_MS) / 2)
}

test('the browser is told the prices, the default first', async () => {
  const { offers, price } = PublicConfig.parse(await (await app.request('/api/config')).json())
  expect(price).toEqual({ cents: 499, currency: 'usd', interval: 'month' })
  expect(offers?.prices.map(({ id, cents }) => [id, cents])).toEqual([
    [MONTHLY, 499],
    ['yearly', 4900],
    ['plus', 999],
    ['euro', 450],
  ])
})

test.each([
  [{ priceId: MONTHLY }],
  [{ priceId: 'yearly' }],
  [{ priceId: 'euro' }],
  [{ priceId: MONTHLY, promotionCode: 'HALF3' }],
  [{ priceId: 'yearly', promotionCode: 'twooff' }],
  [{ priceId: MONTHLY, promotionCode: 'FIRSTFREE' }],
])('50 parallel calls for %j create one customer and one subscription', async (wanted) => {
  const calls = Array.from({ length: 50 }, () => ada.send('POST', '/api/billing/subscribe', wanted))
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
  // Without anything to pay, the first call already subscribes.
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await own('customer')).toHaveLength(1)
  expect(await own('subscription')).toHaveLength(1)
})

test('tabs that ask for different prices at once leave one unpaid subscription, which is paid once', async () => {
  const prices = [MONTHLY, 'yearly', 'plus', 'euro']
  await Promise.all(Array.from({ length: 8 }, (_, index) => fixture.start(ada, { priceId: prices[index % 4] ?? '' })))
  const live = (await own('subscription')).filter(({ doc }) => (doc as { ended_at: unknown }).ended_at === null)
  expect(live).toHaveLength(1)
  app.time.now = new Date(START.getTime() + 25 * HOUR_MS)
  ada = await fixture.renewed(ada)
  await fixture.subscribe(ada, VISA, { priceId: 'yearly' })
  expect(await amounts()).toContain(4900)
  expect((await fixture.billing(ada)).invoices?.filter(({ status }) => status === 'paid')).toHaveLength(1)
})

test('a yearly subscription renews after a year, and every text has its price', async () => {
  await fixture.subscribe(ada, VISA, { priceId: 'yearly' })
  expect(await fixture.billing(ada)).toMatchObject({
    plan: { name: 'Premium', amountCents: 4900, currency: 'usd', interval: 'year' },
    currentPeriodEnd: '2027-03-01T12:00:00.000Z',
  })
  expect(await fixture.profile(ada)).toMatchObject({ price: { cents: 4900, currency: 'usd', interval: 'year' } })
  ada = await fixture.pass(ada, 366 * DAY_MS)
  expect(await amounts()).toEqual([4900, 4900])
  expect(await fixture.reason(ada)).toBe('paid')
})

test("the plan's price is not repeated in the profile", async () => {
  await fixture.subscribe(ada)
  expect(await fixture.profile(ada)).not.toHaveProperty('price')
})

test('switching to a year charges it, less the unused days, once for 50 parallel clicks', async () => {
  await fixture.subscribe(ada)
  await passHalf()
  const quote = await quoted('/api/billing/switch/quote', { priceId: 'yearly' })
  expect(quote).toMatchObject({ totalCents: 4650, dueCents: 4650 })
  const clicks = await Promise.all(Array.from({ length: 50 }, () => switchTo('yearly')))
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await amounts()).toEqual([quote.dueCents, 499])
  expect(await own('subscription')).toHaveLength(1)
  expect(await fixture.billing(ada)).toMatchObject({
    plan: { amountCents: 4900, interval: 'year' },
    currentPeriodEnd: '2027-03-17T00:00:00.000Z',
  })
})

test('switching back to a month credits the rest of the year, which pays the next months', async () => {
  await fixture.subscribe(ada, VISA, { priceId: 'yearly' })
  ada = await fixture.pass(ada, 73 * DAY_MS)
  expect(await quoted('/api/billing/switch/quote', { priceId: MONTHLY })).toMatchObject({
    totalCents: 499 - 3920,
    dueCents: 499 - 3920,
  })
  expect((await switchTo(MONTHLY)).status).toBe(200)
  // 39.20 dollars were left, which is seven months and 4.27 dollars.
  for (let month = 0; month < 7; month += 1) ada = await fixture.pass(ada, 31 * DAY_MS)
  const intents = (await fixture.objects('payment_intent')).map(
    ({ doc }) => doc as { amount_received: number; customer: string },
  )
  const customer = (await fixture.snapshot(ada))?.customer_id
  const charged = intents.filter((intent) => intent.customer === customer && intent.amount_received > 0)
  expect(charged.map(({ amount_received: cents }) => cents)).toEqual([4900, 72])
  expect(await fixture.reason(ada)).toBe('paid')
})

test('switching there and back within a minute costs nothing in the end', async () => {
  await fixture.subscribe(ada)
  for (const priceId of ['plus', MONTHLY, 'plus', MONTHLY]) expect((await switchTo(priceId)).status).toBe(200)
  const all = await amounts()
  expect(all?.reduce((sum, cents) => sum + cents, 0)).toBe(499)
  expect(await fixture.billing(ada)).toMatchObject({ currentPeriodEnd: '2026-04-01T12:00:00.000Z' })
})

test('if the card is declined, nothing changes', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  const before = await fixture.billing(ada)
  expect(await problem(await switchTo('yearly'))).toEqual([400, 'Your card was declined.'])
  expect(await fixture.billing(ada)).toEqual(before)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a switch during the trial charges nothing until the trial ends', async () => {
  ada = await app.signUp()
  await fixture.addCard(ada)
  expect(await quoted('/api/billing/switch/quote', { priceId: 'yearly' })).toMatchObject({ dueCents: 0 })
  expect((await switchTo('yearly')).status).toBe(200)
  expect(await amounts()).toEqual([])
  ada = await fixture.pass(ada, 14 * DAY_MS + HOUR_MS)
  expect(await amounts()).toEqual([4900])
})

test('a subscription that is canceled, unpaid or in another currency is not switched', async () => {
  expect(await problem(await switchTo('yearly'))).toEqual([409, 'There is no subscription to switch.'])
  await fixture.subscribe(ada, FAILS_LATER)
  expect(await problem(await switchTo('euro'))).toEqual([409, 'A running subscription keeps its currency.'])
  await ada.send('POST', '/api/billing/cancel')
  expect(await problem(await switchTo('yearly'))).toEqual([409, 'Your subscription is canceled. Resume it first.'])
  await ada.send('POST', '/api/billing/resume')
  ada = await fixture.pass(ada, 31 * DAY_MS)
  expect(await problem(await switchTo('yearly'))).toEqual([409, 'Pay the open invoice first.'])
})

test('a promotion code counts for as long as it says', async () => {
  const wanted = { priceId: MONTHLY, promotionCode: 'half3' }
  expect(await quoted('/api/billing/quote', wanted)).toMatchObject({
    dueCents: 249,
    discountCents: 250,
    discount: { percentOff: 50, months: 3 },
  })
  await fixture.subscribe(ada, VISA, wanted)
  expect(await fixture.profile(ada)).toMatchObject({ price: null })
  expect((await fixture.billing(ada)).discount).toMatchObject({ endsAt: '2026-06-01T12:00:00.000Z' })
  for (let month = 0; month < 4; month += 1) ada = await fixture.pass(ada, 31 * DAY_MS)
  expect(await amounts()).toEqual([499, 499, 249, 249, 249])
  expect((await fixture.billing(ada)).discount).toBeNull()
})

test('a code for one payment counts once, and unused days are credited at what was paid', async () => {
  await fixture.subscribe(ada, VISA, { priceId: MONTHLY, promotionCode: 'TWOOFF' })
  expect(await amounts()).toEqual([299])
  await passHalf()
  expect(await quoted('/api/billing/switch/quote', { priceId: 'yearly' })).toMatchObject({ dueCents: 4750 })
})

test('with the first payment free, access starts without a card, and the next payment needs one', async () => {
  const { clientSecret } = await fixture.start(ada, { promotionCode: 'FIRSTFREE' })
  expect(clientSecret).toBeNull()
  expect(await fixture.reason(ada)).toBe('paid')
  ada = await fixture.pass(ada, 31 * DAY_MS)
  expect(await fixture.reason(ada)).toBe('paid-grace')
})

test('events that claim another price are not believed', async () => {
  await fixture.subscribe(ada)
  const before = await fixture.billing(ada)
  const customer = (await fixture.snapshot(ada))?.customer_id
  await app.database.query(
    `update test_outbox set is_delivered = false, payload = replace(payload, '499', '1')
     where payload like '%' || $1 || '%' and payload like '%subscription%'`,
    [customer],
  )
  await app.database.query('delete from webhook_events where customer_id = $1', [customer])
  app.time.now = new Date(START.getTime() + HOUR_MS / 2)
  await app.runJob('payments.deliver', {})
  expect((await fixture.billing(ada)).plan).toEqual(before.plan)
})

const PATHS = ['subscribe', 'quote', 'switch', 'switch/quote'].map((path) => `/api/billing/${path}`)

test.each(PATHS)('%s refuses strangers and prices that are not offered', async (path) => {
  expect((await app.request(path, { method: 'POST', body: '{}' })).status).toBe(401)
  expect(await problem(await ada.send('POST', path, { priceId: 'price_free' }))).toEqual([
    422,
    'This price is not offered.',
  ])
  expect(await problem(await ada.send('POST', path, { priceId: 7 }))).toEqual([422, 'This price is not offered.'])
})

test.each(['NOSUCH', 'x y', ''])('the promotion code %j is not valid', async (promotionCode) => {
  for (const path of ['/api/billing/subscribe', '/api/billing/quote'])
    expect(await problem(await ada.send('POST', path, { promotionCode }))).toEqual([
      422,
      'This promotion code is not valid.',
    ])
  expect(await own('subscription')).toEqual([])
})

test('without the settings there is one price and no code', async () => {
  const plain = await testApp()
  const config = PublicConfig.parse(await (await plain.request('/api/config')).json())
  expect(config).not.toHaveProperty('offers')
  const eve = await plain.signUp()
  for (const body of [{ priceId: 'yearly' }, { promotionCode: 'HALF' }])
    expect((await eve.send('POST', '/api/billing/subscribe', body)).status).toBe(422)
  const kept: Billing = await billingFixture(plain).billing(eve)
  expect(kept.plan).toBeNull()
})

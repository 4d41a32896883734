import { beforeAll, beforeEach, expect, test } from 'vitest'
import { billingFixture, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

const FAILS_LATER = 'pm_card_chargeCustomerFail'
const ASKS_ALWAYS = 'pm_card_authenticationRequired'
const MONTH_MS = 31 * DAY_MS

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await fixture.signUpExpired()
})

const statuses = async () => (await fixture.billing(ada)).invoices?.map(({ status }) => status)

async function saveCard(card: string) {
  const { clientSecret } = (await (await ada.send('POST', '/api/billing/card')).json()) as {
    clientSecret: string
  }
  await fixture.confirm(clientSecret, card)
  return ada.send('POST', '/api/billing/card/saved', { setupIntentId: clientSecret.split('_secret_')[0] })
}

test('renewals are charged monthly on the same day', async () => {
  await fixture.subscribe(ada)
  ada = await fixture.pass(ada, MONTH_MS)
  expect(await fixture.profile(ada)).toMatchObject({
    entitlement: { reason: 'paid', renewsAt: '2026-05-01T12:00:00.000Z' },
  })
  ada = await fixture.pass(ada, 91 * DAY_MS)
  expect(await fixture.billing(ada)).toMatchObject({ currentPeriodEnd: '2026-08-01T12:00:00.000Z' })
  const { invoices } = await fixture.billing(ada)
  expect(invoices?.map(({ date, status }) => [date.slice(0, 10), status])).toEqual([
    ['2026-07-01', 'paid'],
    ['2026-06-01', 'paid'],
    ['2026-05-01', 'paid'],
    ['2026-04-01', 'paid'],
    ['2026-03-01', 'paid'],
  ])
})

test('a failed renewal has seven days of grace and retries after 1, 3, 5 and 7 days', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  ada = await fixture.pass(ada, MONTH_MS)
  expect(await fixture.billing(ada)).toMatchObject({
    status: 'past_due',
    currentPeriodEnd: '2026-04-01T12:00:00.000Z',
  })
  expect(await fixture.reason(ada)).toBe('paid-grace')
  for (const [days, status] of [
    [1, 'past_due'],
    [2, 'past_due'],
    [2, 'past_due'],
    [2, 'canceled'],
  ] as const) {
    ada = await fixture.pass(ada, days * DAY_MS)
    expect((await fixture.billing(ada)).status).toBe(status)
  }
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await statuses()).toEqual(['uncollectible', 'paid'])
  const failed = (await fixture.objects('invoice')).find(
    ({ doc }) => (doc as { status: string }).status === 'uncollectible',
  )
  expect(failed?.doc).toMatchObject({ attempt_count: 5 })
})

test('saving another card after a failed renewal pays the open invoice', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  ada = await fixture.pass(ada, MONTH_MS + DAY_MS)
  expect(await fixture.reason(ada)).toBe('paid-grace')
  const saved = await saveCard('pm_card_mastercard')
  expect(await saved.json()).toMatchObject({
    status: 'active',
    currentPeriodEnd: '2026-05-01T12:00:00.000Z',
    card: { brand: 'mastercard', last4: '4444' },
  })
  expect(await fixture.reason(ada)).toBe('paid')
  expect(await statuses()).toEqual(['paid', 'paid'])
  ada = await fixture.pass(ada, MONTH_MS)
  expect(await fixture.billing(ada)).toMatchObject({ currentPeriodEnd: '2026-06-01T12:00:00.000Z' })
})

test('a second declined card is reported and the grace period continues', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  ada = await fixture.pass(ada, MONTH_MS)
  const saved = await saveCard(FAILS_LATER)
  expect([saved.status, await saved.json()]).toMatchObject([
    400,
    { code: 'payment-failed', message: 'Your card was declined.' },
  ])
  expect(await fixture.reason(ada)).toBe('paid-grace')
})

test('a renewal that needs 3-D Secure is paid through the same call as the first payment', async () => {
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await fixture.confirm(clientSecret, ASKS_ALWAYS)
  await fixture.authenticate(clientSecret, 'succeed')
  expect(await fixture.reason(ada)).toBe('paid')
  ada = await fixture.pass(ada, MONTH_MS)
  expect(await fixture.reason(ada)).toBe('paid-grace')
  const open = await fixture.start(ada)
  expect(open.subscriptionId).toBe(subscriptionId)
  expect(open.clientSecret).not.toBe(clientSecret)
  await fixture.authenticate(open.clientSecret, 'succeed')
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a subscription can be canceled, resumed and canceled again, and ends with its period', async () => {
  await fixture.subscribe(ada)
  const canceled = await ada.send('POST', '/api/billing/cancel')
  expect(await canceled.json()).toMatchObject({ status: 'active', cancelAt: '2026-04-01T12:00:00.000Z' })
  const resumed = await ada.send('POST', '/api/billing/resume')
  expect(await resumed.json()).toMatchObject({ status: 'active', cancelAt: null })
  await ada.send('POST', '/api/billing/cancel')
  ada = await fixture.pass(ada, MONTH_MS - 1000)
  expect(await fixture.reason(ada)).toBe('paid')
  ada = await fixture.pass(ada, 1000)
  expect(await fixture.billing(ada)).toMatchObject({ status: 'canceled', cancelAt: null })
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await statuses()).toEqual(['paid'])
})

test('canceling with an unpaid renewal ends the subscription immediately and voids the invoice', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  ada = await fixture.pass(ada, MONTH_MS)
  const open = await fixture.start(ada)
  const canceled = await ada.send('POST', '/api/billing/cancel')
  expect([canceled.status, await canceled.json()]).toMatchObject([200, { status: 'canceled', cancelAt: null }])
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await statuses()).toEqual(['void', 'paid'])
  expect((await fixture.confirm(open.clientSecret, 'pm_card_visa')).status).toBe(400)
  const customer = (await fixture.snapshot(ada))?.customer_id
  const own = async () =>
    (await fixture.objects('invoice')).filter(({ doc }) => (doc as { customer: string }).customer === customer)
  const before = await own()
  ada = await fixture.pass(ada, 8 * DAY_MS)
  expect(await own()).toEqual(before)
})

test('canceling reads the current state from the provider before deciding', async () => {
  await fixture.subscribe(ada, FAILS_LATER)
  ada = await fixture.pass(ada, MONTH_MS)
  await app.database.query(`update subscriptions set status = 'active' where user_id = $1`, [ada.id])
  await ada.send('POST', '/api/billing/cancel')
  expect(await statuses()).toEqual(['void', 'paid'])
})

test('an ended subscription keeps its paid period, even if the card form is opened', async () => {
  const id = await fixture.subscribe(ada)
  await app.database.query(`update test_objects set doc = doc || $2::jsonb where id = $1`, [
    id,
    JSON.stringify({ status: 'canceled', ended_at: START.getTime() / 1000 }),
  ])
  ada = await fixture.pass(ada, 20 * DAY_MS)
  await app.runJob('billing.reconcile', {})
  expect(await fixture.reason(ada)).toBe('paid-until')
  const second = await fixture.start(ada)
  expect(second.subscriptionId).not.toBe(id)
  expect(await fixture.reason(ada)).toBe('paid-until')
  await fixture.confirm(second.clientSecret, 'pm_card_visa')
  expect(await fixture.reason(ada)).toBe('paid')
})

test('canceling or changing a card without a subscription is a conflict', async () => {
  for (const path of ['cancel', 'resume', 'portal', 'card'])
    expect([path, (await ada.send('POST', `/api/billing/${path}`)).status]).toEqual([path, 409])
  expect(await fixture.billing(ada)).toEqual({
    plan: null,
    status: null,
    currentPeriodEnd: null,
    cancelAt: null,
    card: null,
    priceId: null,
    discount: null,
    invoices: [],
  })
})

test('billing shows the last known plan, card and invoices while the provider is down', async () => {
  await fixture.subscribe(ada)
  await app.database.query('alter table test_objects rename to test_objects_away')
  const response = await ada.get('/api/billing')
  await app.database.query('alter table test_objects_away rename to test_objects')
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      plan: { name: 'Premium', amountCents: 499, currency: 'usd', interval: 'month' },
      status: 'active',
      currentPeriodEnd: '2026-04-01T12:00:00.000Z',
      cancelAt: null,
      card: { brand: 'visa', last4: '4242', expMonth: expect.any(Number), expYear: expect.any(Number) },
      priceId: 'price_premium_monthly',
      discount: null,
      invoices: [expect.objectContaining({ status: 'paid', amountCents: 499 })],
    },
  ])
  expect(await statuses()).toEqual(['paid'])
})

test('another user’s card setup is not found', async () => {
  const eve = await fixture.signUpExpired()
  await fixture.subscribe(ada)
  await fixture.subscribe(eve)
  const { clientSecret } = (await (await ada.send('POST', '/api/billing/card')).json()) as {
    clientSecret: string
  }
  await fixture.confirm(clientSecret, 'pm_card_amex')
  const setupIntentId = clientSecret.split('_secret_')[0]
  expect((await eve.send('POST', '/api/billing/card/saved', { setupIntentId })).status).toBe(404)
  expect(await fixture.billing(eve)).toMatchObject({ card: { brand: 'visa' } })
})

test('portal and receipts are marked as test pages and need their secret URL', async () => {
  await fixture.subscribe(ada)
  const { url } = (await (await ada.send('POST', '/api/billing/portal')).json()) as { url: string }
  const portal = await app.request(url)
  expect(await portal.text()).toContain('Test mode: no real card, no real money.')
  const canceled = await app.request(`${url}/cancel`, { method: 'POST' })
  expect(canceled.status).toBe(303)
  expect(await fixture.billing(ada)).toMatchObject({ cancelAt: '2026-04-01T12:00:00.000Z' })
  const [invoice] = (await fixture.billing(ada)).invoices ?? []
  expect(await (await app.request(invoice?.url ?? '')).text()).toContain('Paid on Mar 1, 2026')
  const file = await app.request(invoice?.pdfUrl ?? '')
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await file.text()).startsWith('%PDF-1.4')).toBe(true)
  for (const address of [`${url}x`, (invoice?.url ?? '').replace(/key=.*/, 'key=')])
    expect((await app.request(address)).status).toBe(404)
  await fixture.pass(ada, 2 * HOUR_MS)
  expect((await app.request(url)).status).toBe(404)
})

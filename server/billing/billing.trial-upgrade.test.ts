import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery } from './test-mode/webhook-delivery.ts'
import { billingFixture, VISA, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

const TRIAL_END = new Date(START.getTime() + 14 * DAY_MS).toISOString()
const ASKS = 'pm_card_authenticationRequiredOnSetup'
const FAILS_LATER = 'pm_card_chargeCustomerFail'

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
  ada = await app.signUp()
})

const charges = async () => (await fixture.billing(ada)).invoices?.map(({ date, status }) => [date, status])

test('a card added during the trial is charged when the trial ends', async () => {
  ada = await fixture.pass(ada, 4 * DAY_MS)
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  expect(clientSecret).toMatch(/^seti_/)
  expect(await fixture.reason(ada)).toBe('trial')
  expect(await fixture.verify(ada, subscriptionId)).toBe(false)
  await fixture.confirm(clientSecret, VISA)
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
  expect(await fixture.profile(ada)).toMatchObject({
    subscriptionStatus: 'active',
    stripeSubscriptionId: subscriptionId,
    entitlement: { reason: 'paid', endsAt: null, renewsAt: TRIAL_END, isTrialing: true },
  })
  expect(await fixture.billing(ada)).toMatchObject({
    status: 'trialing',
    currentPeriodEnd: TRIAL_END,
    card: { last4: '4242' },
    invoices: [],
  })
  ada = await fixture.pass(ada, 10 * DAY_MS - 1000)
  expect(await charges()).toEqual([])
  ada = await fixture.pass(ada, 1000)
  expect(await charges()).toEqual([[TRIAL_END, 'paid']])
  const { entitlement } = await fixture.profile(ada)
  expect(entitlement).toEqual({
    hasAccess: true,
    reason: 'paid',
    endsAt: null,
    renewsAt: '2026-04-15T12:00:00.000Z',
  })
})

test.each([
  ['the webhook alone', (batch: Delivery[]) => batch.toReversed(), false],
  ['verification alone', () => [], true],
])('the saved card becomes the default through %s', async (_, arranged, verifies) => {
  arrange = arranged
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  await fixture.confirm(clientSecret, VISA)
  if (verifies) await fixture.verify(ada, subscriptionId)
  expect(await fixture.reason(ada)).toBe('paid')
  expect((await fixture.billing(ada)).card).toMatchObject({ last4: '4242' })
})

test('after a declined card and a failed 3-D Secure, the same secret succeeds', async () => {
  const { subscriptionId, clientSecret } = await fixture.start(ada)
  expect((await fixture.confirm(clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(402)
  expect(await (await fixture.confirm(clientSecret, ASKS)).json()).toMatchObject({
    status: 'requires_action',
  })
  expect((await fixture.authenticate(clientSecret, 'fail')).status).toBe(402)
  expect(await fixture.verify(ada, subscriptionId)).toBe(false)
  expect(await fixture.start(ada)).toEqual({ subscriptionId, clientSecret })
  await fixture.confirm(clientSecret, ASKS)
  await fixture.authenticate(clientSecret, 'succeed')
  expect(await fixture.verify(ada, subscriptionId)).toBe(true)
})

test('canceling during the trial costs nothing, keeps the remaining days, and can be undone', async () => {
  await fixture.addCard(ada)
  await ada.send('POST', '/api/billing/cancel')
  expect((await fixture.profile(ada)).entitlement).toEqual({
    hasAccess: true,
    reason: 'paid',
    endsAt: TRIAL_END,
    renewsAt: null,
    isTrialing: true,
  })
  await ada.send('POST', '/api/billing/resume')
  expect((await fixture.profile(ada)).entitlement).toMatchObject({ endsAt: null, renewsAt: TRIAL_END })
  await ada.send('POST', '/api/billing/cancel')
  ada = await fixture.pass(ada, 14 * DAY_MS)
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await charges()).toEqual([])
})

test('an abandoned card form costs nothing and neither ends nor extends the trial; the next attempt requires payment', async () => {
  await fixture.start(ada)
  expect(await fixture.reason(ada)).toBe('trial')
  ada = await fixture.pass(ada, 14 * DAY_MS)
  expect(await fixture.reason(ada)).toBe('expired')
  expect(await fixture.snapshot(ada)).toMatchObject({ status: 'canceled' })
  expect(await charges()).toEqual([])
  const { clientSecret } = await fixture.start(ada)
  expect(clientSecret).toMatch(/^pi_/)
})

test('a failed first charge has the same grace period as a renewal', async () => {
  await fixture.addCard(ada, FAILS_LATER)
  expect(await fixture.reason(ada)).toBe('paid')
  ada = await fixture.pass(ada, 14 * DAY_MS)
  expect(await fixture.billing(ada)).toMatchObject({ status: 'past_due', currentPeriodEnd: TRIAL_END })
  expect(await fixture.reason(ada)).toBe('paid-grace')
})

test('if the trial end changes while the form is open, the subscription is recreated', async () => {
  const first = await fixture.start(ada)
  const end = new Date(START.getTime() + 3 * DAY_MS)
  await app.database.query('update users set trial_ends_at = $2 where id = $1', [ada.id, end])
  const second = await fixture.start(ada)
  expect(second.subscriptionId).not.toBe(first.subscriptionId)
  await fixture.confirm(second.clientSecret, VISA)
  expect((await fixture.profile(ada)).entitlement.renewsAt).toBe(end.toISOString())
  expect((await fixture.billing(ada)).status).toBe('trialing')
})

test('complimentary days are used up before the first charge', async () => {
  const end = new Date(START.getTime() + 60 * DAY_MS)
  await app.database.query(
    `insert into grants (user_id, reason, granted_by, created_at, ends_at) values ($1, 'A gift', 'boss', $2, $3)`,
    [ada.id, START, end],
  )
  await fixture.addCard(ada)
  expect((await fixture.profile(ada)).entitlement).toMatchObject({
    reason: 'grant',
    renewsAt: end.toISOString(),
    isTrialing: true,
  })
  ada = await fixture.pass(ada, 60 * DAY_MS - 1000)
  expect(await charges()).toEqual([])
  ada = await fixture.pass(ada, 1000)
  expect(await charges()).toEqual([[end.toISOString(), 'paid']])
})

test('subscribing after the trial has expired charges at once', async () => {
  await fixture.subscribe(ada)
  expect(await charges()).toEqual([[START.toISOString(), 'paid']])
  expect((await fixture.profile(ada)).entitlement.isTrialing).toBeUndefined()
})

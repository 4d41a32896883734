import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery } from '../adapters/payments/deliverer.ts'
import { billingScene, DAY_MS, VISA, type BillingScene } from '../testing/billing-scene.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

const TRIAL_END = new Date(START.getTime() + 14 * DAY_MS).toISOString()
const ASKS = 'pm_card_authenticationRequiredOnSetup'
const FAILS_LATER = 'pm_card_chargeCustomerFail'

let app: TestApp
let scene: BillingScene
let ada: TestUser
let arrange: (batch: Delivery[]) => Delivery[]

beforeAll(async () => {
  app = await testApp({ webhooks: { arrange: (batch) => arrange(batch) } })
  scene = billingScene(app)
})
beforeEach(async () => {
  app.time.now = START
  arrange = (batch) => batch
  ada = await app.signUp()
})

const charges = async () => (await scene.billing(ada)).invoices?.map(({ date, status }) => [date, status])

test('a card added in the trial is charged when the trial ends, and not before', async () => {
  ada = await scene.pass(ada, 4 * DAY_MS)
  const { subscriptionId, clientSecret } = await scene.start(ada)
  expect(clientSecret).toMatch(/^seti_/)
  expect(await scene.reason(ada)).toBe('trial')
  expect(await scene.verify(ada, subscriptionId)).toBe(false)
  await scene.confirm(clientSecret, VISA)
  expect(await scene.verify(ada, subscriptionId)).toBe(true)
  expect(await scene.profile(ada)).toMatchObject({
    subscriptionStatus: 'active',
    stripeSubscriptionId: subscriptionId,
    entitlement: { reason: 'paid', endsAt: null, renewsAt: TRIAL_END, isTrialing: true },
  })
  expect(await scene.billing(ada)).toMatchObject({
    status: 'trialing',
    currentPeriodEnd: TRIAL_END,
    card: { last4: '4242' },
    invoices: [],
  })
  ada = await scene.pass(ada, 10 * DAY_MS - 1000)
  expect(await charges()).toEqual([])
  ada = await scene.pass(ada, 1000)
  expect(await charges()).toEqual([[TRIAL_END, 'paid']])
  const { entitlement } = await scene.profile(ada)
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
])('the saved card becomes the one that is charged, by %s', async (_, arranged, verifies) => {
  arrange = arranged
  const { subscriptionId, clientSecret } = await scene.start(ada)
  await scene.confirm(clientSecret, VISA)
  if (verifies) await scene.verify(ada, subscriptionId)
  expect(await scene.reason(ada)).toBe('paid')
  expect((await scene.billing(ada)).card).toMatchObject({ last4: '4242' })
})

test('declined, then 3-D Secure fails and succeeds, on the same secret', async () => {
  const { subscriptionId, clientSecret } = await scene.start(ada)
  expect((await scene.confirm(clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(402)
  expect(await (await scene.confirm(clientSecret, ASKS)).json()).toMatchObject({ status: 'requires_action' })
  expect((await scene.authenticate(clientSecret, 'fail')).status).toBe(402)
  expect(await scene.verify(ada, subscriptionId)).toBe(false)
  expect(await scene.start(ada)).toEqual({ subscriptionId, clientSecret })
  await scene.confirm(clientSecret, ASKS)
  await scene.authenticate(clientSecret, 'succeed')
  expect(await scene.verify(ada, subscriptionId)).toBe(true)
})

test('cancelled in the trial: it costs nothing, keeps the days, and can be resumed', async () => {
  await scene.addCard(ada)
  await ada.send('POST', '/api/billing/cancel')
  expect((await scene.profile(ada)).entitlement).toEqual({
    hasAccess: true,
    reason: 'paid',
    endsAt: TRIAL_END,
    renewsAt: null,
    isTrialing: true,
  })
  await ada.send('POST', '/api/billing/resume')
  expect((await scene.profile(ada)).entitlement).toMatchObject({ endsAt: null, renewsAt: TRIAL_END })
  await ada.send('POST', '/api/billing/cancel')
  ada = await scene.pass(ada, 14 * DAY_MS)
  expect(await scene.reason(ada)).toBe('expired')
  expect(await charges()).toEqual([])
})

test('the card form was opened and left: the trial goes on, and ends without a charge', async () => {
  await scene.start(ada)
  ada = await scene.pass(ada, 14 * DAY_MS)
  expect(await scene.reason(ada)).toBe('expired')
  expect(await scene.mirror(ada)).toMatchObject({ status: 'canceled' })
  const { clientSecret } = await scene.start(ada)
  expect(clientSecret).toMatch(/^pi_/)
})

test('the first charge fails: said, with the days of grace that every failed renewal has', async () => {
  await scene.addCard(ada, FAILS_LATER)
  expect(await scene.reason(ada)).toBe('paid')
  ada = await scene.pass(ada, 14 * DAY_MS)
  expect(await scene.billing(ada)).toMatchObject({ status: 'past_due', currentPeriodEnd: TRIAL_END })
  expect(await scene.reason(ada)).toBe('paid-grace')
})

test('the end of the trial was changed while the form was open: it is begun anew, for the new end', async () => {
  const first = await scene.start(ada)
  const end = new Date(START.getTime() + 3 * DAY_MS)
  await app.database.query('update users set trial_ends_at = $2 where id = $1', [ada.id, end])
  const second = await scene.start(ada)
  expect(second.subscriptionId).not.toBe(first.subscriptionId)
  await scene.confirm(second.clientSecret, VISA)
  expect((await scene.profile(ada)).entitlement.renewsAt).toBe(end.toISOString())
  expect((await scene.billing(ada)).status).toBe('trialing')
})

test('complimentary days are kept as well', async () => {
  const end = new Date(START.getTime() + 60 * DAY_MS)
  await app.database.query(
    `insert into grants (user_id, reason, granted_by, created_at, ends_at) values ($1, 'A gift', 'boss', $2, $3)`,
    [ada.id, START, end],
  )
  await scene.addCard(ada)
  expect((await scene.profile(ada)).entitlement).toMatchObject({
    reason: 'grant',
    renewsAt: end.toISOString(),
    isTrialing: true,
  })
})

test('an expired trial is charged at once', async () => {
  await scene.subscribe(ada)
  expect(await charges()).toEqual([[START.toISOString(), 'paid']])
  expect((await scene.profile(ada)).entitlement.isTrialing).toBeUndefined()
})

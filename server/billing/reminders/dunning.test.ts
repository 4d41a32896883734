import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { billingFixture, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const FAILS_LATER = 'pm_card_chargeCustomerFail'
const KINDS = ['payment-failed', 'payment-failed-again', 'payment-failed-last', 'subscription-missed', 'trial-missed']

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
})

const emails = () =>
  app.database.query('select kind, subject, text, html from outbox where recipient = $1 order by created_at', [
    ada.email,
  ])
const kinds = async () => (await emails()).map(({ kind }) => String(kind)).filter((kind) => KINDS.includes(kind))

async function day(count = 1) {
  for (let passed = 0; passed < count; passed += 1) {
    ada = await fixture.pass(ada, DAY_MS)
    await app.runJob('reminders.run', {})
  }
}

async function failRenewal() {
  await fixture.subscribe(ada, FAILS_LATER)
  app.time.now = new Date(START.getTime() + 30 * DAY_MS)
  await day(2)
}

const unsubscribe = (user: TestUser) =>
  app.database.query('update users set wants_reminders = false where id = $1', [user.id])

test('a failed payment has a second email after 3 days and a third after 6, each once', async () => {
  await failRenewal()
  expect(await kinds()).toEqual(['payment-failed'])
  await day(2)
  expect(await kinds()).toEqual(['payment-failed', 'payment-failed-again'])
  await day(3)
  expect(await kinds()).toEqual(['payment-failed', 'payment-failed-again', 'payment-failed-last'])
  const last = (await emails()).find(({ kind }) => kind === 'payment-failed-last')
  expect(last?.subject).toBe('Your access ends on April 8, 2026')
  expect(last?.text).toContain('/unsubscribe?token=')
})

test('paying ends them, and so does unsubscribing', async () => {
  await failRenewal()
  await unsubscribe(ada)
  await day(6)
  expect(await kinds()).toEqual(['payment-failed'])
})

test('one email after a subscription has ended, unless the person came back', async () => {
  await fixture.subscribe(ada)
  await ada.send('POST', '/api/billing/cancel')
  await day(31)
  expect(await fixture.reason(ada)).toBe('expired')
  await day(29)
  expect(await kinds()).toEqual([])
  await day(5)
  expect(await kinds()).toEqual(['subscription-missed'])
})

test('one email two weeks after a trial, and none to whoever subscribed', async () => {
  const paying = await app.signUp()
  await fixture.subscribe(paying)
  await day(27)
  expect(await kinds()).toEqual([])
  await day(5)
  expect(await kinds()).toEqual(['trial-missed'])
  const theirs = await app.database.query(`select 1 from outbox where recipient = $1 and kind = 'trial-missed'`, [
    paying.email,
  ])
  expect(theirs).toEqual([])
})

test('a card is announced in the month in which it expires, once', async () => {
  await fixture.subscribe(ada)
  await app.database.query(
    `update subscriptions set card = '{"brand":"visa","last4":"4242","expMonth":3,"expYear":2026}' where user_id = $1`,
    [ada.id],
  )
  app.time.now = new Date(START.getTime() + DAY_MS / 24)
  await app.runJob('reminders.run', {})
  await app.runJob('reminders.run', {})
  const found = (await emails()).filter(({ kind }) => kind === 'card-expiring')
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toContain('Visa card ending in 4242 expires at the end of this month')
})

test('an address that refused emails gets none of them', async () => {
  await failRenewal()
  await app.suppressions.add(ada.email, 'refused', 'no such user')
  await day(3)
  expect(await kinds()).toEqual(['payment-failed'])
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { billingFixture, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

const SUPPORT = 'help@tidings.example'

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  app = await testApp({ environment: { SUPPORT_EMAIL: SUPPORT } })
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
})

const emails = async (kind: string) =>
  app.database.query('select subject, text, html from outbox where recipient = $1 and kind = $2 order by created_at', [
    ada.email,
    kind,
  ])

async function run(minutes = 5) {
  app.time.now = new Date(app.time.now.getTime() + minutes * MINUTE_MS)
  await app.runJob('reminders.run', {})
  await app.runJob('reminders.run', {})
}

const give = (days: number | null) =>
  app.database.query(
    `insert into grants (user_id, reason, granted_by, created_at, ends_at) values ($1, 'A gift', 'boss', $2, $3) returning id`,
    [ada.id, app.time.now, days === null ? null : new Date(app.time.now.getTime() + days * DAY_MS)],
  )

test('an address that is not confirmed gets no notice until it is', async () => {
  await app.database.query('update auth.users set email_confirmed_at = null where id = $1', [ada.id])
  await give(30)
  await run()
  expect(await emails('grant-given')).toEqual([])
  await app.database.query('update auth.users set email_confirmed_at = $2 where id = $1', [ada.id, app.time.now])
  await run()
  expect(await emails('grant-given')).toHaveLength(1)
})

test('each cancellation is confirmed once, with the last day of access', async () => {
  await fixture.subscribe(ada)
  await ada.send('POST', '/api/billing/cancel')
  await run()
  await run()
  const [first, ...more] = await emails('cancellation')
  expect(more).toEqual([])
  expect(first?.subject).toBe('Your subscription is canceled')
  expect(first?.text).toContain('You have full access until April 1, 2026, at 12:00 UTC')
  expect(first?.text).toContain('/profile/billing')
  await ada.send('POST', '/api/billing/resume')
  await run()
  await ada.send('POST', '/api/billing/cancel')
  await run()
  expect(await emails('cancellation')).toHaveLength(2)
})

test('a cancellation undone before the email is written is not confirmed', async () => {
  await fixture.subscribe(ada)
  await ada.send('POST', '/api/billing/cancel')
  const { subscription_id: id, canceled_at: at } = (await fixture.snapshot(ada)) ?? {}
  const about = `${String(id)} ${(at as Date).getTime()}`
  await ada.send('POST', '/api/billing/resume')
  await app.runJob('reminders.email', { userId: ada.id, kind: 'cancellation', about })
  expect(await emails('cancellation')).toEqual([])
})

test('the end of a subscription is announced once, after the paid period', async () => {
  await fixture.subscribe(ada)
  await ada.send('POST', '/api/billing/cancel')
  ada = await fixture.pass(ada, 31 * DAY_MS + MINUTE_MS)
  await run()
  await run()
  const [ended, ...more] = await emails('subscription-ended')
  expect(more).toEqual([])
  expect(ended?.text).toContain('Your Tidings Premium subscription has ended. You will not be charged again.')
  expect(ended?.text).toContain('/subscribe')
})

test('an abandoned card form does not count as an ended subscription', async () => {
  await fixture.start(ada)
  ada = await fixture.pass(ada, 2 * DAY_MS)
  await app.runJob('billing.reconcile', {})
  await run()
  expect(await emails('subscription-ended')).toEqual([])
})

test('complimentary access is announced when granted and three days before it ends', async () => {
  await give(30)
  await run()
  await run()
  expect(await emails('grant-given')).toMatchObject([{ text: expect.stringContaining('until March 31, 2026') }])
  await run(26 * 24 * 60)
  expect(await emails('grant-ending')).toEqual([])
  await run(24 * 60)
  await run()
  const [ending, ...more] = await emails('grant-ending')
  expect(more).toEqual([])
  expect(ending?.subject).toBe('Your complimentary access ends on March 31, 2026')
  expect(ending?.text).toContain('unsubscribe')
})

test.each<[string, () => Promise<unknown>]>([
  ['another grant goes on', () => give(60)],
  ['a subscription goes on', () => fixture.subscribe(ada)],
  ['they refused reminders', () => app.database.query('update users set wants_reminders = false')],
  ['it was taken back', () => app.database.query('update grants set revoked_at = now()')],
  ['the account is closed', () => app.database.query('update users set disabled_at = now()')],
])('no email announces the end of complimentary access when %s', async (_, change) => {
  await give(30)
  await change()
  await run(28 * 24 * 60)
  expect(await emails('grant-ending')).toEqual([])
  await app.database.query('update users set wants_reminders = true, disabled_at = null')
})

test('conditions are checked again between claim and delivery', async () => {
  const [grant] = await give(30)
  app.time.now = new Date(START.getTime() + 28 * DAY_MS)
  const job = { userId: ada.id, kind: 'grant-ending' as const, about: String(grant?.id) }
  await app.database.query('update users set wants_reminders = false where id = $1', [ada.id])
  await app.runJob('reminders.email', job)
  expect(await emails('grant-ending')).toEqual([])
  await app.database.query('update users set wants_reminders = true where id = $1', [ada.id])
  await app.runJob('reminders.email', job)
  expect(await emails('grant-ending')).toHaveLength(1)
})

test('old changes are not announced when a new kind of notice is released', async () => {
  await give(null)
  await run(4 * 24 * 60)
  expect(await emails('grant-given')).toEqual([])
})

test('an outdated email is dropped and logged', async () => {
  await fixture.subscribe(ada)
  const receipt = { number: '1', amountCents: 499, currency: 'usd', date: START.toISOString() }
  const job = { userId: ada.id, kind: 'receipt' as const, receipt, at: START.toISOString() }
  app.time.now = new Date(START.getTime() + 7 * DAY_MS)
  await app.runJob('reminders.email', { ...job, about: 'in_in_time' })
  expect(await emails('receipt')).toHaveLength(1)
  app.time.now = new Date(START.getTime() + 7 * DAY_MS + 1)
  await app.runJob('reminders.email', { ...job, about: 'in_late' })
  expect(await emails('receipt')).toHaveLength(1)
  const email = { kind: 'recovery' as const, to: ada.email, nonce: 'n', at: START.toISOString() }
  await app.runJob('auth.email', email)
  expect(await emails('recovery')).toEqual([])
  const dropped = app.logged.filter((line) => line.includes('"event":"email.expired"'))
  expect(dropped.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(['receipt', 'recovery'])
})

test('every email names the support address, in text and HTML', async () => {
  await app.runJob('auth.email', {
    kind: 'password-changed',
    to: ada.email,
    nonce: 'support',
    at: app.time.now.toISOString(),
  })
  const sent = await app.database.query('select kind, text, html from outbox')
  expect(new Set(sent.map(({ kind }) => kind)).size).toBeGreaterThan(5)
  for (const { kind, text, html } of sent)
    expect([kind, String(text).includes(SUPPORT), String(html).includes(SUPPORT)]).toEqual([kind, true, true])
})

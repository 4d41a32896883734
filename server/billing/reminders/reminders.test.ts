import { beforeEach, expect, test } from 'vitest'
import { CardSetup } from '#domain/billing/subscriptions.ts'
import { billingFixture, VISA, type BillingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { unzip } from '../../testing/files/documents.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

const RENEWALS_DECLINE = 'pm_card_chargeCustomerFail'

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeEach(async () => {
  app = await testApp()
  fixture = billingFixture(app)
  ada = await app.signUp('ada@example.com')
})

const emails = async (kind?: string) =>
  (
    await app.database.query('select kind, recipient, subject, text, html from outbox order by created_at, kind')
  ).filter((email) => kind === undefined || email.kind === kind)
const kinds = async () => (await emails()).map(({ kind }) => kind)

async function runAt(ms: number) {
  app.time.now = new Date(START.getTime() + ms)
  await app.runJob('reminders.run', {})
}

test("'unsubscribe where law asks for it': only reminders name the sender's postal address, if set", async () => {
  const MAIL_POSTAL_ADDRESS = 'Tidings <Ltd>, 1 Harbour Road, Dublin'
  app = await testApp({ environment: { MAIL_POSTAL_ADDRESS } })
  fixture = billingFixture(app)
  await app.signUp('ben@example.com')
  await fixture.subscribe(await app.signUp('ada@example.com'))
  await runAt(MINUTE_MS)
  await runAt(11 * DAY_MS)
  expect(await kinds()).toEqual(['receipt', 'trial-ending'])
  const [receipt, ending] = await emails()
  expect(ending?.text).toContain(`\n\n${MAIL_POSTAL_ADDRESS}\n`)
  expect(ending?.html).toContain('<br>Tidings &lt;Ltd&gt;, 1 Harbour Road, Dublin</p>')
  expect(`${receipt?.text}${receipt?.html}`).not.toContain('Harbour')
})

test('"letters 3 days before the trial ends, at its end", "once each"', async () => {
  await ada.send('POST', '/api/companies', { name: 'Cedar', website: 'cedar.example' })
  await runAt(11 * DAY_MS - 1)
  expect(await kinds()).toEqual([])
  await runAt(11 * DAY_MS)
  expect(await kinds()).toEqual(['trial-ending'])
  for (let minutes = 5; minutes < 30; minutes += 5) await runAt(11 * DAY_MS + minutes * MINUTE_MS)
  await runAt(14 * DAY_MS - 1)
  expect(await kinds()).toEqual(['trial-ending'])
  await runAt(14 * DAY_MS)
  await runAt(14 * DAY_MS + 5 * MINUTE_MS)
  await runAt(16 * DAY_MS)
  expect(await kinds()).toEqual(['trial-ending', 'trial-ended'])
  const [ending, ended] = await emails()
  expect(ending).toMatchObject({
    recipient: 'ada@example.com',
    subject: 'Your free trial ends on March 15, 2026',
  })
  expect(ending?.text).toContain('ends on March 15, 2026, at 12:00 UTC')
  expect(ending?.text).toContain('your company')
  expect(ending?.text).toContain('$4.99 a month')
  expect(ending?.text).toContain('You will not be charged unless you add a card.')
  expect(ending?.text).toContain(`${app.config.http.publicUrl}/subscribe`)
  expect(ended?.text).toContain('You were not charged, and nothing was deleted')
})

test('paying, granted, closed, opted-out and unconfirmed users are not reminded', async () => {
  await fixture.subscribe(ada)
  const given = await app.signUp('given@example.com')
  await app.database.query(
    `insert into grants (user_id, reason, granted_by, created_at) values ($1, 'friend', 'x', now())`,
    [given.id],
  )
  const change = async (email: string, set: string, table = 'users') => {
    const { id } = await app.signUp(email)
    await app.database.query(`update ${table} set ${set} where id = $1`, [id])
  }
  await change('closed@example.com', 'disabled_at = now()')
  await change('refused@example.com', 'wants_reminders = false')
  await change('unconfirmed@example.com', 'email_confirmed_at = null', 'auth.users')
  await change('past@example.com', `trial_ends_at = created_at - interval '1 day'`)
  await change('long-ago@example.com', `created_at = '2025-01-01', trial_ends_at = '2026-02-01'`)
  for (const days of [0, 11, 12, 14, 15]) await runAt(days * DAY_MS)
  expect(await kinds()).not.toContain('trial-ending')
  expect(await kinds()).not.toContain('trial-ended')
})

test('a reminder that no longer applies is not sent', async () => {
  const reminder = { userId: ada.id, about: String(START.getTime() + 14 * DAY_MS) }
  await app.runJob('reminders.email', { ...reminder, kind: 'trial-ended' })
  await app.runJob('reminders.email', { ...reminder, kind: 'trial-ending', about: '1' })
  await app.runJob('reminders.email', { ...reminder, kind: 'payment-failed', about: 'sub_1 1' })
  await app.runJob('reminders.email', { kind: 'trial-ending', about: '1', userId: crypto.randomUUID() })
  expect(await kinds()).toEqual([])
  await app.runJob('reminders.email', { ...reminder, kind: 'trial-ending' })
  await app.runJob('reminders.email', { ...reminder, kind: 'trial-ending' })
  expect(await kinds()).toEqual(['trial-ending'])
})

test('"once each": eight concurrent runs and a repeated delivery', async () => {
  await fixture.subscribe(await app.signUp('payer@example.com'), RENEWALS_DECLINE)
  const look = () => Promise.all(Array.from({ length: 8 }, () => app.runJob('reminders.run', {})))
  app.time.now = new Date(START.getTime() + 12 * DAY_MS)
  await look()
  expect(await kinds()).toEqual(['receipt', 'trial-ending'])
  await fixture.pass(ada, 20 * DAY_MS)
  await look()
  expect(await kinds()).toEqual(['receipt', 'trial-ending', 'payment-failed'])
})

test('after five days of downtime only the end of the trial is announced', async () => {
  await runAt(10 * DAY_MS)
  await runAt(15 * DAY_MS)
  expect(await kinds()).toEqual(['trial-ended'])
})

test('an email delayed for five days is not sent if it no longer applies', async () => {
  app.time.now = new Date(START.getTime() + 15 * DAY_MS)
  const about = String(START.getTime() + 14 * DAY_MS)
  await app.runJob('reminders.email', { userId: ada.id, kind: 'trial-ending', about })
  expect(await kinds()).toEqual([])
})

test('a zero-amount invoice gets no receipt', async () => {
  await fixture.subscribe(ada)
  await app.database.query('update invoices set amount_cents = 0')
  await runAt(MINUTE_MS)
  expect(await kinds()).toEqual([])
})

test('changing the end of the trial triggers another reminder', async () => {
  await ada.send('POST', '/api/test/set-trial-days', { days: 2 })
  await runAt(0)
  await ada.send('POST', '/api/test/set-trial-days', { days: 3 })
  await runAt(MINUTE_MS)
  expect(await kinds()).toEqual(['trial-ending', 'trial-ending'])
})

test('each payment gets one receipt, marked as a test in test mode', async () => {
  await fixture.subscribe(ada)
  await runAt(MINUTE_MS)
  await runAt(5 * MINUTE_MS)
  const [first, ...others] = await emails('receipt')
  expect(others).toEqual([])
  expect(first).toMatchObject({ recipient: 'ada@example.com', subject: 'Receipt: $4.99 for Tidings Premium' })
  expect(first?.text).toContain('no money was taken')
  expect(first?.text).toContain('The next payment is due on April 1, 2026.')
  await fixture.pass(ada, 32 * DAY_MS)
  await runAt(32 * DAY_MS + 10 * MINUTE_MS)
  await runAt(32 * DAY_MS + 15 * MINUTE_MS)
  expect(await emails('receipt')).toHaveLength(2)
  expect(await emails('payment-failed')).toEqual([])
})

test('an abandoned card form sends no email', async () => {
  await fixture.start(ada)
  await runAt(MINUTE_MS)
  expect(await kinds()).toEqual([])
})

test('a failed renewal is announced once despite retries; another card leads to a receipt', async () => {
  await fixture.subscribe(ada, RENEWALS_DECLINE)
  await runAt(MINUTE_MS)
  await fixture.pass(ada, 31 * DAY_MS + DAY_MS / 2)
  await app.runJob('reminders.run', {})
  const later = await fixture.pass(ada, 2 * DAY_MS)
  await app.runJob('reminders.run', {})
  expect(await fixture.reason(later)).toBe('paid-grace')
  const [failed, ...others] = await emails('payment-failed')
  expect(others).toEqual([])
  expect(failed).toMatchObject({ subject: 'Your payment did not go through' })
  expect(failed?.text).toContain('from your Visa card ending in 0341')
  expect(failed?.text).toContain('You keep your access until April 8, 2026')
  expect(failed?.text).toContain('/profile/billing')
  expect(await emails('receipt')).toHaveLength(1)

  const setup = CardSetup.parse(await (await later.send('POST', '/api/billing/card')).json())
  await fixture.confirm(setup.clientSecret, VISA)
  const setupIntentId = setup.clientSecret.split('_secret_')[0]
  expect((await later.send('POST', '/api/billing/card/saved', { setupIntentId })).status).toBe(200)
  await app.runJob('reminders.run', {})
  await app.runJob('reminders.run', {})
  expect(await fixture.reason(later)).toBe('paid')
  expect(await emails('receipt')).toHaveLength(2)
  expect(await emails('payment-failed')).toHaveLength(1)
})

test('an unreachable provider does not delay emails or receipts', async () => {
  await fixture.subscribe(ada)
  const ben = await app.signUp('ben@example.com')
  await ben.send('POST', '/api/test/set-trial-days', { days: 1 })
  await app.database.query(`alter table test_objects rename to test_objects_away`)
  await runAt(MINUTE_MS)
  expect(await kinds()).toEqual(['receipt', 'trial-ending'])
  await app.database.query(`alter table test_objects_away rename to test_objects`)
})

test('if several kinds of reminders fail, each failure is logged', async () => {
  await app.database.query('alter table subscriptions rename to subscriptions_away')
  const failed = runAt(MINUTE_MS)
  await expect(failed).rejects.toThrow('reminders failed: ')
  await app.database.query('alter table subscriptions_away rename to subscriptions')
  for (const step of ['failed-payments', 'receipts'])
    expect(app.logged).toContainEqual(expect.stringContaining(`"step":"${step}"`))
})

test('payment emails ignore the opt-out and have no unsubscribe link', async () => {
  await app.database.query('update users set wants_reminders = false where id = $1', [ada.id])
  await fixture.subscribe(ada)
  await runAt(MINUTE_MS)
  const [receipt] = await emails('receipt')
  expect(receipt?.text).not.toContain('unsubscribe')
})

test('sent reminders are exported and deleted with the account', async () => {
  await runAt(12 * DAY_MS)
  const later = await fixture.renewed(ada)
  const exported = unzip(new Uint8Array(await (await later.get('/api/account/export')).arrayBuffer()))
  expect(JSON.parse(exported.get('reminders.json') ?? '')).toMatchObject([{ kind: 'trial-ending' }])
  await app.database.query('delete from users where id = $1', [ada.id])
  expect(await app.database.query('select kind from sent_reminders')).toEqual([])
})

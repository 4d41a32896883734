import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import { billingFixture } from '../testing/fixtures/billing-fixture.ts'
import { liveApp } from '../testing/live-app.ts'
import { START, type TestUser } from '../testing/test-app.ts'
import { addMethod } from '../auth/embedded/sessions/sessions.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

const CLOSED = 'This account has been closed. Contact us if you think this is a mistake.'

const app = await adminFixture()

const disable = (id: string, body: unknown = { reason: 'Abuse' }) =>
  app.boss.send('POST', `/api/admin/users/${id}/disable`, body)
const enable = (id: string) => app.boss.send('POST', `/api/admin/users/${id}/enable`)
const closedAt = async (user: TestUser) =>
  (await app.database.query('select disabled_at from users where id = $1', [user.id]))[0]?.disabled_at
async function signedInAgain(user: TestUser) {
  await app.database.query(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, $3)`, [
    user.sessionId,
    user.id,
    app.time.now,
  ])
  await app.database.asSystem((queries) => addMethod(queries, user.sessionId, 'magiclink', app.time.now))
}

test('closing and reopening take effect immediately on every device and are recorded', async () => {
  const ada = await app.signUp()
  expect((await disable(ada.id, { reason: ' Sells\n its account ' })).status).toBe(204)
  expect((await disable(ada.id)).status).toBe(204)
  expect(await closedAt(ada)).toEqual(app.time.now)
  expect((await ada.get('/api/companies')).status).toBe(401)
  await signedInAgain(ada)
  const refused = await ada.get('/api/companies')
  expect([refused.status, await refused.json()]).toMatchObject([402, { message: CLOSED }])
  expect((await enable(ada.id)).status).toBe(204)
  expect((await enable(ada.id)).status).toBe(204)
  expect((await ada.get('/api/companies')).status).toBe(200)
  expect((await app.acts('%able-user')).filter((row) => row.user_id === ada.id)).toEqual([
    { actor: BOSS, act: 'disable-user', user_id: ada.id, details: { reason: 'Sells its account' } },
    { actor: BOSS, act: 'enable-user', user_id: ada.id, details: {} },
  ])
})

test('a user whose account is closed can export and delete it but start nothing new', async () => {
  const fixture = billingFixture(app)
  const ada = await app.signUp()
  await fixture.subscribe(ada)
  await disable(ada.id)
  await signedInAgain(ada)
  expect((await ada.get('/api/account/export')).status).toBe(200)
  expect((await ada.get('/api/billing')).status).toBe(200)
  expect((await ada.send('POST', '/api/billing/cancel')).status).toBe(409)
  for (const [path, body] of [
    ['/api/billing/resume'],
    ['/api/get-or-create-subscription'],
    ['/api/redeem', { code: '7K2M-7K2M-7K2M-7K2M' }],
  ] as const) {
    const response = await ada.send('POST', path, body)
    expect([response.status, await response.json()]).toMatchObject([409, { message: CLOSED }])
  }
  expect((await ada.send('DELETE', '/api/account', { password: '' })).status).toBe(204)
})

const subscriptionAt = async (id: string) =>
  (await app.database.query('select doc from test_objects where id = $1', [id]))[0]?.doc as { status: string }
const ownInvoices = async (user: TestUser) => {
  const { invoices } = await billingFixture(app).billing(user)
  return invoices?.map(({ status }) => status)
}

test('closing a paying account cancels its subscription at the provider and sends an email', async () => {
  const fixture = billingFixture(app)
  const ada = await app.signUp()
  const id = await fixture.subscribe(ada)
  await disable(ada.id)
  expect(await subscriptionAt(id)).toMatchObject({ status: 'canceled' })
  expect(await fixture.snapshot(ada)).toMatchObject({ status: 'canceled' })
  const [email] = await app.database.query('select * from outbox where recipient = $1', [ada.email])
  expect(email).toMatchObject({ kind: 'account-closed', subject: 'Your Tidings account has been closed' })
  expect(email?.text).toContain('We canceled your subscription. You will not be charged again.')
  app.time.now = new Date(app.time.now.getTime() + 40 * DAY_MS)
  await app.runJob('payments.advance-time', {})
  await signedInAgain(ada)
  expect(await ownInvoices(await fixture.renewed(ada))).toEqual(['paid'])
  app.time.now = START
})

test('the email about closing an account does not claim to cancel a subscription that ended before', async () => {
  const fixture = billingFixture(app)
  const [left, visitor] = [await app.signUp(), await app.signUp()]
  await fixture.subscribe(left)
  await left.send('POST', '/api/billing/cancel')
  await fixture.start(visitor)
  await fixture.pass(left, 40 * DAY_MS)
  app.boss = await fixture.renewed(app.boss)
  for (const { id, email } of [left, visitor]) {
    await disable(id)
    const [sent] = await app.database.query(
      `select text from outbox where recipient = $1 and kind = 'account-closed'`,
      [email],
    )
    expect(sent?.text).toContain('An administrator closed your account.')
    expect(sent?.text).not.toContain('canceled your subscription')
  }
  app.time.now = START
  app.boss = await fixture.renewed(app.boss)
})

test('closing an account with an unpaid renewal voids the invoice', async () => {
  const fixture = billingFixture(app)
  let ada = await app.signUp()
  await fixture.subscribe(ada, 'pm_card_chargeCustomerFail')
  ada = await fixture.pass(ada, 31 * DAY_MS)
  app.boss = await fixture.renewed(app.boss)
  await disable(ada.id)
  await signedInAgain(ada)
  expect(await ownInvoices(ada)).toEqual(['void', 'paid'])
  app.time.now = START
  app.boss = await fixture.renewed(app.boss)
})

test('closing an account while the provider is down cancels the subscription later', async () => {
  const fixture = billingFixture(app)
  const ada = await app.signUp()
  const id = await fixture.subscribe(ada)
  await app.database.query('alter table test_objects rename to test_objects_away')
  await disable(ada.id).catch(() => {})
  await app.database.query('alter table test_objects_away rename to test_objects')
  expect(await subscriptionAt(id)).toMatchObject({ status: 'active' })
  app.time.now = new Date(START.getTime() + HOUR_MS)
  await app.runJob('billing.reconcile', {})
  expect(await subscriptionAt(id)).toMatchObject({ status: 'canceled' })
  app.time.now = START
})

test('an administrator cancels a subscription and refunds its last payment once, and both are recorded', async () => {
  const fixture = billingFixture(app)
  const ada = await app.signUp()
  const act = (what: string, body: unknown = { reason: 'Asked for it' }) =>
    app.boss.send('POST', `/api/admin/users/${ada.id}/subscription/${what}`, body)
  expect([(await act('cancel')).status, (await act('refund')).status]).toEqual([409, 409])
  const id = await fixture.subscribe(ada)
  expect((await act('refund', {})).status).toBe(422)
  const refunded = await act('refund')
  expect([refunded.status, await refunded.json()]).toMatchObject([200, { amountCents: 499, currency: 'usd' }])
  expect(await ownInvoices(ada)).toEqual(['refunded'])
  expect(await fixture.reason(ada)).toBe('paid')
  expect((await act('refund')).status).toBe(409)
  expect((await act('cancel')).status).toBe(204)
  expect(await subscriptionAt(id)).toMatchObject({ status: 'canceled' })
  expect(await fixture.reason(ada)).toBe('paid-until')
  expect((await act('cancel')).status).toBe(409)
  const acts = (await app.acts()).filter((row) => row.user_id === ada.id)
  expect(acts).toMatchObject([
    { actor: BOSS, act: 'refund-payment', details: { amount: 499, currency: 'usd', reason: 'Asked for it' } },
    { actor: BOSS, act: 'cancel-subscription', details: { subscription: id, reason: 'Asked for it' } },
  ])
})

test('administrators cannot close their own account and lose the role when theirs is closed', async () => {
  const own = await disable(app.boss.id.toUpperCase())
  expect([own.status, await own.json()]).toMatchObject([409, { message: 'You cannot close your own account.' }])
  expect((await app.boss.get('/api/admin/users')).status).toBe(200)
  const other = await app.signUp('other@example.com')
  expect((await other.get('/api/admin/users')).status).toBe(200)
  await disable(other.id)
  await signedInAgain(other)
  expect((await other.get('/api/admin/users')).status).toBe(404)
  expect((await other.send('POST', `/api/admin/users/${other.id}/enable`)).status).toBe(404)
  expect(Profile.parse(await (await other.get('/api/auth/user')).json()).role).toBe('user')
})

test.each([{}, { reason: ' ' }, { reason: 'x'.repeat(301) }])(
  'closing with a missing or too long reason is refused: %j',
  async (body) => {
    const ada = await app.signUp()
    expect((await disable(ada.id, body)).status).toBe(422)
    expect(await closedAt(ada)).toBeNull()
  },
)

test.each([crypto.randomUUID(), 'x', '0'])('closing or reopening unknown user %s is 404', async (id) => {
  for (const response of [await disable(id), await enable(id)])
    expect([response.status, await response.json()]).toMatchObject([404, { message: 'User not found' }])
})

test('closing an account revokes its refresh tokens, but the password still signs in', async () => {
  const live = await liveApp({ environment: { ADMIN_EMAILS: BOSS } })
  const boss = await live.signedUp(BOSS, 'seven clever herons')
  const { client, session, user } = await live.signedUp('closed@example.com', 'seven clever herons')
  await fetch(`${live.publicUrl}/api/admin/users/${user.id}/disable`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boss.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Abuse' }),
  })
  expect((await live.api(session.access_token)).status).toBe(401)
  expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const again = await live.signedIn('closed@example.com', 'seven clever herons')
  const token = again.session?.access_token ?? ''
  expect((await live.api(token, '/api/companies')).status).toBe(402)
  expect((await live.api(token, '/api/account/export')).status).toBe(200)
})

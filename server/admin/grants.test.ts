import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { AdminUser, AdminUserPage, AuditEntry, Grant } from '#domain/admin/users.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import type { TestUser } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

const app = await adminFixture()

const inDays = (days: number) => new Date(app.time.now.getTime() + days * DAY_MS).toISOString()
const give = async (body: object) => {
  const response = await app.boss.send('POST', '/api/admin/grants', { reason: 'A gift', ...body })
  expect(response.status).toBe(201)
  return Grant.parse(await response.json())
}
const profile = async (user: TestUser) => Profile.parse(await (await user.get('/api/auth/user')).json())
const find = async (q: string) =>
  AdminUser.array().parse(await (await app.boss.get(`/api/admin/users?q=${encodeURIComponent(q)}`)).json())

test('granting and revoking take effect immediately and are recorded', async () => {
  const ada = await app.expired()
  expect((await ada.get('/api/companies')).status).toBe(402)
  const grant = await give({ userId: ada.id, days: 30, reason: ' Press\n review ' })
  expect(grant).toMatchObject({
    reason: 'Press review',
    grantedBy: BOSS,
    endsAt: inDays(30),
    isByCode: false,
  })
  expect((await ada.get('/api/companies')).status).toBe(200)
  expect(await profile(ada)).toMatchObject({
    subscriptionStatus: 'active',
    stripeSubscriptionId: null,
    entitlement: { hasAccess: true, reason: 'grant', endsAt: inDays(30), renewsAt: null },
  })
  expect((await app.boss.send('DELETE', `/api/admin/grants/${grant.id}`)).status).toBe(204)
  expect((await ada.get('/api/companies')).status).toBe(402)
  expect((await app.boss.send('DELETE', `/api/admin/grants/${grant.id}`)).status).toBe(404)
  expect((await app.acts()).filter((row) => row.user_id === ada.id)).toEqual([
    {
      actor: BOSS,
      act: 'grant',
      user_id: ada.id,
      details: { grant: grant.id, days: 30, reason: 'Press review' },
    },
    { actor: BOSS, act: 'revoke-grant', user_id: ada.id, details: { grant: grant.id } },
  ])
})

test('a grant expires exactly at its end; a permanent one does not', async () => {
  const [short, long] = [await app.expired(), await app.expired()]
  await give({ email: short.email.toUpperCase(), days: 1 })
  await give({ userId: long.id, days: null })
  const start = app.time.now
  const at = async (user: TestUser, ms: number) => {
    app.time.now = new Date(start.getTime() + ms)
    const authorization = `Bearer ${await user.tokenAt(app.time.now)}`
    const { status } = await app.request('/api/companies', { headers: { authorization } })
    app.time.now = start
    return status
  }
  expect([await at(short, DAY_MS - 1), await at(short, DAY_MS)]).toEqual([200, 402])
  expect(await at(long, 9000 * DAY_MS)).toBe(200)
})

test('revoking one grant leaves another active', async () => {
  const ada = await app.expired()
  const first = await give({ userId: ada.id, days: null })
  await give({ userId: ada.id, days: 2 })
  await app.boss.send('DELETE', `/api/admin/grants/${first.id}`)
  expect((await profile(ada)).entitlement).toMatchObject({ reason: 'grant', endsAt: inDays(2) })
})

test.each([
  [{ days: 30, reason: 'x' }, 422, 'Name either userId or email'],
  [{ email: BOSS, userId: crypto.randomUUID(), days: 30, reason: 'x' }, 422, 'Name either userId or email'],
  [{ email: BOSS, days: 30 }, 422, 'A reason is required'],
  [{ email: BOSS, days: 30, reason: ' \n' }, 422, 'A reason is required'],
  [{ email: BOSS, days: 30, reason: 'x'.repeat(301) }, 422, 'A reason must be at most 300 characters'],
  ...[0, -1, 1.5, 3651, '30', undefined].map((days): [object, number, string] => [
    { email: BOSS, days, reason: 'x' },
    422,
    'Must be a whole number of days from 1 to 3650, or empty for permanent access',
  ]),
  [{ email: 'nobody@example.com', days: 30, reason: 'x' }, 404, 'User not found'],
  [{ email: '', days: 30, reason: 'x' }, 404, 'User not found'],
  [{ userId: crypto.randomUUID(), days: 30, reason: 'x' }, 404, 'User not found'],
])('an invalid request creates no grant: %j', async (body, status, message) => {
  const before = await app.database.query('select count(*) from grants')
  const response = await app.boss.send('POST', '/api/admin/grants', body)
  expect([response.status, await response.json()]).toMatchObject([status, { message }])
  expect(await app.database.query('select count(*) from grants')).toEqual(before)
})

test.each(['0', '-1', 'x', '2147483648', '1.5'])('grant id %s is not found', async (id) => {
  const response = await app.boss.send('DELETE', `/api/admin/grants/${id}`)
  expect([response.status, await response.json()]).toMatchObject([404, { message: 'Grant not found' }])
})

test('users are found by part of their email or name or by id, with their access and its reason', async () => {
  const grace = await app.signUp('grace.hopper@navy.example')
  await grace.send('PATCH', '/api/profile', { firstName: 'Grace', lastName: 'Hopper' })
  await app.subscribe(grace, 'past_due', -2)
  for (const q of ['NAVY.example', 'grace hop', 'Hopper', grace.id, grace.id.toUpperCase()])
    expect((await find(q)).map(({ id }) => id)).toEqual([grace.id])
  expect((await find(grace.id))[0]).toMatchObject({
    email: 'grace.hopper@navy.example',
    role: 'user',
    isNamedInSettings: false,
    subscriptionStatus: 'active',
    entitlement: { reason: 'paid-grace', endsAt: inDays(5) },
  })
  for (const q of ['%', 'grace_hopper', String.raw`\navy`, "' or true --"]) expect(await find(q)).toEqual([])
  expect((await find(BOSS))[0]).toMatchObject({ isNamedInSettings: true })
})

test('search returns at most fifty users, newest first', async () => {
  await app.database.query(
    `insert into users (id, email, trial_ends_at, created_at) select gen_random_uuid(), 'many' || n || '@example.com', now(), $1::timestamptz + n * interval '1 second' from generate_series(1, 60) as n`,
    [app.time.now],
  )
  const found = await find('many')
  expect(found).toHaveLength(50)
  expect(found[0]?.email).toBe('many60@example.com')
})

test('a user page shows grants, subscription and the number of companies, not their names', async () => {
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Secret Holding', website: 'secret.example' })
  await app.subscribe(ada, 'active', 20)
  const grant = await give({ userId: ada.id, days: null })
  const response = await app.boss.get(`/api/admin/users/${ada.id}`)
  const text = await response.text()
  expect(AdminUserPage.parse(JSON.parse(text))).toMatchObject({
    companies: 1,
    grants: [grant],
    subscription: { status: 'active', currentPeriodEnd: inDays(20), cancelAt: null },
  })
  expect(text).not.toMatch(/secret|cus_|sub_/i)
  expect((await app.acts('view-user')).at(-1)).toEqual({
    actor: BOSS,
    act: 'view-user',
    user_id: ada.id,
    details: {},
  })
  for (const id of [crypto.randomUUID(), 'x']) expect((await app.boss.get(`/api/admin/users/${id}`)).status).toBe(404)
})

test('the audit log is paged newest first and drops the user when the account is deleted', async () => {
  const ada = await app.signUp()
  const grant = await give({ userId: ada.id, days: 3 })
  const read = async (query = '') =>
    AuditEntry.array().parse(await (await app.boss.get(`/api/admin/audit${query}`)).json())
  const [newest] = await read()
  expect(newest).toMatchObject({ act: 'grant', userId: ada.id, email: ada.email, at: inDays(0) })
  const [next] = await read(`?before=${newest?.id}`)
  expect(next?.id).toBeLessThan(newest?.id ?? 0)
  expect((await app.boss.get('/api/admin/audit?before=x')).status).toBe(422)

  const erasure = await ada.send('DELETE', '/api/account', { password: '' })
  expect(erasure.status).toBe(204)
  const kept = (await read()).find(({ id }) => id === newest?.id)
  expect(kept).toMatchObject({ act: 'grant', userId: null, email: null, details: { grant: grant.id } })
})

test('subscription ids are shown only while the subscription grants access', async () => {
  const ada = await app.expired()
  const shown = async (status: string, days: number) => {
    await app.subscribe(ada, status, days)
    const { stripeCustomerId, stripeSubscriptionId, subscriptionStatus } = await profile(ada)
    return [Boolean(stripeCustomerId), Boolean(stripeSubscriptionId), subscriptionStatus]
  }
  expect(await shown('incomplete', 30)).toEqual([false, false, 'expired'])
  expect(await shown('active', 30)).toEqual([true, true, 'active'])
  expect(await shown('past_due', -1)).toEqual([true, true, 'active'])
  expect(await shown('past_due', -8)).toEqual([false, false, 'expired'])
  expect(await shown('canceled', 1)).toEqual([true, true, 'active'])
  expect(await shown('canceled', -1)).toEqual([false, false, 'expired'])
  await give({ userId: ada.id, days: 3 })
  expect(await shown('active', 30)).toEqual([true, true, 'active'])
  expect(await shown('unpaid', 30)).toEqual([false, false, 'active'])
})

test('the hourly job stores the status that entitlement() computes', async () => {
  const people = [await app.expired(), await app.expired(), await app.signUp(), await app.expired()]
  const [granted, over, trial, paid] = people as [TestUser, TestUser, TestUser, TestUser]
  await give({ userId: granted.id, days: 3 })
  await app.subscribe(paid, 'active', 3)
  const words = async () => {
    await app.runJob('account.expire-trials', {})
    const rows = await app.database.query('select id, subscription_status from users')
    return [granted, over, trial, paid].map(({ id }) => rows.find((row) => row.id === id)?.subscription_status)
  }
  expect(await words()).toEqual(['active', 'expired', 'trial', 'active'])
  await app.database.query(`update grants set revoked_at = now() where user_id = $1`, [granted.id])
  await app.subscribe(paid, 'unpaid', 3)
  expect(await words()).toEqual(['expired', 'expired', 'trial', 'expired'])
})

test('a closed account gets its own error message', async () => {
  const ada = await app.signUp()
  await give({ userId: ada.id, days: null })
  await app.database.query(`update users set disabled_at = now() where id = $1`, [ada.id])
  const response = await ada.get('/api/companies')
  expect([response.status, await response.json()]).toMatchObject([
    402,
    {
      code: 'no-access',
      message: 'This account has been closed. Contact us if you think this is a mistake.',
    },
  ])
  expect((await profile(ada)).entitlement).toEqual({
    hasAccess: false,
    reason: 'none',
    endsAt: null,
    renewsAt: null,
  })
})

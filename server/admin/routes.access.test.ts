import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { adminFixture, answerOf, BOSS } from '../testing/fixtures/admin-fixture.ts'
import { liveApp } from '../testing/live-app.ts'
import { testApp } from '../testing/test-app.ts'

const app = await adminFixture()

const CALLS: [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/admin/users'],
  ['GET', '/api/admin/users?q=a'],
  ['GET', '/api/admin/users/00000000-0000-4000-8000-000000000000'],
  ['POST', '/api/admin/users/00000000-0000-4000-8000-000000000000/disable', { reason: 'Planted' }],
  ['POST', '/api/admin/users/00000000-0000-4000-8000-000000000000/enable'],
  ['POST', '/api/admin/grants', { email: BOSS, days: null, reason: 'Planted' }],
  ['POST', '/api/admin/grants', {}],
  ['POST', '/api/admin/grants', undefined],
  ['DELETE', '/api/admin/grants/1'],
  ['GET', '/api/admin/codes'],
  ['POST', '/api/admin/codes', { days: 30, reason: 'Planted' }],
  ['DELETE', '/api/admin/codes/1'],
  ['GET', '/api/admin/audit'],
  ['GET', '/api/admin/health'],
  ['GET', '/api/admin/sources'],
  ['GET', '/api/admin/jobs'],
  ['POST', '/api/admin/jobs/00000000-0000-4000-8000-000000000000/retry'],
  ['DELETE', '/api/admin/jobs/00000000-0000-4000-8000-000000000000'],
  ['GET', '/api/admin/ai'],
]

test.each(CALLS)('%s %s needs a session', async (method, path, body) => {
  const response = await app.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(await response.json()).toMatchObject({ status: 401, code: 'not-signed-in' })
})

test.each(CALLS)('%s %s answers non-administrators exactly like an unknown path', async (method, path, body) => {
  const ada = await app.signUp()
  const refused = await answerOf(await ada.send(method, path, body))
  const absent = await answerOf(await ada.send(method, '/api/nowhere/1', body))
  expect(refused.status).toBe(404)
  expect(refused).toEqual(absent)
})

const roleOf = async (user: { get: (path: string) => Promise<Response> }) =>
  Profile.parse(await (await user.get('/api/auth/user')).json()).role

test('ADMIN_EMAILS: confirmed accounts with these addresses are administrators, whatever the case', async () => {
  expect(await roleOf(app.boss)).toBe('admin')
  expect((await app.boss.get('/api/admin/users')).status).toBe(200)
  const other = await app.signUp('Other@Example.com')
  expect(await roleOf(other)).toBe('admin')
  expect(await roleOf(await app.signUp('another@example.com'))).toBe('user')
})

test('ADMIN_EMAILS: an unconfirmed address does not make an administrator', async () => {
  const other = await app.signUp('other@example.com')
  await app.database.query(`update auth.users set email_confirmed_at = null where id = $1`, [other.id])
  expect(await roleOf(other)).toBe('user')
  expect((await other.get('/api/admin/users')).status).toBe(404)
})

test('the role is read on every request, and removing the setting revokes nothing', async () => {
  const plain = await testApp()
  const ada = await plain.signUp()
  expect((await ada.get('/api/admin/users')).status).toBe(404)
  await plain.database.query(`update users set role = 'admin' where id = $1`, [ada.id])
  expect([(await ada.get('/api/admin/users')).status, await roleOf(ada)]).toEqual([200, 'admin'])
  await plain.database.query(`update users set role = 'user' where id = $1`, [ada.id])
  expect([(await ada.get('/api/admin/users')).status, await roleOf(ada)]).toEqual([404, 'user'])
})

test('an administrator keeps the role after the trial but needs access to use the product', async () => {
  await app.database.query(`update users set trial_ends_at = $2 where id = $1`, [app.boss.id, app.time.now])
  expect((await app.boss.get('/api/admin/users')).status).toBe(200)
  expect((await app.boss.get('/api/companies')).status).toBe(402)
})

test('neither sign-up nor profile changes make an administrator', async () => {
  const live = await liveApp({ environment: { ADMIN_EMAILS: BOSS } })
  const rights = { role: 'admin', subscription_status: 'active', trial_ends_at: '2099-01-01', email: BOSS }
  const browser = live.client()
  const { data } = await browser.signUp({
    email: 'mallory@example.com',
    password: 'seven clever herons',
    options: { data: { ...rights, email_verified: true } },
  })
  await browser.updateUser({ data: rights })
  const token = data.session?.access_token ?? ''
  await fetch(`${live.publicUrl}/api/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Mallory', ...rights }),
  })
  const profile = Profile.parse(await (await live.api(token)).json())
  expect(profile).toMatchObject({ email: 'mallory@example.com', role: 'user', subscriptionStatus: 'trial' })
  expect((await live.api(token, '/api/admin/users')).status).toBe(404)
})

test('with a hosted auth service an address counts once the service reports it as confirmed', async () => {
  const hosted = await liveApp()
  const ours = await liveApp({
    environment: { AUTH_URL: hosted.authUrl, AUTH_ANON_KEY: 'anon', ADMIN_EMAILS: BOSS },
  })
  ours.time.now = hosted.time.now
  const { session, user } = await hosted.signedUp(BOSS, 'seven clever herons')
  expect((await ours.api(session.access_token, '/api/admin/users')).status).toBe(200)
  await hosted.database.query(`update auth.users set email_confirmed_at = null where id = $1`, [user.id])
  // The service is asked about a session every 30 seconds.
  ours.time.now = new Date(ours.time.now.getTime() + 31_000)
  expect((await ours.api(session.access_token, '/api/admin/users')).status).toBe(404)
})

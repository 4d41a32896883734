import { beforeAll, expect, test } from 'vitest'
import { Profile } from '#domain/account.ts'
import { adminScene, BOSS, type AdminScene } from '../testing/admin-scene.ts'
import { billingScene } from '../testing/billing-scene.ts'
import { liveApp } from '../testing/live-app.ts'
import type { TestUser } from '../testing/test-app.ts'

const CLOSED = 'This account has been closed. Write to us if you think that is a mistake.'

let app: AdminScene

beforeAll(async () => {
  app = await adminScene()
})

const disable = (id: string, body: unknown = { reason: 'Abuse' }) =>
  app.boss.send('POST', `/api/admin/users/${id}/disable`, body)
const enable = (id: string) => app.boss.send('POST', `/api/admin/users/${id}/enable`)
const closedAt = async (user: TestUser) =>
  (await app.database.query('select disabled_at from users where id = $1', [user.id]))[0]?.disabled_at
/** Signed in anew, as nobody but the account's owner can. */
async function signedInAgain(user: TestUser) {
  await app.database.query(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, $3)`, [
    user.sessionId,
    user.id,
    app.time.now,
  ])
}

test('closed at once, on every device; open again at once; each act is on record, and only an act', async () => {
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

test('whoever is closed out leaves with what is theirs, and begins nothing new', async () => {
  const scene = billingScene(app)
  const ada = await app.signUp()
  await scene.subscribe(ada)
  await disable(ada.id)
  await signedInAgain(ada)
  expect((await ada.get('/api/account/export')).status).toBe(200)
  expect((await ada.get('/api/billing')).status).toBe(200)
  expect((await ada.send('POST', '/api/billing/cancel')).status).toBe(200)
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

test('an administrator cannot close their own account, and one who is closed out is none', async () => {
  const own = await disable(app.boss.id.toUpperCase())
  expect([own.status, await own.json()]).toMatchObject([
    409,
    { message: 'You cannot close your own account.' },
  ])
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
  'without a reason: %j is refused',
  async (body) => {
    const ada = await app.signUp()
    expect((await disable(ada.id, body)).status).toBe(422)
    expect(await closedAt(ada)).toBeNull()
  },
)

test.each([crypto.randomUUID(), 'x', '0'])('%s is nobody', async (id) => {
  for (const response of [await disable(id), await enable(id)])
    expect([response.status, await response.json()]).toMatchObject([404, { message: 'User not found' }])
})

test('a refresh token of before opens nothing; the password does, as far as the account is open', async () => {
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

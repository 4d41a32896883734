import { beforeAll, expect, inject, test } from 'vitest'
import { addAuthenticator } from '../../../testing/factors.ts'
import { liveApp, type LiveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let app: LiveApp
let counter = 0

beforeAll(async () => {
  app = await liveApp({ poolSize: 8 })
})

const newAccount = () => app.signedUp(`user-${(counter += 1)}@example.com`, PASSWORD)
const refresh = async (token: string) => {
  const response = await app.post('/token?grant_type=refresh_token', { refresh_token: token })
  const body = (await response.json()) as {
    refresh_token: string
    access_token: string
    code?: string
    message?: string
  }
  return { status: response.status, ...body }
}

test('a refresh through the client library issues new tokens', async () => {
  const { client, session } = await newAccount()
  app.later(1)
  const { data } = await client.refreshSession()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  expect(data.session?.access_token).not.toBe(session.access_token)
  expect((await app.api(data.session!.access_token)).status).toBe(200)
})

test('five tabs refreshing at once all get the same new token', async () => {
  const { session } = await newAccount()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(session.refresh_token)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
  expect((await refresh(answers[0]!.refresh_token)).status).toBe(200)
})

test('a client that missed a response gets the current token again, even an hour later', async () => {
  const { session } = await newAccount()
  const lost = await refresh(session.refresh_token)
  app.later(3600)
  const again = await refresh(session.refresh_token)
  expect(again).toMatchObject({ status: 200, refresh_token: lost.refresh_token })
})

test('replaying an older token after the reuse window permanently ends the session', async () => {
  const { session } = await newAccount()
  const second = await refresh(session.refresh_token)
  const third = await refresh(second.refresh_token)
  expect((await refresh(session.refresh_token)).refresh_token).toBe(third.refresh_token)
  app.later(11)
  const replayed = await refresh(session.refresh_token)
  expect(replayed).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  })
  expect((await refresh(third.refresh_token)).status).toBe(400)
  expect((await app.api(third.access_token)).status).toBe(401)
  const events = app.logged.filter((line) => line.includes('auth.token_reused'))
  expect(events.at(-1)).toMatch(/"requestId":"[\w-]+".*"peer":"127.0.0.1"/)
})

test('refresh tokens have 256 random bits and are stored only as hashes', async () => {
  const { session } = await newAccount()
  expect(Buffer.from(session.refresh_token, 'base64url')).toHaveLength(32)
  const rows = JSON.stringify(await app.database.query('select * from auth.refresh_tokens'))
  expect(rows).not.toContain(session.refresh_token)
})

test.each([
  ['', 'validation_failed'],
  ['nonsense!', 'validation_failed'],
  ['aaaaaaaaaaaa', 'refresh_token_not_found'],
  ['A'.repeat(43), 'refresh_token_not_found'],
])('the refresh token %j is refused with 400 %s', async (token, code) => {
  expect(await refresh(token)).toMatchObject({ status: 400, code })
})

test.each([
  ['global', 401, 401],
  ['others', 200, 401],
  ['local', 401, 200],
] as const)('after sign-out with scope %s, this device gets %i and the other %i', async (scope, here, there) => {
  const mine = await newAccount()
  const other = await app.signedIn(mine.user.email!, PASSWORD)
  expect((await mine.client.signOut({ scope })).error).toBeNull()
  expect((await app.api(mine.session.access_token)).status).toBe(here)
  expect((await app.api(other.session.access_token)).status).toBe(there)
  expect((await refresh(mine.session.refresh_token)).status).toBe(here === 200 ? 200 : 400)
  expect((await refresh(other.session.refresh_token)).status).toBe(there === 200 ? 200 : 400)
})

test('the auth server refuses the token of an ended session, and sign-out still clears the client', async () => {
  const { client, session } = await newAccount()
  await app.client().admin.signOut(session.access_token, 'global')
  expect(await app.codeOf(app.send('GET', '/user', session.access_token))).toBe('session_not_found')
  expect((await client.signOut()).error).toBeNull()
  expect((await client.getSession()).data.session).toBeNull()
  expect(await app.codeOf(app.send('POST', '/logout?scope=everyone', session.access_token))).toBe('session_not_found')
})

test('an access token expires after an hour, for both the API and the auth server', async () => {
  const { session } = await newAccount()
  app.later(3599)
  expect((await app.api(session.access_token)).status).toBe(200)
  app.later(1)
  expect((await app.api(session.access_token)).status).toBe(401)
  expect(await app.codeOf(app.send('GET', '/user', session.access_token))).toBe('bad_jwt')
})

test('a banned account is refused everywhere, but sign-in reveals the ban only after the right password', async () => {
  const { session, user } = await newAccount()
  await app.database.query(`update auth.users set banned_until = '2999-01-01' where id = $1`, [user.id])
  expect((await app.api(session.access_token)).status).toBe(401)
  expect(await app.codeOf(app.send('GET', '/user', session.access_token))).toBe('user_banned')
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'user_banned' })
  const right = await app.client().signInWithPassword({ email: user.email!, password: PASSWORD })
  expect(right.error).toMatchObject({ status: 400, code: 'user_banned' })
  const wrong = await app.client().signInWithPassword({ email: user.email!, password: 'wrong password' })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

test('a deleted account or an expired session gives no access', async () => {
  const gone = await newAccount()
  await app.database.query('update auth.users set deleted_at = now() where id = $1', [gone.user.id])
  expect((await app.api(gone.session.access_token)).status).toBe(401)
  expect(await app.codeOf(app.send('GET', '/user', gone.session.access_token))).toBe('user_not_found')

  const over = await newAccount()
  await app.database.query('update auth.sessions set not_after = $2 where user_id = $1', [over.user.id, app.time.now])
  expect((await app.api(over.session.access_token)).status).toBe(401)
  expect(await app.codeOf(app.send('GET', '/user', over.session.access_token))).toBe('session_not_found')
  expect(await refresh(over.session.refresh_token)).toMatchObject({ status: 400, code: 'session_expired' })
})

if (!inject('isAuthHosted'))
  test('a user can list and end their own sessions but not end another user’s', manageSessions)

async function manageSessions(): Promise<void> {
  const mine = await newAccount()
  const other = await app.signedIn(mine.user.email!, PASSWORD)
  const stranger = await newAccount()
  const list = async (token: string) =>
    (await (await app.api(token, '/api/account/sessions')).json()) as { id: string; current: boolean }[]
  const devices = await list(mine.session.access_token)
  expect(devices).toHaveLength(2)
  expect(devices[0]).toMatchObject({ ip: '127.0.0.1', createdAt: app.time.now.toISOString() })
  const { id } = devices.find(({ current }) => !current)!
  const end = (token: string) =>
    fetch(`${app.publicUrl}/api/account/sessions/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await end(stranger.session.access_token)).status).toBe(404)
  expect((await app.api(other.session.access_token)).status).toBe(200)
  expect((await end(mine.session.access_token)).status).toBe(204)
  expect((await app.api(other.session.access_token)).status).toBe(401)
  expect(await list(mine.session.access_token)).toHaveLength(1)
}

test('the cleanup removes revoked refresh tokens and unfinished flows, and keeps sessions and factors in use', async () => {
  const { client, user } = await newAccount()
  const { factorId } = await addAuthenticator(app, client)
  await client.mfa.challenge({ factorId })
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Never verified' })
  await client.passkey.startRegistration()
  await app.client({ flowType: 'pkce' }).resetPasswordForEmail(user.email!)
  await app.settleJobs()
  await client.refreshSession()
  const spent = async () => {
    const counts = [
      'refresh_tokens where revoked',
      `mfa_factors where status = 'unverified'`,
      'mfa_challenges',
      'webauthn_challenges',
      'one_time_tokens',
      'flow_state',
    ].map(async (rows) => Number((await app.database.query(`select count(*) from auth.${rows}`))[0]?.count))
    return Promise.all(counts)
  }
  expect(Math.min(...(await spent()))).toBeGreaterThan(0)
  app.later(2 * 86_400 + 1)
  await app.authServer?.cleanUp()
  expect(await spent()).toEqual([0, 0, 0, 0, 0, 0])
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('a session ends at its maximum age, however often it is used, and no token outlives it', async () => {
  const strict = await liveApp({ environment: { AUTH_SESSION_MAX_AGE: '2h', AUTH_SESSION_IDLE: '90m' } })
  const { client, session } = await strict.signedUp('aging@example.com', 'seven clever herons')
  const renew = (token: string) => strict.post('/token?grant_type=refresh_token', { refresh_token: token })
  type Answer = { refresh_token: string; access_token: string; expires_in: number; expires_at: number }
  expect(session.expires_in).toBe(3600)
  strict.later(3600)
  const second = (await (await renew(session.refresh_token)).json()) as Answer
  expect(second.expires_in).toBe(3600)
  strict.later(3000)
  const third = (await (await renew(second.refresh_token)).json()) as Answer
  expect(third.expires_in).toBe(600)
  expect(third.expires_at).toBe(Math.floor(strict.time.now.getTime() / 1000) + 600)
  expect((await strict.api(third.access_token)).status).toBe(200)
  strict.later(600)
  expect((await strict.api(third.access_token)).status).toBe(401)
  expect((await strict.send('GET', '/user', third.access_token)).status).toBe(403)
  const refused = await renew(third.refresh_token)
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },
  ])
  const { error } = await client.refreshSession({ refresh_token: third.refresh_token })
  expect(error?.code).toBe('session_expired')
})

test.each(['created_at', 'refreshed_at'])(
  'an unexpired token is refused once its session has ended by %s',
  async (column) => {
    const strict = await liveApp({ environment: { AUTH_SESSION_MAX_AGE: '2h', AUTH_SESSION_IDLE: '90m' } })
    const { session } = await strict.signedUp('over@example.com', PASSWORD)
    expect((await strict.api(session.access_token)).status).toBe(200)
    await strict.database.query('update auth.sessions set refreshed_at = created_at')
    await strict.database.query(`update auth.sessions set ${column} = ${column} - interval '3 hours'`)
    expect((await strict.api(session.access_token)).status).toBe(401)
    expect((await strict.send('GET', '/user', session.access_token)).status).toBe(403)
  },
)

test('an idle session ends early, and using it postpones that', async () => {
  const strict = await liveApp({ environment: { AUTH_SESSION_MAX_AGE: '30d', AUTH_SESSION_IDLE: '2h' } })
  const { session } = await strict.signedUp('idle@example.com', 'seven clever herons')
  const renew = (token: string) => strict.post('/token?grant_type=refresh_token', { refresh_token: token })
  strict.later(7100)
  const used = (await (await renew(session.refresh_token)).json()) as typeof session
  strict.later(7100)
  const again = (await (await renew(used.refresh_token)).json()) as typeof session
  expect(again.access_token).toBeDefined()
  const other = await strict.signedIn('idle@example.com', 'seven clever herons')
  strict.later(7201)
  const refused = await renew(again.refresh_token)
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired (Inactivity)' },
  ])
  expect((await strict.send('GET', '/user', other.session.access_token)).status).toBe(403)
  const fresh = await strict.signedIn('idle@example.com', 'seven clever herons')
  const devices = (await (await strict.api(fresh.session.access_token, '/api/account/sessions')).json()) as object[]
  // A hosted service has no list of them.
  expect(devices).toHaveLength(inject('isAuthHosted') ? 0 : 1)
  await strict.runJob('auth.clean-up', {})
  expect(await strict.database.query('select 1 from auth.sessions')).toHaveLength(1)
})

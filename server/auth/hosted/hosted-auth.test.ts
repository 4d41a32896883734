import { expect, onTestFinished, test } from 'vitest'
import { SignJWT } from 'jose'
import { compose } from '../../compose.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { liveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

const hosted = await liveApp()
const app = await liveApp({ environment: { AUTH_URL: hosted.authUrl, AUTH_ANON_KEY: 'anon' } })
app.time.now = hosted.time.now

test('accounts of a hosted auth server work, and their profile is created on first use', async () => {
  expect(await (await fetch(`${app.publicUrl}/api/config`)).json()).toMatchObject({
    auth: { url: hosted.authUrl, anonKey: 'anon' },
  })
  const { session, user } = await hosted.signedUp('ada@example.com', PASSWORD)
  expect(await app.database.query('select 1 from users')).toEqual([])
  const first = await app.api(session.access_token)
  expect(await first.json()).toMatchObject({
    id: user.id,
    email: 'ada@example.com',
    firstName: 'ada',
    subscriptionStatus: 'trial',
  })
  expect(await app.database.query('select 1 from users')).toHaveLength(1)
  const { data } = await hosted.client().signInWithPassword({ email: 'ada@example.com', password: PASSWORD })
  expect((await app.api(data.session!.access_token)).status).toBe(200)
})

test('with hosted auth, the embedded auth server is absent and its tokens are refused', async () => {
  expect((await fetch(`${app.publicUrl}/auth/v1/settings`)).status).toBe(404)
  const own = await app.signUp()
  expect((await own.get('/api/auth/user')).status).toBe(401)
})

test.each(['garbage', 'a.b.c'])('the token %s is refused', async (token) => {
  expect((await app.api(token)).status).toBe(401)
})

test('an expired token is refused', async () => {
  const { session } = await hosted.signedUp('late@example.com', PASSWORD)
  app.later(3600)
  expect((await app.api(session.access_token)).status).toBe(401)
  app.time.now = hosted.time.now
})

test('deleting an account checks the password with the hosted service and removes our data', async () => {
  const { session } = await hosted.signedUp('gone@example.com', PASSWORD)
  await app.api(session.access_token)
  const remove = (password: string) =>
    fetch(`${app.publicUrl}/api/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })
  expect((await remove('wrong password')).status).toBe(422)
  expect((await remove(PASSWORD)).status).toBe(204)
  expect(await app.database.query(`select 1 from users where email = 'gone@example.com'`)).toEqual([])
  expect(await app.emails('gone@example.com', 'account-deleted')).toHaveLength(1)
})

test('an outage of the hosted service neither signs anybody out nor passes for a wrong password', async () => {
  const answers: Record<string, number> = { '/jwks': 503, '/token': 500, '/user': 200 }
  const service = await loopbackSite(({ url = '' }, response) => {
    response.writeHead(answers[url.replace(/[?].*/, '')] ?? 404).end('{"email":"away@example.com"}')
  })
  onTestFinished(() => service.close())
  const environment = { AUTH_URL: service.url, AUTH_ANON_KEY: 'anon', AUTH_JWKS_URL: `${service.url}/jwks` }
  const { session } = await hosted.signedUp('away@example.com', PASSWORD)
  expect((await (await liveApp({ environment })).api(session.access_token)).status).toBe(503)

  const secret = 'a secret that both services share'
  const shared = await liveApp({ environment: { ...environment, AUTH_JWT_SECRET: secret } })
  const claims = {
    sub: crypto.randomUUID(),
    session_id: crypto.randomUUID(),
    email: 'away@example.com',
    role: 'authenticated',
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(service.url)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const statuses: number[] = []
  for (const status of [500, 429, 400]) {
    answers['/token'] = status
    const request = { method: 'DELETE', headers, body: JSON.stringify({ password: PASSWORD }) }
    statuses.push((await fetch(`${shared.publicUrl}/api/account`, request)).status)
  }
  expect(statuses).toEqual([503, 429, 422])
})

test('an account that is used again after its deletion survives a restart, but a restored backup of it does not', async () => {
  const { session, user } = await hosted.signedUp('back@example.com', PASSWORD)
  await app.api(session.access_token)
  const [before] = await app.database.query('select * from users where id = $1', [user.id])
  app.later(60)
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  const request = { method: 'DELETE', headers, body: JSON.stringify({ password: PASSWORD }) }
  expect((await fetch(`${app.publicUrl}/api/account`, request)).status).toBe(204)
  app.later(60)
  expect((await app.api(session.access_token)).status).toBe(200)

  const rows = () => app.database.query('select id from users where id = $1', [user.id])
  const restart = () => compose(app.config, { clock: () => app.time.now, database: app.database, jobs: 'inline' })
  await restart()
  expect(await rows()).toHaveLength(1)
  await app.database.query('update users set created_at = $2 where id = $1', [user.id, before?.created_at])
  await restart()
  expect(await rows()).toEqual([])
  app.time.now = hosted.time.now
})

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { addAuthenticator } from '../../testing/factors.ts'
import { liveApp, type LiveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let service: LiveApp
let app: LiveApp

beforeAll(async () => {
  service = await liveApp()
  app = await liveApp({ environment: { AUTH_URL: service.authUrl, AUTH_ANON_KEY: 'anon' } })
  app.time.now = service.time.now
})

const later = (seconds: number) => {
  for (const each of [service, app]) each.later(seconds)
}

const statusOf = async (token: string) => (await app.api(token, '/api/companies')).status

test('with a second factor, a password alone reaches nothing at a hosted service', async () => {
  const { client, user } = await service.signedUp('two@example.com', PASSWORD)
  const { factorId, code } = await addAuthenticator(service, client)
  later(90)
  const { client: next, session } = await service.signedIn(user.email ?? '', PASSWORD)
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  const erase = { method: 'DELETE', headers, body: JSON.stringify({ password: PASSWORD }) }
  expect(await statusOf(session.access_token)).toBe(401)
  expect((await app.api(session.access_token, '/api/account/export')).status).toBe(401)
  expect((await fetch(`${app.publicUrl}/api/account`, erase)).status).toBe(401)
  const { data } = await next.mfa.challengeAndVerify({ factorId, code: code() })
  expect(await statusOf(data?.access_token ?? '')).toBe(200)
})

test.each([
  ['signs out', (token: string) => service.send('POST', '/logout', token)],
  [
    'is banned',
    async (_: string, userId: string) =>
      service.database.query(`update auth.users set banned_until = '2999-01-01' where id = $1`, [userId]),
  ],
])('an account that %s at the hosted service is out within a minute', async (how, end) => {
  const { session, user } = await service.signedUp(`${how.replace(' ', '-')}@example.com`, PASSWORD)
  expect(await statusOf(session.access_token)).toBe(200)
  await end(session.access_token, user.id)
  later(60)
  expect(await statusOf(session.access_token)).toBe(401)
})

test('who was signed in stays so while the hosted service is down, and nobody else gets in', async () => {
  const { session } = await service.signedUp('known@example.com', PASSWORD)
  const { session: unknown } = await service.signedUp('unknown@example.com', PASSWORD)
  expect(await statusOf(session.access_token)).toBe(200)
  const real = globalThis.fetch
  onTestFinished(() => void (globalThis.fetch = real))
  globalThis.fetch = async (input, init) =>
    String(input).startsWith(service.authUrl) ? new Response('', { status: 502 }) : real(input, init)
  later(60)
  expect(await statusOf(session.access_token)).toBe(200)
  expect(await statusOf(unknown.access_token)).toBe(503)
})

test('the first name given at sign-up at a hosted service reaches the profile', async () => {
  const browser = service.client()
  const { data } = await browser.signUp({
    email: 'mk1815@example.com',
    password: PASSWORD,
    options: { data: { first_name: ' Maria ' } },
  })
  const profile = await app.api(data.session?.access_token ?? '')
  expect(await profile.json()).toMatchObject({ firstName: 'Maria' })
})

import { describe, expect, test } from 'vitest'
import { liveApp } from '../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const TOO_LATE_SECONDS = 601

const authServer = await liveApp()
const hosted = await liveApp({ environment: { AUTH_URL: authServer.authUrl, AUTH_ANON_KEY: 'anon' } })

async function signedInByLink(email: string): Promise<string> {
  await authServer.client().signInWithOtp({ email })
  const { fragment } = await authServer.open(await authServer.linkFor(email, 'magiclink'))
  return fragment.get('access_token') ?? ''
}

describe.each(['embedded', 'hosted'] as const)('deleting an account with %s auth', (kind) => {
  const product = () => (kind === 'hosted' ? hosted : authServer)
  const erase = async (token: string, password: string, secondsLater = 0) => {
    const now = authServer.time.now
    product().time.now = new Date(now.getTime() + secondsLater * 1000)
    await product().api(token)
    const response = await fetch(`${product().publicUrl}/api/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })
    authServer.time.now = now
    return response
  }

  test('needs the password, however recent the sign-in', async () => {
    const { session } = await authServer.signedUp(`${kind}@example.com`, PASSWORD)
    const wrong = await erase(session.access_token, 'wrong password')
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({ code: 'invalid-input', message: 'The password is incorrect.' })
    expect((await erase(session.access_token, '')).status).toBe(422)
    expect((await erase(session.access_token, PASSWORD, TOO_LATE_SECONDS)).status).toBe(204)
  })

  test('without a password needs a sign-in in the last ten minutes', async () => {
    const token = await signedInByLink(`${kind}-link@example.com`)
    expect((await erase(token, '', TOO_LATE_SECONDS)).status).toBe(kind === 'hosted' ? 422 : 403)
    expect((await erase(token, '')).status).toBe(204)
  })
})

test('with embedded auth, an emailed code renews the sign-in of an account without a password', async () => {
  const email = 'renewed@example.com'
  const token = await signedInByLink(email)
  authServer.later(TOO_LATE_SECONDS)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const erase = () =>
    fetch(`${authServer.publicUrl}/api/account`, { method: 'DELETE', headers, body: '{"password":"anything"}' })
  expect(await (await erase()).json()).toMatchObject({ code: 'reauthentication-needed' })
  await authServer.send('GET', '/reauthenticate', token)
  const nonce = await authServer.codeFor(email, 'reauthentication')
  expect((await authServer.send('PUT', '/user', token, { nonce })).status).toBe(200)
  expect((await erase()).status).toBe(204)
})

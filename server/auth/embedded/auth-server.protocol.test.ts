import { expect, test } from 'vitest'
import { liveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp()
const { session, user } = await app.signedUp('ada@example.com', PASSWORD)
const bearer = session.access_token
const userId = user.id

test('errors come in two formats, chosen by the date in the version header', async () => {
  const ask = async (version?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(version ? { 'x-supabase-api-version': version } : {}),
    }
    const body = JSON.stringify({ email: 'a@example.com', password: 'abc' })
    const response = await fetch(`${app.authUrl}/signup`, { method: 'POST', headers, body })
    return {
      body: await response.json(),
      echoed: response.headers.get('x-supabase-api-version'),
      code: response.headers.get('x-sb-error-code'),
    }
  }
  const message = 'Password should be at least 6 characters.'
  const weak = { weak_password: { reasons: ['length'] } }
  const old = {
    body: { code: 422, error_code: 'weak_password', msg: message, ...weak },
    echoed: null,
    code: 'weak_password',
  }
  expect(await ask()).toEqual(old)
  expect(await ask('2023-12-31')).toEqual(old)
  expect(await ask('nonsense')).toEqual(old)
  const recent = {
    body: { code: 'weak_password', message, ...weak },
    echoed: '2024-01-01',
    code: 'weak_password',
  }
  expect(await ask('2024-01-01')).toEqual(recent)
  expect(await ask('2025-06-01')).toEqual(recent)
})

test.each([
  [{}, 422, 'anonymous_provider_disabled'],
  [{ email: 'not an address' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [{ email: 'x', password: 'p'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  [{ email: 'x', password: 'abcde' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
  [
    { email: 'x', phone: '1', password: PASSWORD },
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ],
  [
    { email: 'x', password: PASSWORD, code_challenge: 'short', code_challenge_method: 's256' },
    400,
    'validation_failed',
    'code challenge does not conform to RFC 7636',
  ],
  [
    { email: 'x', password: PASSWORD, code_challenge: 'a'.repeat(43) },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  [{ phone: '123456', password: PASSWORD }, 400, 'phone_provider_disabled'],
  [{ email: 'x', password: PASSWORD }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  [
    { email: `${'x'.repeat(250)}@example.com`, password: PASSWORD },
    400,
    'validation_failed',
    'An email address is too long',
  ],
] as [object, number, string, string?][])(
  'sign-up checks in order: %j → %i %s',
  async (body, status, code, message) => {
    const response = await app.post('/signup', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, ...(message ? { message } : {}) })
  },
)

test('nulls, unknown keys and the extras the client sends are ignored', async () => {
  const response = await app.post('/signup', {
    email: 'nulls@example.com',
    password: PASSWORD,
    data: null,
    code_challenge: null,
    code_challenge_method: null,
    gotrue_meta_security: {},
    channel: 'sms',
  })
  expect(response.status).toBe(200)
})

test.each([
  ['POST', '/token?grant_type=password', '{"email":', 400, 'bad_json'],
  ['POST', '/token?grant_type=password', '[]', 400, 'bad_json'],
  ['POST', '/token?grant_type=password', '', 400, 'bad_json'],
  ['POST', '/token?grant_type=password', '{"email":7}', 400, 'bad_json'],
  ['POST', '/token?grant_type=password', String.raw`{"email":"a\u0000@example.com"}`, 400, 'bad_json'],
  ['POST', '/signup', String.raw`{"email":"a@example.com","data":{"name":"\ud800"}}`, 400, 'bad_json'],
  ['POST', '/signup', String.raw`{"email":"a@example.com","data":{"\uDE00\ud83d":"name"}}`, 400, 'bad_json'],
  ['POST', '/recover', String.raw`{"data":"\ud83d\uDE00"}`, 400, 'validation_failed'],
  ['POST', '/token?grant_type=password', '{}', 400, 'validation_failed'],
  ['POST', '/token?grant_type=magic', '{}', 400, 'invalid_credentials'],
  ['POST', '/token?grant_type=web3', '{}', 422, 'web3_provider_disabled'],
  ['POST', '/token?grant_type=pkce', '{}', 400, 'validation_failed'],
  ['POST', '/token?grant_type=id_token', '{"provider":"google","id_token":"x"}', 400, 'provider_disabled'],
  ['POST', '/sso', '{}', 404, 'saml_provider_disabled'],
  ['POST', '/recover', '{}', 400, 'validation_failed'],
  ['POST', '/recover', '{"email":"x"}', 400, 'validation_failed'],
  ['POST', '/otp', '{}', 400, 'validation_failed'],
  ['POST', '/otp', '{"phone":"123456"}', 400, 'phone_provider_disabled'],
  ['POST', '/resend', '{"type":"other","email":"a@example.com"}', 400, 'validation_failed'],
  ['POST', '/verify', '{}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"signup"}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"signup","token":"1","email":"a@example.com","phone":"1"}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"signup","token_hash":"1","email":"a@example.com"}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"other","token_hash":"1"}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"signup","token":"1","email":"x"}', 422, 'validation_failed'],
  ['POST', '/verify', '{"type":"sms","token":"1","phone":"abc"}', 400, 'validation_failed'],
  ['POST', '/verify', '{"type":"sms","token":"1","phone":"123456"}', 403, 'otp_expired'],
  ['POST', '/verify', '{"type":"signup","token_hash":"unknown"}', 403, 'otp_expired'],
  ['GET', '/verify?type=signup', null, 400, 'validation_failed'],
  ['GET', '/verify?token=x', null, 400, 'validation_failed'],
  ['GET', '/authorize?provider=google', null, 400, 'validation_failed'],
  ['GET', '/nowhere', null, 404, 'validation_failed'],
  ['PUT', '/signup', '{}', 404, 'validation_failed'],
] as [string, string, string | null, number, string][])(
  '%s %s with %j returns %i %s',
  async (method, path, body, status, code) => {
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    const response = await fetch(app.authUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === null ? {} : { body }),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ code })
  },
)

test('a body over 1 MiB is refused', async () => {
  const headers = { 'x-supabase-api-version': '2024-01-01', connection: 'close' }
  const body = JSON.stringify({ email: 'x'.repeat(1_100_000) })
  const response = await fetch(`${app.authUrl}/recover`, { method: 'POST', headers, body })
  expect([response.status, await app.codeOf(Promise.resolve(response))]).toEqual([413, 'request_entity_too_large'])
})

test('the service publishes its health, settings and public keys', async () => {
  expect(await (await fetch(`${app.authUrl}/health`)).json()).toMatchObject({ name: 'GoTrue' })
  expect(await (await fetch(`${app.authUrl}/settings`)).json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    passkeys_enabled: true,
    saml_enabled: false,
  })
  const keySet = await fetch(`${app.authUrl}/.well-known/jwks.json`)
  expect(keySet.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys } = (await keySet.json()) as { keys: object[] }
  expect(keys).toEqual([
    expect.objectContaining({
      kty: 'EC',
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
      kid: app.keys.current.kid,
    }),
  ])
  expect(JSON.stringify(keys)).not.toContain('"d"')
  expect(await app.codeOf(app.send('DELETE', `/user/identities/${userId}`, bearer))).toBe('manual_linking_disabled')
})

test('CORS allows another origin only if the operator listed it', async () => {
  const named = await liveApp({ environment: { AUTH_REDIRECT_ALLOW: 'https://other.example/**' } })
  const preflight = (origin: string) =>
    fetch(`${named.authUrl}/token`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey',
      },
    })
  const { headers } = await preflight('https://other.example')
  expect(headers.get('access-control-allow-origin')).toBe('https://other.example')
  expect(headers.get('access-control-allow-headers')).toContain('apikey')
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
})

test('the browser gets the minimum password length that the server enforces', async () => {
  const strict = await liveApp({ environment: { PASSWORD_MIN_LENGTH: '14' } })
  expect(await (await fetch(`${strict.publicUrl}/api/config`)).json()).toMatchObject({
    passwordMinLength: 14,
  })
  const short = await strict.client().signUp({ email: 'short@example.com', password: 'seven herons' })
  expect(short.error?.message).toBe('Password should be at least 14 characters.')
})

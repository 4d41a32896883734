import { SignJWT, generateKeyPair, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { liveApp } from '../../testing/live-app.ts'

const app = await liveApp()
const userId = (await app.signedUp('ada@example.com', 'seven clever herons')).user.id

const PROTECTED: [string, string][] = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors'],
  ['POST', '/factors/x/challenge'],
  ['POST', '/factors/x/verify'],
  ['DELETE', '/factors/x'],
  ['GET', '/factors/recovery-codes'],
  ['POST', '/factors/recovery-codes'],
  ['POST', '/factors/recovery-codes/verify'],
  ['POST', '/factors/recovery-codes/regenerate'],
  ['DELETE', '/factors/recovery-codes'],
  ['POST', '/passkeys/registration/options'],
  ['POST', '/passkeys/registration/verify'],
  ['GET', '/passkeys'],
  ['PATCH', '/passkeys/x'],
  ['DELETE', '/passkeys/x'],
  ['GET', '/user/identities/authorize'],
  ['DELETE', '/user/identities/x'],
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/x'],
  ['PUT', '/admin/users/x'],
  ['DELETE', '/admin/users/x'],
  ['GET', '/admin/users/x/factors'],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
]

test.each(PROTECTED)('%s %s requires a bearer token signed by us', async (method, path) => {
  const body = method === 'GET' ? undefined : {}
  const none = await app.send(method, path, null, body)
  expect(none.status).toBe(401)
  expect(await none.json()).toEqual({
    code: 'no_authorization',
    message: 'This endpoint requires a valid Bearer token',
  })
  const now = Math.floor(app.time.now.getTime() / 1000)
  const claims = { sub: userId, role: 'service_role', session_id: crypto.randomUUID() }
  const { privateKey } = await generateKeyPair('ES256')
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: app.keys.current.kid })
    .setExpirationTime(now + 60)
    .sign(privateKey)
  const publicKey = new TextEncoder().encode(JSON.stringify(app.keys.publicKeys[0]))
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: app.keys.current.kid })
    .setExpirationTime(now + 60)
    .sign(publicKey)
  const none64 = [
    { alg: 'none', kid: app.keys.current.kid },
    { ...claims, exp: now + 60 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  for (const token of ['garbage', foreign, confused, `${none64.join('.')}.`]) {
    const refused = await app.send(method, path, token, body)
    expect(refused.status).toBe(403)
    const { code, message } = (await refused.json()) as { code: string; message: string }
    expect([code, message.startsWith('invalid JWT: unable to parse or verify signature, ')]).toEqual(['bad_jwt', true])
  }
})

test.each([
  [{}, 403, 'bad_jwt'],
  [{ sub: 'no-uuid' }, 400, 'bad_jwt'],
  [{ sub: '00000000-0000-4000-8000-000000000000' }, 403, 'user_not_found'],
  [{ sub: 'OWN', session_id: '00000000-0000-4000-8000-000000000000' }, 403, 'session_not_found'],
  [{ sub: 'OWN' }, 403, 'session_not_found'],
] as [{ sub?: string; session_id?: string }, number, string][])(
  'claims %j are refused with %i %s',
  async (claims, status, code) => {
    const exp = Math.floor(app.time.now.getTime() / 1000) + 60
    const sub = claims.sub === 'OWN' ? { sub: userId } : {}
    const token = await new SignJWT({
      role: 'authenticated',
      iss: app.authUrl,
      aud: 'authenticated',
      ...claims,
      ...sub,
      exp,
    })
      .setProtectedHeader({ alg: 'ES256', kid: app.keys.current.kid })
      .sign(app.keys.current.key)
    const response = await app.send('GET', '/user', token)
    expect([response.status, await app.codeOf(Promise.resolve(response))]).toEqual([status, code])
  },
)

test.each([
  ['another issuer', { iss: 'https://other.example/auth/v1' }],
  ['no issuer', { iss: undefined }],
  ['another audience', { aud: 'billing' }],
  ['no audience', { aud: undefined }],
])('a token with %s is refused, except a service token that merely lacks the claim', async (_kind, change) => {
  const { session } = await app.signedIn('ada@example.com', 'seven clever herons')
  const [, payload = ''] = session.access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload
  const signed = (given: JWTPayload) =>
    new SignJWT(given).setProtectedHeader({ alg: 'ES256', kid: app.keys.current.kid }).sign(app.keys.current.key)
  expect((await app.send('GET', '/user', await signed(claims))).status).toBe(200)
  expect(await app.codeOf(app.send('GET', '/user', await signed({ ...claims, ...change })))).toBe('bad_jwt')
  const service = { role: 'service_role', iss: app.authUrl, aud: 'authenticated', ...change }
  const asService = await app.send('GET', '/admin/users', await signed(service))
  expect(asService.status).toBe(Object.values(change)[0] === undefined ? 200 : 403)
})

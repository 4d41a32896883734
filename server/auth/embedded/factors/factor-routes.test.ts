import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { liveApp, type Client } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let counter = 0

const app = await liveApp()

const newAccount = () => app.signedUp(`user-${(counter += 1)}@example.com`, PASSWORD)

/** The code that an authenticator app would show. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.time.now.getTime() + step * 30_000,
  })

async function enrolled(client: Client) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error || data.type !== 'totp') throw error ?? new Error('no factor')
  const verified = await client.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
  if (verified.error) throw verified.error
  app.later(90)
  return {
    factorId: data.id,
    secret: data.totp.secret,
    qrCode: data.totp.qr_code,
    uri: data.totp.uri,
    session: verified.data,
  }
}

test('TOTP: verifying an enrolled factor reaches aal2 and ends password-only sessions', async () => {
  const { client, session, user } = await newAccount()
  const other = await app.signedIn(user.email!, PASSWORD)
  const factor = await enrolled(client)
  expect(factor.qrCode).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  expect(factor.uri).toMatch(/^otpauth:\/\/totp\//)
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(data?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method))).toEqual(
    ['totp', 'password'],
  )
  expect(await app.codeOf(app.send('GET', '/user', other.session.access_token))).toBe('session_not_found')
  const old = app.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  expect(await app.codeOf(old)).toBe('refresh_token_not_found')
  const refreshed = await client.refreshSession()
  expect((await client.getClaims(refreshed.data.session!.access_token)).data?.claims.aal).toBe('aal2')
  const { secret } = (
    await app.database.query('select secret from auth.mfa_factors where id = $1', [factor.factorId])
  )[0]!
  expect(secret).not.toContain(factor.secret)
})

test('with a factor, a password alone gives no access to the product, and a code does', async () => {
  const { client, user } = await newAccount()
  const factor = await enrolled(client)
  const next = await app.signedIn(user.email!, PASSWORD)
  expect((await app.api(next.session.access_token)).status).toBe(401)
  expect((await next.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  const { data, error } = await next.client.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: codeOf(factor.secret),
  })
  expect(error).toBeNull()
  expect((await app.api(data!.access_token)).status).toBe(200)
})

test('a password reset does not bypass the factor', async () => {
  const { client, user } = await newAccount()
  await enrolled(client)
  const opened = await app.open(await app.recoveryLink(user.email!))
  const [access, refresh] = [opened.fragment.get('access_token')!, opened.fragment.get('refresh_token')!]
  expect((await app.api(access)).status).toBe(401)
  const thief = app.client()
  await thief.setSession({ access_token: access, refresh_token: refresh })
  const changed = await thief.updateUser({ password: 'a new fine password' })
  expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await thief.updateUser({ email: 'thief@example.com' })).error?.code).toBe('insufficient_aal')
  expect((await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error?.code).toBe('insufficient_aal')
  expect(await app.codeOf(app.send('POST', '/passkeys/registration/options', access, {}))).toBe('insufficient_aal')
})

test('a wrong or already used code is refused, and attempts are limited', async () => {
  const { client, user } = await newAccount()
  const factor = await enrolled(client)
  const next = await app.signedIn(user.email!, PASSWORD)
  const code = codeOf(factor.secret)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const attempt = (given: string) => next.client.mfa.challengeAndVerify({ factorId: factor.factorId, code: given })
  expect((await attempt(wrong)).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  })
  for (const given of [codeOf(factor.secret, -2), codeOf(factor.secret, 2), code.slice(1), '\u0661'.repeat(6)])
    expect((await attempt(given)).error?.code).toBe('mfa_verification_failed')
  expect((await attempt(code)).error).toBeNull()
  expect((await attempt(code)).error?.code).toBe('mfa_verification_failed')
  expect((await attempt(codeOf(factor.secret, -1))).error?.code).toBe('mfa_verification_failed')
  expect((await attempt(codeOf(factor.secret, 1))).error).toBeNull()
  const codes: (string | undefined)[] = []
  for (let tries = 0; tries < 11; tries += 1) codes.push((await attempt(wrong)).error?.code)
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('mfa_verification_failed'))
  expect(codes[10]).toBe('over_request_rate_limit')
})

test('a challenge works once, within five minutes, from the IP address that requested it', async () => {
  const { client, session } = await newAccount()
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  const factorId = data!.id
  const secret = data!.type === 'totp' ? data!.totp.secret : ''
  const challenge = async () => (await client.mfa.challenge({ factorId })).data!.id
  const verify = (challengeId: string, token = session.access_token) =>
    app.codeOf(
      app.send('POST', `/factors/${factorId}/verify`, token, {
        challenge_id: challengeId,
        code: codeOf(secret),
      }),
    )
  const late = await challenge()
  app.later(300)
  expect(await verify(late)).toBe('mfa_challenge_expired')
  expect(await verify('00000000-0000-4000-8000-000000000000')).toBe('mfa_factor_not_found')
  const used = await challenge()
  const elsewhere = await app.request(
    `/auth/v1/factors/${factorId}/verify`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ challenge_id: used, code: codeOf(secret) }),
    },
    '192.0.2.7',
  )
  expect(await app.codeOf(Promise.resolve(elsewhere))).toBe('mfa_ip_address_mismatch')
  expect(await verify(used)).toBeUndefined()
  app.later(60)
  expect(await verify(used)).toBe('mfa_ip_address_mismatch')
})

test('duplicate names, unsupported factor types, and invalid or foreign factor ids are refused', async () => {
  const { client, session } = await newAccount()
  await client.mfa.enroll({ factorType: 'totp' })
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
  })
  expect((await client.mfa.enroll({ factorType: 'phone', phone: '+491511234567' })).error?.code).toBe(
    'mfa_phone_enroll_not_enabled',
  )
  expect(await app.codeOf(app.send('POST', '/factors', session.access_token, { factor_type: 'webauthn' }))).toBe(
    'mfa_webauthn_enroll_not_enabled',
  )
  expect(await app.codeOf(app.send('POST', '/factors', session.access_token, { factor_type: 'carrier pigeon' }))).toBe(
    'validation_failed',
  )
  expect(await app.codeOf(app.send('POST', '/factors/x/challenge', session.access_token, {}))).toBe('validation_failed')
  const stranger = await newAccount()
  const { id } = (await client.getUser()).data.user!.factors![0]!
  expect((await stranger.client.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found')
  expect((await stranger.client.mfa.unenroll({ factorId: id })).error?.code).toBe('mfa_factor_not_found')
})

test('removing a verified factor requires aal2 and drops the session to aal1', async () => {
  const { client, user } = await newAccount()
  const factor = await enrolled(client)
  const next = await app.signedIn(user.email!, PASSWORD)
  expect((await next.client.mfa.unenroll({ factorId: factor.factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  })
  expect((await client.mfa.unenroll({ factorId: factor.factorId })).data).toEqual({ id: factor.factorId })
  const { data } = await client.refreshSession()
  expect((await client.getClaims(data.session!.access_token)).data?.claims.aal).toBe('aal1')
  expect((await app.api(data.session!.access_token)).status).toBe(200)
})

test('ten recovery codes are issued once, each works once, and they require another factor', async () => {
  const { client, user } = await newAccount()
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal')
  await enrolled(client)
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  const { data } = await client.mfa.recoveryCodes.generate()
  expect(data?.codes).toHaveLength(10)
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')
  const stored = JSON.stringify(await app.database.query('select * from auth.mfa_recovery_codes'))
  expect(stored).not.toContain(data!.codes[0])

  const lost = await app.signedIn(user.email!, PASSWORD)
  expect((await lost.client.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc-dddd' })).error?.code).toBe(
    'mfa_verification_failed',
  )
  const typed = data!.codes[0]!.toUpperCase().match(/.{4}/g)!.join('-')
  const verified = await lost.client.mfa.recoveryCodes.verify({ code: typed })
  expect(verified.error).toBeNull()
  expect((await app.api(verified.data!.access_token)).status).toBe(200)
  expect((await lost.client.mfa.recoveryCodes.verify({ code: typed })).error?.code).toBe('mfa_verification_failed')
  expect((await lost.client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })

  const fresh = await lost.client.mfa.recoveryCodes.regenerate()
  expect(fresh.data?.codes).not.toContain(data!.codes[1])
  const after = await app.signedIn(user.email!, PASSWORD)
  expect((await after.client.mfa.recoveryCodes.verify({ code: data!.codes[1]! })).error?.code).toBe(
    'mfa_verification_failed',
  )
  const codes: (string | undefined)[] = []
  for (let tries = 0; tries < 10; tries += 1)
    codes.push((await after.client.mfa.recoveryCodes.verify({ code: 'x' })).error?.code)
  expect(codes.at(-1)).toBe('mfa_recovery_codes_locked')
})

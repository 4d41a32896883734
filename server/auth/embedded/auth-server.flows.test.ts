import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { liveApp } from '../../testing/live-app.ts'
import { DAY_MS } from '#domain/time.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp({ poolSize: 8 })

test('a user signs up, sees their profile, signs in elsewhere and signs out', async () => {
  const { session, user } = await app.signedUp('ada@example.com', PASSWORD)
  expect(user).toMatchObject({
    email: 'ada@example.com',
    role: 'authenticated',
    aud: 'authenticated',
    is_anonymous: false,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { sub: user.id, email: 'ada@example.com', email_verified: true, phone_verified: false },
    identities: [{ provider: 'email', id: user.id, user_id: user.id, email: 'ada@example.com' }],
  })
  const profile = Profile.parse(await (await app.api(session.access_token)).json())
  expect(profile).toMatchObject({ email: 'ada@example.com', firstName: 'ada', subscriptionStatus: 'trial' })
  expect(profile.trialEndsAt).toBe(new Date(app.time.now.getTime() + 14 * DAY_MS).toISOString())

  const second = app.client()
  const { data } = await second.signInWithPassword({ email: ' Ada@Example.com ', password: PASSWORD })
  expect(data.session).toMatchObject({ expires_in: 3600, token_type: 'bearer' })
  expect((await second.getUser()).data.user?.email).toBe('ada@example.com')
  const claims = (await second.getClaims()).data!.claims
  expect(claims).toMatchObject({
    iss: `${app.publicUrl}/auth/v1`,
    aud: 'authenticated',
    aal: 'aal1',
    role: 'authenticated',
    amr: [{ method: 'password' }],
  })
  expect((await second.signOut()).error).toBeNull()
  expect((await app.api(data.session!.access_token)).status).toBe(401)
})

test('sign-up accepts a first name but ignores roles and subscription fields', async () => {
  const response = await app.post('/signup', {
    email: 'grace@example.com',
    password: PASSWORD,
    role: 'service_role',
    subscription_status: 'active',
    trial_ends_at: '2099-01-01',
    app_metadata: { role: 'admin' },
    data: { first_name: 'Grace', subscription_status: 'active', trial_ends_at: '2099-01-01', role: 'admin' },
  })
  const { access_token, user } = (await response.json()) as { access_token: string; user: object }
  expect(user).toMatchObject({
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  const profile = Profile.parse(await (await app.api(access_token)).json())
  expect(profile).toMatchObject({ firstName: 'Grace', subscriptionStatus: 'trial', stripeCustomerId: null })
  expect(profile.trialEndsAt).toBe(new Date(app.time.now.getTime() + 14 * DAY_MS).toISOString())
})

test('a wrong password, an unknown address and a malformed address get the same response', async () => {
  await app.signedUp('known@example.com', PASSWORD)
  const answers = await Promise.all(
    ['known@example.com', 'unknown@example.com', 'not an address'].map(async (email) => {
      const response = await app.post('/token?grant_type=password', { email, password: 'wrong password' })
      return [response.status, await response.text()]
    }),
  )
  expect(answers[0]).toEqual([400, '{"code":"invalid_credentials","message":"Invalid login credentials"}'])
  expect(new Set(answers.map(String)).size).toBe(1)
})

test('without email confirmation, signing up with a taken address is refused', async () => {
  await app.signedUp('twice@example.com', PASSWORD)
  const { error } = await app.client().signUp({ email: 'twice@example.com', password: 'another good password' })
  expect(error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  })
})

test('changing the password requires the current one, ends other sessions and sends an email', async () => {
  const { client, session } = await app.signedUp('change@example.com', PASSWORD)
  const other = await app.signedIn('change@example.com', PASSWORD)
  const change = (fields: object) => app.send('PUT', '/user', session.access_token, fields)
  expect(await app.codeOf(change({ password: 'a new fine password' }))).toBe('current_password_required')
  const wrong = { password: 'a new fine password', current_password: 'not this one' }
  expect(await app.codeOf(change(wrong))).toBe('current_password_invalid')
  expect(await app.codeOf(change({ password: 'short', current_password: PASSWORD }))).toBe('weak_password')
  expect(await app.codeOf(change({ password: PASSWORD, current_password: PASSWORD }))).toBe('same_password')
  expect((await app.api(other.session.access_token)).status).toBe(200)
  expect(await app.emails('change@example.com', 'password-changed')).toEqual([])

  const { error } = await client.updateUser({ password: 'a new fine password', current_password: PASSWORD })
  expect(error).toBeNull()
  expect((await app.api(other.session.access_token)).status).toBe(401)
  expect((await app.api(session.access_token)).status).toBe(200)
  expect((await app.client().signInWithPassword({ email: 'change@example.com', password: PASSWORD })).error?.code).toBe(
    'invalid_credentials',
  )
  expect(await app.emails('change@example.com', 'password-changed')).toHaveLength(1)
})

test('an emailed code can replace the current password, once', async () => {
  const { client } = await app.signedUp('nonce@example.com', PASSWORD)
  expect((await client.reauthenticate()).error).toBeNull()
  const nonce = await app.codeFor('nonce@example.com', 'reauthentication')
  const wrong = nonce === '000000' ? '000001' : '000000'
  expect((await client.updateUser({ password: 'a new fine password', nonce: wrong })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  expect((await client.updateUser({ password: 'a new fine password', nonce })).error).toBeNull()
  expect((await client.updateUser({ password: 'one more password', nonce })).error?.code).toBe(
    'reauthentication_not_valid',
  )
})

test('user metadata is merged, null removes a key, and users cannot write app_metadata', async () => {
  const { client, session } = await app.signedUp('meta@example.com', PASSWORD)
  await client.updateUser({ data: { color: 'green', size: 3 } })
  const { data } = await client.updateUser({ data: { size: null, nested: { a: 1 } } })
  expect(data.user?.user_metadata).toMatchObject({
    color: 'green',
    nested: { a: 1 },
    email: 'meta@example.com',
  })
  expect(data.user?.user_metadata).not.toHaveProperty('size')
  const refused = app.send('PUT', '/user', session.access_token, { app_metadata: { admin: true } })
  expect(await app.codeOf(refused)).toBe('not_admin')
  const large = app.send('PUT', '/user', session.access_token, { data: { text: 'x'.repeat(9000) } })
  expect((await large).status).toBe(400)
})

test('a device is recognized by its stored id, not by its user agent or IP address', async () => {
  const email = 'laptop@example.com'
  const signIn = async (device: string | null, userAgent: string, peer: string) => {
    const before = (await app.emails(email, 'new-sign-in')).length
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(device ? { 'x-device-id': device } : {}),
    }
    const body = JSON.stringify({ email, password: PASSWORD })
    const init = { method: 'POST', headers, body }
    const response = await app.request('/auth/v1/token?grant_type=password', init, peer)
    expect(response.status).toBe(200)
    return (await app.emails(email, 'new-sign-in')).length - before
  }
  const [laptop, phone] = ['laptop-'.repeat(4), 'phone-'.repeat(5)]
  await app.client({ headers: { 'x-device-id': laptop } }).signUp({ email, password: PASSWORD })
  expect(await signIn(laptop, 'Firefox/150', '203.0.113.5')).toBe(0)
  expect(await signIn(laptop, 'Firefox/151', '198.51.100.9')).toBe(0)
  expect(await signIn(phone, 'Firefox/151', '198.51.100.9')).toBe(1)
  expect(await signIn(phone, 'Firefox/151', '198.51.100.9')).toBe(0)
  expect(await signIn(null, 'Firefox/151', '192.0.2.66')).toBe(1)
  expect(await signIn(null, 'Firefox/151', '198.51.100.9')).toBe(1)
  expect(await signIn('short', 'Firefox/151', '198.51.100.9')).toBe(1)
})

test('a sign-in from a new device triggers an email; one from a known device does not', async () => {
  await app.signedUp('device@example.com', PASSWORD)
  await app.signedIn('device@example.com', PASSWORD)
  expect(await app.emails('device@example.com', 'new-sign-in')).toEqual([])
  const [elsewhere] = await app.elsewhere('/token?grant_type=password', {
    email: 'device@example.com',
    password: PASSWORD,
  })
  expect(elsewhere.status).toBe(200)
  const [email] = await app.emails('device@example.com', 'new-sign-in')
  expect(email?.text).toContain('192.0.2.7')
})

test('anonymous sessions and phone sign-up are off by default and work when enabled', async () => {
  expect((await app.client().signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
  const open = await liveApp({ environment: { AUTH_ANONYMOUS: 'on', AUTH_CONFIRM_PHONE: 'off' } })
  const client = open.client()
  const { data } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } })
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    user_metadata: { theme: 'dark' },
    identities: [],
  })
  expect((await client.updateUser({ password: 'a new fine password' })).error?.status).toBe(422)
  expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('no_authorization')

  const phone = await open.client().signUp({ phone: '+49 151 1234567', password: PASSWORD })
  expect(phone.data.user).toMatchObject({
    phone: '491511234567',
    email: '',
    app_metadata: { provider: 'phone' },
  })
  expect((await open.client().signInWithPassword({ phone: '491511234567', password: PASSWORD })).error).toBeNull()
  expect(await app.codeOf(app.post('/signup', { phone: '491511234567', password: PASSWORD }))).toBe(
    'phone_provider_disabled',
  )
})

test('sign-up can be disabled', async () => {
  const closed = await liveApp({ environment: { AUTH_SIGNUP: 'off' } })
  expect((await closed.client().signUp({ email: 'a@example.com', password: '1' })).error?.code).toBe('signup_disabled')
  expect((await closed.client().signInWithOtp({ email: 'a@example.com' })).error).toBeNull()
  expect(await closed.emails('a@example.com')).toEqual([])
  expect(await closed.database.query('select 1 from auth.users')).toEqual([])
})

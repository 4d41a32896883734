import { expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'
import { mintServiceToken } from '../sessions/session-tokens.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp()
const service = await mintServiceToken(app.keys, `${app.publicUrl}/auth/v1`, app.time.now, 10 * 86_400)
const admin = app.client({ headers: { Authorization: `Bearer ${service}` } }).admin

test('a user token cannot access admin routes, and a service token cannot access user routes', async () => {
  const { session, user } = await app.signedUp('plain@example.com', PASSWORD)
  for (const [method, path] of [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['DELETE', `/admin/users/${user.id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ] as const) {
    const refused = await app.send(
      method,
      path,
      session.access_token,
      method === 'GET' ? undefined : { email: 'x@example.com' },
    )
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ code: 'not_admin', message: 'User not allowed' })
  }
  expect((await app.api(service)).status).toBe(401)
  expect(await app.codeOf(app.send('GET', '/user', service))).toBe('bad_jwt')
})

test('an admin creates, reads, changes, bans and deletes a user', async () => {
  const { data } = await admin.createUser({
    email: 'made@example.com',
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { a: 1 },
    app_metadata: { plan: 'x' },
  })
  expect(data.user).toMatchObject({
    user_metadata: { a: 1, email_verified: true },
    app_metadata: { provider: 'email', plan: 'x' },
  })
  const { session } = await app.signedIn('made@example.com', PASSWORD)
  expect(await (await app.api(session.access_token)).json()).toMatchObject({
    email: 'made@example.com',
    subscriptionStatus: 'trial',
  })
  expect((await admin.createUser({ email: 'made@example.com' })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
  expect((await admin.createUser({})).error?.status).toBe(400)
  const id = data.user!.id
  expect((await admin.getUserById(id)).data.user?.email).toBe('made@example.com')

  await admin.updateUserById(id, {
    email: 'renamed@example.com',
    password: 'a new fine password',
    user_metadata: { b: 2, a: null },
  })
  expect((await app.api(session.access_token)).status).toBe(401)
  const renamed = await app.signedIn('renamed@example.com', 'a new fine password')
  expect(renamed.user.user_metadata).toMatchObject({ b: 2 })
  expect(await (await app.api(renamed.session.access_token)).json()).toMatchObject({
    email: 'renamed@example.com',
  })

  await admin.updateUserById(id, { ban_duration: '1h30m' })
  expect((await app.api(renamed.session.access_token)).status).toBe(401)
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect((await app.api(renamed.session.access_token)).status).toBe(200)

  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await app.api(renamed.session.access_token)).status).toBe(401)
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  expect(await app.database.query('select 1 from users where id = $1', [id])).toEqual([])
  expect(await app.codeOf(app.send('GET', '/admin/users/no-uuid', service))).toBe('validation_failed')
})

test('a valid password hash can be imported; an unsupported one is refused', async () => {
  const phc = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$'
  const [stored] = await app.database.query(
    `select encrypted_password as hash from auth.users where email = 'plain@example.com'`,
  )
  const created = await admin.createUser({
    email: 'moved@example.com',
    password_hash: String(stored?.hash),
    email_confirm: true,
  })
  expect(created.error).toBeNull()
  await app.signedIn('moved@example.com', PASSWORD)
  for (const hash of [phc, '$2a$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=9999999,t=2,p=1$c2FsdA$aGFzaA']) {
    expect((await admin.createUser({ email: 'other@example.com', password_hash: hash })).error?.status).toBe(400)
  }
})

test('soft deletion keeps the row without personal data or credentials, and its address can sign up again', async () => {
  const { user, session } = await app.signedUp('soft@example.com', PASSWORD)
  await admin.updateUserById(user.id, { user_metadata: { name: 'Ada Soft' }, app_metadata: { plan: 'x' } })
  await admin.deleteUser(user.id, true)
  expect((await app.api(session.access_token)).status).toBe(401)
  const [row] = await app.database.query('select * from auth.users where id = $1', [user.id])
  expect(JSON.stringify(row)).not.toMatch(/soft@example\.com|Ada Soft/)
  expect(row).toMatchObject({ encrypted_password: null, raw_user_meta_data: {}, raw_app_meta_data: {} })
  expect(row?.deleted_at).not.toBeNull()
  expect(await app.database.query('select 1 from auth.identities where user_id = $1', [user.id])).toEqual([])
  // Otherwise digests and reminders would still be sent.
  expect(await app.database.query('select 1 from public.users where id = $1', [user.id])).toEqual([])
  await app.signedUp('soft@example.com', PASSWORD)
})

test('users are listed in pages that the client library understands', async () => {
  for (let index = 0; index < 3; index += 1) await admin.createUser({ email: `listed-${index}@example.com` })
  const { data } = await admin.listUsers({ page: 1, perPage: 2 })
  expect(data.users).toHaveLength(2)
  expect(data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
  const all = await admin.listUsers()
  expect(all.data).toMatchObject({ total: all.data.users.length })
  expect(all.data.users[0]).toMatchObject({ identities: null })
  expect(await app.codeOf(app.send('GET', '/admin/users?page=x', service))).toBe('validation_failed')
  const filtered = await app.send('GET', '/admin/users?filter=listed-1', service)
  expect(((await filtered.json()) as { users: object[] }).users).toHaveLength(1)
})

test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
  'generate_link: a %s link signs in, and no email is sent',
  async (type) => {
    const email = `link-${type}@example.com`
    if (type === 'recovery') {
      expect((await admin.generateLink({ type, email })).error).toMatchObject({
        status: 404,
        code: 'user_not_found',
      })
      await admin.createUser({ email, email_confirm: true })
    }
    const { data, error } = await admin.generateLink({
      type,
      email,
      password: PASSWORD,
      options: { redirectTo: `${app.publicUrl}/dashboard` },
    } as Parameters<typeof admin.generateLink>[0])
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    expect(data.properties).toMatchObject({
      verification_type: type === 'magiclink' ? 'signup' : type,
      redirect_to: `${app.publicUrl}/dashboard`,
    })
    expect(data.properties!.email_otp).toMatch(/^\d{6}$/)
    const verified = await app
      .client()
      .verifyOtp({ token_hash: data.properties!.hashed_token, type: type === 'magiclink' ? 'signup' : type })
    expect(verified.data.user?.email).toBe(email)
    expect((await app.open(data.properties!.action_link)).fragment.get('error_code')).toBe('otp_expired')
    expect(await app.emails(email)).toEqual([])
  },
)

test('generate_link: changes an email address, and refuses a taken or unknown one', async () => {
  await admin.createUser({ email: 'from@example.com', email_confirm: true })
  const { data } = await admin.generateLink({
    type: 'email_change_new',
    email: 'from@example.com',
    newEmail: 'to@example.com',
  })
  expect((await app.open(data.properties!.action_link)).fragment.get('type')).toBe('email_change')
  expect((await admin.generateLink({ type: 'signup', email: 'to@example.com', password: PASSWORD })).error?.code).toBe(
    'email_exists',
  )
  expect(
    (
      await admin.generateLink({
        type: 'email_change_new',
        email: 'nobody@example.com',
        newEmail: 'x@example.com',
      })
    ).error?.code,
  ).toBe('user_not_found')
})

test('an invitation is emailed, and its link lets the guest set a password', async () => {
  const { data } = await admin.inviteUserByEmail('guest@example.com', {
    data: { team: 'a' },
    redirectTo: `${app.publicUrl}/dashboard`,
  })
  expect(data.user).toMatchObject({
    email: 'guest@example.com',
    invited_at: app.time.now.toISOString(),
    user_metadata: { team: 'a' },
  })
  const opened = await app.open(await app.linkFor('guest@example.com', 'invite'))
  const guest = app.client()
  await guest.setSession({
    access_token: opened.fragment.get('access_token')!,
    refresh_token: opened.fragment.get('refresh_token')!,
  })
  expect((await guest.updateUser({ password: 'a guest of honor' })).error).toBeNull()
  await app.signedIn('guest@example.com', 'a guest of honor')
  expect((await admin.inviteUserByEmail('guest@example.com')).error?.code).toBe('email_exists')
})

test('a user’s factors can be listed and removed', async () => {
  const { client, user } = await app.signedUp('factor@example.com', PASSWORD)
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  const listed = await admin.mfa.listFactors({ userId: user.id })
  expect(listed.data?.factors).toMatchObject([{ id: data!.id, status: 'unverified' }])
  expect((await admin.mfa.deleteFactor({ userId: user.id, id: data!.id })).error).toBeNull()
  expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
})

test('without confirmation, signing up to a prepared account needs its password, or sets one if it has none', async () => {
  await admin.createUser({ email: 'prepared@example.com', password: PASSWORD })
  const stranger = await app.client().signUp({ email: 'prepared@example.com', password: 'not the password' })
  expect(stranger.error?.code).toBe('user_already_exists')
  const owner = await app.client().signUp({ email: 'prepared@example.com', password: PASSWORD })
  expect(owner.data.session).not.toBeNull()
  await admin.inviteUserByEmail('invited@example.com')
  expect((await app.client().signUp({ email: 'invited@example.com', password: PASSWORD })).data.session).not.toBeNull()
  await app.signedIn('invited@example.com', PASSWORD)
})

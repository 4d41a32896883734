import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addPasskey, signChallenge } from '../../../testing/factors.ts'
import { liveApp } from '../../../testing/live-app.ts'
import { endSessions } from './sessions.ts'

const PASSWORD = 'seven clever herons'
const NEW_PASSWORD = 'twelve quiet owls'
const TEN_MINUTES = 600

let counter = 0

const app = await liveApp({ poolSize: 8 })

const newOwner = () => app.signedUp(`owner-${(counter += 1)}@example.com`, PASSWORD)
const codeOf = (call: Promise<Response>) => app.codeOf(call)

/** A stolen access token whose owner last signed in at least ten minutes ago. */
async function stolen() {
  const owner = await newOwner()
  app.later(TEN_MINUTES)
  const put = (body: unknown) => app.send('PUT', '/user', owner.session.access_token, body)
  return { ...owner, email: owner.user.email!, token: owner.session.access_token, put }
}

test('a stolen access token cannot change the email address, not even after a refresh', async () => {
  const { client, email, put } = await stolen()
  const refused = await put({ email: 'thief@example.com' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'reauthentication_needed' })
  const { data } = await client.refreshSession()
  expect((await client.updateUser({ email: 'thief@example.com' })).error?.code).toBe('reauthentication_needed')
  expect(data.user).toMatchObject({ email })
  expect(data.user?.new_email).toBeUndefined()
  expect(await app.emails('thief@example.com')).toEqual([])
})

test('a sign-in less than ten minutes ago is enough to change the address', async () => {
  const { client } = await newOwner()
  app.later(TEN_MINUTES - 1)
  expect((await client.updateUser({ email: 'soon@example.com' })).error).toBeNull()
})

test('the current password or an emailed code replaces a recent sign-in; a wrong one does not', async () => {
  const { client, email, put } = await stolen()
  const change = { email: `next-${email}` }
  expect(await codeOf(put({ ...change, current_password: 'wrong' }))).toBe('current_password_invalid')
  expect(await codeOf(put({ ...change, nonce: '000000' }))).toBe('reauthentication_not_valid')
  expect((await client.reauthenticate()).error).toBeNull()
  const nonce = await app.codeFor(email, 'reauthentication')
  expect((await client.updateUser({ ...change, nonce })).error).toBeNull()
  app.later(TEN_MINUTES)
  expect(await codeOf(put({ email: 'again@example.com', nonce }))).toBe('reauthentication_not_valid')
  const byPassword = { email: 'again@example.com', current_password: PASSWORD }
  expect((await client.updateUser(byPassword)).data.user?.new_email).toBe('again@example.com')
})

test('a password, emailed code or passkey alone reauthenticates the session, and its token shows it', async () => {
  const { client, user } = await newOwner()
  const { device } = await addPasskey(app, client)
  const email = user.email!
  const proofs = [
    async () => ({ current_password: PASSWORD }),
    async () => {
      await client.reauthenticate()
      return { nonce: await app.codeFor(email, 'reauthentication') }
    },
    async () => ({ passkey: await signChallenge(app, device, user.id) }) as { nonce?: string },
  ]
  for (const [at, prove] of proofs.entries()) {
    app.later(TEN_MINUTES)
    const change = { email: `proof-${at}@example.com` }
    expect((await client.updateUser(change)).error?.code).toBe('reauthentication_needed')
    expect((await client.updateUser(await prove())).error).toBeNull()
    const { data } = await client.refreshSession()
    const { amr } = (await client.getClaims(data.session!.access_token)).data!.claims
    expect(amr?.[0]).toMatchObject({ timestamp: Math.floor(app.time.now.getTime() / 1000) })
    expect((await client.updateUser(change)).error).toBeNull()
  }
})

test('another user’s passkey is not accepted as proof', async () => {
  const { put } = await stolen()
  const thief = await newOwner()
  const { device } = await addPasskey(app, thief.client)
  const passkey = await signChallenge(app, device, thief.user.id)
  expect(await codeOf(put({ passkey }))).toBe('webauthn_verification_failed')
  expect(await codeOf(put({ email: 'thief@example.com' }))).toBe('reauthentication_needed')
})

test('guesses at emailed codes are limited', async () => {
  const { client, email, put } = await stolen()
  for (let round = 0; round < 8; round += 1) {
    await client.reauthenticate()
    for (let guess = 0; guess < 4; guess += 1) await put({ nonce: 'wrong' })
    await app.settleJobs()
    app.later(61)
  }
  await client.reauthenticate()
  const nonce = await app.codeFor(email, 'reauthentication')
  expect(await codeOf(put({ nonce }))).toBe('over_request_rate_limit')
})

test('a session from an email-change link cannot change the password or address, or add passkeys or factors', async () => {
  const { client, user } = await newOwner()
  await client.updateUser({ email: `link-${user.email}` })
  const { fragment } = await app.open(await app.linkFor(`link-${user.email}`, 'email-change-new'))
  const token = fragment.get('access_token')!
  const refusals = [
    await codeOf(app.send('PUT', '/user', token, { password: NEW_PASSWORD })),
    await codeOf(app.send('PUT', '/user', token, { email: 'third@example.com' })),
    await codeOf(app.send('POST', '/passkeys/registration/options', token, {})),
    await codeOf(app.send('POST', '/factors', token, { factor_type: 'totp' })),
  ]
  expect(refusals).toEqual([
    'current_password_required',
    'reauthentication_needed',
    'reauthentication_needed',
    'reauthentication_needed',
  ])
})

test('a session from an email-change code cannot set a password, change the address or add a factor', async () => {
  const { client, user } = await newOwner()
  const email = `code-${user.email}`
  await client.updateUser({ email })
  const token = await app.codeFor(email, 'email-change-new')
  const browser = app.client()
  expect((await browser.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull()
  expect((await browser.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('current_password_required')
  expect((await browser.updateUser({ email: 'third@example.com' })).error?.code).toBe('reauthentication_needed')
  expect((await browser.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed')
})

test('a stolen token cannot set a password on a passwordless account', async () => {
  const email = 'passwordless@example.com'
  const browser = app.client()
  await browser.signInWithOtp({ email })
  const token = await app.codeFor(email, 'magiclink')
  const { data } = await browser.verifyOtp({ email, token, type: 'email' })
  app.later(TEN_MINUTES)
  const put = (body: unknown) => app.send('PUT', '/user', data.session!.access_token, body)
  expect(await codeOf(put({ password: NEW_PASSWORD }))).toBe('reauthentication_needed')
  await browser.reauthenticate()
  const nonce = await app.codeFor(email, 'reauthentication')
  expect((await browser.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull()
  await app.signedIn(email, NEW_PASSWORD)
})

test('a reset link’s session can set a password for an hour; a sign-in link’s cannot later on', async () => {
  const { user, client } = await newOwner()
  await client.signInWithOtp({ email: user.email! })
  const magic = await app.open(await app.linkFor(user.email!, 'magiclink'))
  const reset = await app.open(await app.recoveryLink(user.email!))
  app.later(3500)
  const set = (fragment: URLSearchParams) =>
    app.send('PUT', '/user', fragment.get('access_token'), { password: NEW_PASSWORD })
  expect(await codeOf(set(magic.fragment))).toBe('current_password_required')
  expect((await set(reset.fragment)).status).toBe(200)

  const late = app.client()
  const { fragment } = await app.open(await app.recoveryLink(user.email!))
  await late.setSession({ access_token: fragment.get('access_token')!, refresh_token: fragment.get('refresh_token')! })
  app.later(3600)
  await late.refreshSession()
  expect((await late.updateUser({ password: PASSWORD })).error?.code).toBe('current_password_required')
})

test('changing the address signs out other devices but not the one that requested it', async () => {
  const { client, user, session } = await newOwner()
  const other = await app.signedIn(user.email!, PASSWORD)
  await client.updateUser({ email: `moved-${user.email}` })
  expect((await app.api(other.session.access_token)).status).toBe(200)
  await app.open(await app.linkFor(`moved-${user.email}`, 'email-change-new'))
  expect((await app.api(other.session.access_token)).status).toBe(401)
  expect(
    await codeOf(app.post('/token?grant_type=refresh_token', { refresh_token: other.session.refresh_token })),
  ).toBe('refresh_token_not_found')
  expect((await app.api(session.access_token)).status).toBe(200)
})

test('a sign-in that checked the old password while it was being changed gets no session', async () => {
  const { user } = await newOwner()
  const { id: userId, email } = user
  let signingIn: Promise<Response> | undefined
  await app.database.asSystem(async (queries) => {
    await queries.execute(sql`update auth.users set encrypted_password = 'changed' where id = ${userId}`)
    signingIn = app.post('/token?grant_type=password', { email, password: PASSWORD })
    await expect.poll(async () => (await queries.execute(WAITING)).rows).toHaveLength(1)
    await endSessions(queries, userId)
  })
  expect((await signingIn)?.status).toBe(400)
  const sessions = await app.database.query('select from auth.sessions where user_id = $1', [userId])
  expect(sessions).toHaveLength(0)
})

const WAITING = sql`select from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`

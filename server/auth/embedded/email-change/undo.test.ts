import { expect, test } from 'vitest'
import { addAuthenticator, addPasskey } from '../../../testing/factors.ts'
import { liveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const DAY = 86_400

let counter = 0

const app = await liveApp({ poolSize: 8 })

async function newOwner() {
  const email = `owner-${(counter += 1)}@example.com`
  return { ...(await app.signedUp(email, PASSWORD)), email }
}

/** A thief who knows the password changes the email address of the account to their own. */
async function moved(email: string, to = `thief-of-${email}`) {
  const thief = await app.signedIn(email, PASSWORD)
  const { error } = await thief.client.updateUser({ email: to })
  if (error) throw error
  await app.open(await app.linkFor(to, 'email-change-new'))
  return { thief, to }
}

async function undoLink(email: string) {
  const notices = await app.emails(email, 'email-change-notice')
  const links = notices.map(({ text }) => /https?:\/\/\S+\/email-change\/undo\?\S+/.exec(text)?.[0])
  return links.find((link) => link !== undefined) ?? ''
}

async function press(link: string) {
  const token = new URL(link).searchParams.get('token') ?? ''
  return fetch(link.split('?')[0]!, { method: 'POST', body: new URLSearchParams({ token }) })
}

const passkeysOf = async (userId: string) =>
  (await app.database.query('select id from auth.webauthn_credentials where user_id = $1', [userId])).map(
    ({ id }) => id as string,
  )

test('the owner reclaims a stolen account through the undo link without signing in', async () => {
  const owner = await newOwner()
  const { thief, to } = await moved(owner.email)
  expect((await app.api(owner.session.access_token)).status).toBe(401)
  const done = await press(await undoLink(owner.email))
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Email change undone')])
  expect((await app.api(thief.session.access_token)).status).toBe(401)
  for (const email of [owner.email, to])
    expect((await app.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
  const { fragment } = await app.open(await app.linkFor(owner.email, 'recovery'))
  const set = { password: 'twelve quiet owls' }
  expect((await app.send('PUT', '/user', fragment.get('access_token'), set)).status).toBe(200)
  const back = await app.signedIn(owner.email, 'twelve quiet owls')
  expect(back.user.id).toBe(owner.user.id)
  expect(await (await app.api(back.session.access_token)).json()).toMatchObject({ email: owner.email })
  expect(await app.emails(to, 'email-change-undone')).toHaveLength(1)
})

test('opening the link changes nothing, so mail scanners cannot trigger the undo', async () => {
  const owner = await newOwner()
  const { to } = await moved(owner.email)
  const link = await undoLink(owner.email)
  const page = await app.open(link, { accept: 'text/html' })
  const html = await page.response.text()
  expect(page.status).toBe(200)
  expect(html).toContain('<form method="post" action="undo">')
  expect(html).not.toContain('<script')
  expect(page.response.headers.get('referrer-policy')).toBe('no-referrer')
  await app.signedIn(to, PASSWORD)
})

test('the link works once, and its token is stored only as a hash', async () => {
  const owner = await newOwner()
  await moved(owner.email)
  const link = await undoLink(owner.email)
  const rows = JSON.stringify(await app.database.query('select * from auth.email_change_undos'))
  expect(rows).not.toContain(new URL(link).searchParams.get('token'))
  expect((await press(link)).status).toBe(200)
  expect((await press(link)).status).toBe(410)
  expect((await app.open(link, { accept: 'text/html' })).status).toBe(410)
  expect((await press(`${app.authUrl}/email-change/undo?token=guess`)).status).toBe(410)
})

test.each([
  [7 * DAY - 1, 200],
  [7 * DAY, 410],
])('the link works for seven days: after %i s it answers %i', async (seconds, status) => {
  const owner = await newOwner()
  await moved(owner.email)
  const link = await undoLink(owner.email)
  app.later(seconds)
  await app.runJob('auth.clean-up', {})
  expect((await press(link)).status).toBe(status)
})

test('the link survives a new password, a reset and another address change by the thief', async () => {
  const owner = await newOwner()
  const { thief, to } = await moved(owner.email)
  const link = await undoLink(owner.email)
  const password = 'thieves like this one'
  expect((await thief.client.updateUser({ password, current_password: PASSWORD })).error).toBeNull()
  await app.open(await app.recoveryLink(to))
  const again = await app.signedIn(to, password)
  expect((await again.client.updateUser({ email: `further-${to}` })).error).toBeNull()
  await app.open(await app.linkFor(`further-${to}`, 'email-change-new'))
  const thiefsOwn = await undoLink(to)
  expect((await press(link)).status).toBe(200)
  expect((await press(thiefsOwn)).status).toBe(410)
  expect((await app.client().signInWithPassword({ email: owner.email, password })).error).not.toBeNull()
  await app.linkFor(owner.email, 'recovery')
})

test('the undo removes passkeys and factors added by the thief and keeps the owner’s passkey', async () => {
  const owner = await newOwner()
  const { id: kept } = await addPasskey(app, owner.client)
  app.later(2 * DAY)
  const thief = await app.signedIn(owner.email, PASSWORD)
  const { id: before } = await addPasskey(app, thief.client)
  app.later(300)
  await thief.client.updateUser({ email: `late-${owner.email}` })
  await app.open(await app.linkFor(`late-${owner.email}`, 'email-change-new'))
  const { id: after } = await addPasskey(app, thief.client)
  await thief.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
  expect(await passkeysOf(owner.user.id)).toEqual(expect.arrayContaining([kept, before, after]))
  expect((await press(await undoLink(owner.email))).status).toBe(200)
  expect(await passkeysOf(owner.user.id)).toEqual([kept])
  expect(await app.database.query('select 1 from auth.mfa_factors where user_id = $1', [owner.user.id])).toEqual([])
})

test('the undo keeps an authenticator app that the owner added long before', async () => {
  const owner = await newOwner()
  const { factorId } = await addAuthenticator(app, owner.client)
  app.later(2 * DAY)
  await owner.client.refreshSession()
  const email = `moved-${owner.email}`
  expect((await owner.client.updateUser({ email, current_password: PASSWORD })).error).toBeNull()
  await app.open(await app.linkFor(email, 'email-change-new'))
  expect((await press(await undoLink(owner.email))).status).toBe(200)
  const kept = await app.database.query('select id from auth.mfa_factors where user_id = $1', [owner.user.id])
  expect(kept).toEqual([{ id: factorId }])
})

test('for seven days, nobody else can sign up with the old address or change to it', async () => {
  const owner = await newOwner()
  await moved(owner.email)
  const squatter = await app.client().signUp({ email: owner.email, password: PASSWORD })
  expect(squatter.error?.code).toBe('user_already_exists')
  const neighbor = await newOwner()
  expect((await neighbor.client.updateUser({ email: owner.email })).error).toBeNull()
  expect(await app.emails(owner.email, 'email-change-new')).toEqual([])
  expect(await app.emails(owner.email, 'email-change-refused')).toHaveLength(1)
  await app.client().signInWithOtp({ email: owner.email })
  expect(await app.emails(owner.email, 'magiclink')).toEqual([])
  app.later(7 * DAY)
  expect((await app.client().signUp({ email: owner.email, password: PASSWORD })).error).toBeNull()
})

test('the owner can change back to the old address through a normal email change', async () => {
  const owner = await newOwner()
  const { to } = await moved(owner.email)
  const { client } = await app.signedIn(to, PASSWORD)
  expect((await client.updateUser({ email: owner.email })).error).toBeNull()
  await app.open(await app.linkFor(owner.email, 'email-change-new'))
  await app.signedIn(owner.email, PASSWORD)
})

test.each(['magiclink', 'recovery'] as const)(
  'the undo revokes the code of a %s link that the thief has opened but not exchanged',
  async (kind) => {
    const owner = await newOwner()
    const { to } = await moved(owner.email)
    const browser = app.client({ flowType: 'pkce' })
    app.later(61)
    const redirectTo = `${app.publicUrl}/dashboard`
    if (kind === 'magiclink') await browser.signInWithOtp({ email: to, options: { emailRedirectTo: redirectTo } })
    else await browser.resetPasswordForEmail(to, { redirectTo })
    const { location } = await app.open(await app.linkFor(to, kind))
    const code = new URL(location).searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    expect((await press(await undoLink(owner.email))).status).toBe(200)
    expect((await browser.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  },
)

test('the undo revokes a link, a code and a pending change that the thief requested since', async () => {
  const owner = await newOwner()
  const { thief, to } = await moved(owner.email)
  const unsent = async (request: () => Promise<unknown>, email: string, kind: string) => {
    app.later(61)
    await request()
    return app.linkFor(email, kind)
  }
  const next = `next-${to}`
  const change = await unsent(() => thief.client.updateUser({ email: next }), next, 'email-change-new')
  await thief.client.reauthenticate()
  const nonce = await app.codeFor(to, 'reauthentication')
  const reset = await unsent(() => app.client().resetPasswordForEmail(to), to, 'recovery')
  expect((await press(await undoLink(owner.email))).status).toBe(200)
  for (const link of [change, reset]) expect((await app.open(link)).fragment.get('error_code')).toBe('otp_expired')
  expect(await app.codeOf(app.send('PUT', '/user', thief.session.access_token, { nonce }))).toBe('session_not_found')
  app.later(61)
  await app.client().resend({ type: 'email_change', email: next })
  expect(await app.emails(next, 'email-change-new')).toHaveLength(1)
  const users = await app.database.query('select email_change from auth.users where id = $1', [owner.user.id])
  expect(users).toEqual([{ email_change: null }])
})

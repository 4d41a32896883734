import { expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='

const app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })

const tokensOf = (fragment: URLSearchParams) => ({
  access_token: fragment.get('access_token') ?? '',
  refresh_token: fragment.get('refresh_token') ?? '',
})

test('a recovery link lets the user set a password once and ends every other session', async () => {
  const email = 'eve@example.com'
  const { session } = await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email)
  expect(link.startsWith(`${app.publicUrl}/auth/v1/verify?token=`)).toBe(true)
  const opened = await app.open(link)
  expect(opened.status).toBe(303)
  expect(opened.location.startsWith(`${app.publicUrl}/reset-password-direct.html#access_token=`)).toBe(true)
  expect(opened.fragment.get('type')).toBe('recovery')

  const browser = app.client()
  expect((await browser.setSession(tokensOf(opened.fragment))).error).toBeNull()
  const { amr } = (await browser.getClaims()).data!.claims
  expect(amr!.map((entry) => (typeof entry === 'string' ? entry : entry.method))).toEqual(['otp', 'recovery'])
  expect((await browser.updateUser({ password: 'eleven quiet owls' })).error).toBeNull()
  expect((await app.api(session.access_token)).status).toBe(401)
  expect((await app.api(opened.fragment.get('access_token')!)).status).toBe(200)
  expect((await app.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  await app.signedIn(email, 'eleven quiet owls')
  expect(await app.emails(email, 'password-changed')).toHaveLength(1)
  const again = await browser.updateUser({ password: 'twelve quiet owls' })
  expect(again.error?.code).toBe('current_password_required')
})

test('a used link gives an error on the same device and, once its session is used, on any other', async () => {
  const email = 'once@example.com'
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email)
  const first = await app.open(link)
  expect((await app.open(link)).location).toBe(`${app.publicUrl}/reset-password-direct.html${EXPIRED}`)
  await app.client().setSession(tokensOf(first.fragment))
  const elsewhere = await app.open(link, { 'user-agent': 'another browser' })
  expect(elsewhere.location.endsWith(EXPIRED)).toBe(true)
})

test('a mail scanner that opens the link first does not use it up', async () => {
  const email = 'scanned@example.com'
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email)
  expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(405)
  const scanned = await app.open(link, { 'user-agent': 'LinkScanner/2.0' })
  expect(scanned.status).toBe(303)
  const page = await app.open(link, { accept: 'text/html', 'user-agent': 'LinkScanner/2.0' })
  expect(page.status).toBe(200)
  const html = await page.response.text()
  expect(html).toContain('<form method="post" action="verify">')

  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(Object.fromEntries(fields.map(([, name, value]) => [name, value])))
  const owner = await fetch(`${app.authUrl}/verify`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'user-agent': 'Owner' },
  })
  const fragment = new URLSearchParams(owner.headers.get('location')!.split('#')[1])
  expect((await app.open(link, { 'user-agent': 'anybody later' })).location.endsWith(EXPIRED)).toBe(true)
  expect((await app.client().setSession(tokensOf(fragment))).error).toBeNull()
  expect((await app.api(scanned.fragment.get('access_token')!)).status).toBe(401)
})

test('the link’s page has a policy that allows only its own form, script and style', async () => {
  const link = await (await app.confirmed('page@example.com', PASSWORD), app.recoveryLink('page@example.com'))
  const policy = (await app.open(link, { accept: 'text/html' })).response.headers.get('content-security-policy')!
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; form-action 'self' http/,
  )
})

test.each([
  [86_399, true],
  [86_400, false],
])('a link is valid for 24 hours (after %i s: %s)', async (seconds, good) => {
  const email = `after-${seconds}@example.com`
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email)
  app.later(seconds)
  expect((await app.open(link)).fragment.has('access_token')).toBe(good)
})

test('a newer link replaces the older one', async () => {
  const email = 'newer@example.com'
  await app.confirmed(email, PASSWORD)
  const older = await app.recoveryLink(email)
  const newer = await app.recoveryLink(email)
  expect((await app.open(older)).location.endsWith(EXPIRED)).toBe(true)
  expect((await app.open(newer)).fragment.has('access_token')).toBe(true)
})

test('using one link invalidates the account’s other link and its code', async () => {
  const email = 'several@example.com'
  await app.client().signUp({ email, password: PASSWORD })
  const confirmation = await app.linkFor(email, 'confirmation')
  const token = await app.codeFor(email, 'confirmation')
  const recovery = await app.recoveryLink(email)
  expect((await app.open(recovery)).fragment.has('access_token')).toBe(true)
  expect((await app.open(confirmation)).location.endsWith(EXPIRED)).toBe(true)
  expect((await app.client().verifyOtp({ email, token, type: 'signup' })).error?.code).toBe('otp_expired')
})

test('link tokens have 256 bits and appear neither in the token table nor in the log', async () => {
  const email = 'hashed@example.com'
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email)
  const token = new URL(link).searchParams.get('token')!
  const code = await app.codeFor(email, 'recovery')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  await app.open(link)
  const rows = JSON.stringify(await app.database.query('select * from auth.one_time_tokens'))
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(`"${code}"`)
  expect(app.logged.join('\n')).not.toContain(token)
})

import { expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='

const app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })

test('a new address is pending until it is confirmed, and the old one is notified', async () => {
  const { client, session } = await app.confirmed('old@example.com', PASSWORD)
  const { data } = await client.updateUser({ email: 'new@example.com' })
  expect(data.user).toMatchObject({ email: 'old@example.com', new_email: 'new@example.com' })
  expect(await app.emails('old@example.com', 'email-change-notice')).toHaveLength(1)
  expect((await app.client().signInWithPassword({ email: 'new@example.com', password: PASSWORD })).error).not.toBeNull()
  expect(await (await app.api(session.access_token)).json()).toMatchObject({ email: 'old@example.com' })

  const opened = await app.open(await app.linkFor('new@example.com', 'email-change-new'))
  expect(opened.fragment.get('type')).toBe('email_change')
  expect(await (await app.api(session.access_token)).json()).toMatchObject({ email: 'new@example.com' })
  await app.signedIn('new@example.com', PASSWORD)
  expect(await app.emails('old@example.com', 'email-change-notice')).toHaveLength(2)
})

test('a change to a taken address gets the usual response, notifies its owner and sends no link', async () => {
  const { client, session } = await app.confirmed('curious@example.com', PASSWORD)
  await app.confirmed('someone@example.com', PASSWORD)
  const answerTo = async (email: string) => {
    app.later(61)
    const { data, error } = await client.updateUser({ email })
    expect(error).toBeNull()
    return JSON.stringify(data).replaceAll(app.time.now.toISOString(), 'NOW').replaceAll(email, 'EMAIL')
  }
  expect(await answerTo('someone@example.com')).toBe(await answerTo('nobody@example.com'))
  await answerTo('someone@example.com')
  expect(await app.emails('someone@example.com', 'email-change-new')).toEqual([])
  const [notice] = await app.emails('someone@example.com', 'email-change-refused')
  expect(notice?.text).toContain('already has an account')
  expect(notice?.text).not.toContain('/verify?')
  app.later(61)
  await app.client().resend({ type: 'email_change', email: 'someone@example.com' })
  expect(await app.emails('someone@example.com', 'email-change-new')).toEqual([])
  expect(await (await app.api(session.access_token)).json()).toMatchObject({ email: 'curious@example.com' })
})

test('a password reset from the old address cancels a pending change', async () => {
  const { client } = await app.confirmed('owner@example.com', PASSWORD)
  await client.updateUser({ email: 'thief@example.com' })
  const change = await app.linkFor('thief@example.com', 'email-change-new')
  await app.open(await app.recoveryLink('owner@example.com'))
  expect((await app.open(change)).location.endsWith(EXPIRED)).toBe(true)
  app.later(61)
  await app.client().resend({ type: 'email_change', email: 'thief@example.com' })
  expect(await app.emails('thief@example.com', 'email-change-new')).toHaveLength(1)
})

test('with AUTH_SECURE_EMAIL_CHANGE, both addresses must confirm, in either order', async () => {
  const secure = await liveApp({ environment: { AUTH_SECURE_EMAIL_CHANGE: 'on' } })
  const { client } = await secure.signedUp('both@example.com', PASSWORD)
  await client.updateUser({ email: 'next@example.com' })
  const first = await secure.open(await secure.linkFor('next@example.com', 'email-change-new'))
  expect(first.fragment.get('message')).toBe(
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  )
  expect((await client.getUser()).data.user?.email).toBe('both@example.com')
  const token = await secure.codeFor('both@example.com', 'email-change-current')
  const { error } = await secure.client().verifyOtp({ email: 'both@example.com', token, type: 'email_change' })
  expect(error).toBeNull()
  await secure.signedIn('next@example.com', PASSWORD)

  await client.updateUser({ email: 'third@example.com' })
  await secure.open(await secure.linkFor('next@example.com', 'email-change-current'))
  expect((await client.getUser()).data.user?.email).toBe('next@example.com')
  await secure.open(await secure.linkFor('third@example.com', 'email-change-new'))
  await secure.signedIn('third@example.com', PASSWORD)
})

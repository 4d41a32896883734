import { expect, test } from 'vitest'
import { addAuthenticator, addPasskey } from '../../../testing/factors.ts'
import { liveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const TEN_MINUTES = 600

let counter = 0

const app = await liveApp()

const newOwner = () => app.signedUp(`owner-${(counter += 1)}@example.com`, PASSWORD)
const codeOf = (call: Promise<Response>) => app.codeOf(call)

test('adding or removing a passkey, an authenticator app or recovery codes requires a recent sign-in', async () => {
  const { client } = await newOwner()
  const passkey = await addPasskey(app, client)
  const { factorId } = await addAuthenticator(app, client)
  expect((await client.mfa.recoveryCodes.generate()).error).toBeNull()
  app.later(TEN_MINUTES)
  const token = (await client.getSession()).data.session!.access_token
  const attempts: [string, string, unknown?][] = [
    ['POST', '/passkeys/registration/options', {}],
    ['DELETE', `/passkeys/${passkey.id}`],
    ['POST', '/factors', { factor_type: 'totp', friendly_name: 'Thief' }],
    ['DELETE', `/factors/${factorId}`],
    ['POST', '/factors/recovery-codes', {}],
    ['POST', '/factors/recovery-codes/regenerate', {}],
    ['DELETE', '/factors/recovery-codes'],
  ]
  for (const [method, path, body] of attempts)
    expect([path, await codeOf(app.send(method, path, token, body))]).toEqual([path, 'reauthentication_needed'])
  expect((await client.updateUser({ current_password: PASSWORD })).error).toBeNull()
  expect((await client.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
  expect((await client.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
})

test('adding or removing a passkey, an authenticator app or recovery codes emails the owner', async () => {
  const { client, user } = await newOwner()
  const trackedCompanies = async () => {
    const found = await app.emails(user.email!, 'security-changed')
    return found.map(({ subject }) => subject).toSorted()
  }
  const passkey = await addPasskey(app, client)
  expect(await trackedCompanies()).toEqual(['A passkey was added to your account'])
  await client.passkey.delete({ passkeyId: passkey.id })
  const { factorId } = await addAuthenticator(app, client)
  await client.mfa.recoveryCodes.generate()
  await client.mfa.recoveryCodes.regenerate()
  await app.send('DELETE', '/factors/recovery-codes', (await client.getSession()).data.session!.access_token)
  await client.mfa.unenroll({ factorId })
  expect(await trackedCompanies()).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
    'New recovery codes were created',
    'New recovery codes were created',
    'Two-step verification was turned off',
    'Two-step verification was turned on',
    'Your recovery codes were removed',
  ])
})

test('signing in again with the authenticator app sends no security email', async () => {
  const { client, user } = await newOwner()
  const { factorId, code } = await addAuthenticator(app, client)
  app.later(60)
  const next = await app.signedIn(user.email!, PASSWORD)
  expect((await next.client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
  expect(await app.emails(user.email!, 'security-changed')).toHaveLength(1)
})

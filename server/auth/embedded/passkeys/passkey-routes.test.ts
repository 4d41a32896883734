import { expect, test } from 'vitest'
import { liveApp, type Client } from '../../../testing/live-app.ts'
import { passkeyDevice } from '../../../testing/factors.ts'

const PASSWORD = 'seven clever herons'

let counter = 0

const app = await liveApp()
const origin = { origin: app.publicUrl }

const newAccount = () => app.signedUp(`user-${(counter += 1)}@example.com`, PASSWORD)
type Credential = Parameters<Client['passkey']['verifyRegistration']>[0]['credential']
type Assertion = Parameters<Client['passkey']['verifyAuthentication']>[0]['credential']

async function registered(client: Client, device = passkeyDevice('127.0.0.1')) {
  const { data: offer } = await client.passkey.startRegistration()
  const credential = device.register(offer!.options, origin) as unknown as Credential
  const { data, error } = await client.passkey.verifyRegistration({
    challengeId: offer!.challenge_id,
    credential,
  })
  if (error) throw error
  return { device, passkey: data! }
}

async function offerAndSign(
  device: ReturnType<typeof passkeyDevice>,
  userId: string,
  behavior: { isVerified?: boolean; counter?: number; origin?: string } = {},
) {
  const client = app.client()
  const { data: offer } = await client.passkey.startAuthentication()
  const credential = device.signIn(offer!.options, userId, {
    ...origin,
    ...behavior,
  }) as unknown as Assertion
  return { client, challengeId: offer!.challenge_id, credential }
}

test('a passkey can be registered, used to sign in, renamed, listed and removed', async () => {
  const { client, user } = await newAccount()
  const { device, passkey } = await registered(client)
  const { client: fresh, challengeId, credential } = await offerAndSign(device, user.id)
  const { data, error } = await fresh.passkey.verifyAuthentication({ challengeId, credential })
  expect(error).toBeNull()
  expect(data?.user?.id).toBe(user.id)
  expect((await fresh.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
  expect((await app.api(data!.session!.access_token)).status).toBe(200)

  expect((await client.passkey.update({ passkeyId: passkey.id, friendlyName: 'Laptop' })).data).toMatchObject({
    friendly_name: 'Laptop',
  })
  expect((await client.passkey.list()).data).toMatchObject([
    { id: passkey.id, friendly_name: 'Laptop', last_used_at: app.time.now.toISOString() },
  ])
  expect((await client.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
  const again = await offerAndSign(device, user.id, { counter: 2 })
  expect((await again.client.passkey.verifyAuthentication(again)).error?.code).toBe('webauthn_verification_failed')
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a device that did not verify its person', { isVerified: false }],
  ['a counter that went back', { counter: 0 }],
])('a sign-in is refused: %s', async (_what, behavior) => {
  const { client, user } = await newAccount()
  const { device } = await registered(client)
  const good = await offerAndSign(device, user.id, { counter: 5 })
  expect((await good.client.passkey.verifyAuthentication(good)).error).toBeNull()
  const bad = await offerAndSign(device, user.id, { counter: 6, ...behavior })
  expect((await bad.client.passkey.verifyAuthentication(bad)).error).toMatchObject({
    status: 400,
    code: 'webauthn_verification_failed',
  })
})

test('a challenge works once, within five minutes', async () => {
  const { client, user } = await newAccount()
  const { device } = await registered(client)
  const once = await offerAndSign(device, user.id)
  expect((await once.client.passkey.verifyAuthentication(once)).error).toBeNull()
  expect((await once.client.passkey.verifyAuthentication(once)).error?.code).toBe('webauthn_challenge_not_found')
  const late = await offerAndSign(device, user.id, { counter: 2 })
  app.later(300)
  expect((await late.client.passkey.verifyAuthentication(late)).error?.code).toBe('webauthn_challenge_expired')
})

test('nobody can rename or remove another user’s passkey, or use their challenge', async () => {
  const { client } = await newAccount()
  const { passkey } = await registered(client)
  const stranger = await newAccount()
  expect((await stranger.client.passkey.update({ passkeyId: passkey.id, friendlyName: 'Mine' })).error?.status).toBe(
    404,
  )
  expect((await stranger.client.passkey.delete({ passkeyId: passkey.id })).error?.status).toBe(404)
  const { data: offer } = await client.passkey.startRegistration()
  const credential = passkeyDevice('127.0.0.1').register(offer!.options, origin) as unknown as Credential
  const stolen = await stranger.client.passkey.verifyRegistration({
    challengeId: offer!.challenge_id,
    credential,
  })
  expect(stolen.error?.code).toBe('webauthn_challenge_not_found')
  expect((await client.passkey.list()).data).toHaveLength(1)
})

test('an account has at most 20 passkeys, even if more were offered while it had 19', async () => {
  const { client } = await newAccount()
  for (let count = 0; count < 19; count += 1) await registered(client)
  const offers = [await client.passkey.startRegistration(), await client.passkey.startRegistration()]
  const results = await Promise.all(
    offers.map(({ data: offer }) =>
      client.passkey.verifyRegistration({
        challengeId: offer!.challenge_id,
        credential: passkeyDevice('127.0.0.1').register(offer!.options, origin) as unknown as Credential,
      }),
    ),
  )
  expect(results.flatMap(({ error }) => error?.code ?? [])).toEqual(['too_many_passkeys'])
  expect((await client.passkey.startRegistration()).error?.code).toBe('too_many_passkeys')
  expect((await client.passkey.list()).data).toHaveLength(20)
})

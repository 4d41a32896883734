import { Secret, TOTP } from 'otpauth'
import type { Client, LiveApp } from './live-app.ts'
import { passkeyDevice } from './passkey-device.ts'

type Credential = Parameters<Client['passkey']['verifyRegistration']>[0]['credential']

/** A passkey of a device of its own, added by whoever is signed in. */
export async function addPasskey(app: LiveApp, client: Client) {
  const device = passkeyDevice('127.0.0.1')
  const { data: offer, error } = await client.passkey.startRegistration()
  if (error) throw error
  const credential = device.register(offer.options, { origin: app.publicUrl }) as unknown as Credential
  const added = await client.passkey.verifyRegistration({ challengeId: offer.challenge_id, credential })
  if (added.error) throw added.error
  return { device, id: added.data.id }
}

/** What the device answers when it is asked who is there. */
export async function signChallenge(app: LiveApp, device: ReturnType<typeof passkeyDevice>, userId: string) {
  const { data: offer, error } = await app.client().passkey.startAuthentication()
  if (error) throw error
  const credential = device.signIn(offer.options, userId, { origin: app.publicUrl })
  return { challenge_id: offer.challenge_id, credential }
}

/** An authenticator app that has shown its first code. */
export async function addAuthenticator(app: LiveApp, client: Client) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error || data.type !== 'totp') throw error ?? new Error('no factor')
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = () => totp.generate({ timestamp: app.time.now.getTime() })
  const verified = await client.mfa.challengeAndVerify({ factorId: data.id, code: code() })
  if (verified.error) throw verified.error
  return { factorId: data.id, code }
}

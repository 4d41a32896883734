import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Client, LiveApp } from './live-app.ts'

type Options = { challenge: string }
type Behavior = { origin: string; isVerified?: boolean; counter?: number }

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export function passkeyDevice(rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)

  return {
    register({ challenge }: Options, { origin, isVerified = true }: Behavior) {
      const clientData = clientDataOf('webauthn.create', challenge, origin)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = Buffer.concat([
        head(rpId, PRESENT | HAS_CREDENTIAL | (isVerified ? VERIFIED : 0), 0),
        credential,
      ])
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return answer(id, {
        clientDataJSON: text(clientData),
        attestationObject: text(attestation),
        transports: ['internal'],
      })
    },

    signIn({ challenge }: Options, userId: string, { origin, isVerified = true, counter = 1 }: Behavior) {
      const clientData = clientDataOf('webauthn.get', challenge, origin)
      const authData = head(rpId, PRESENT | (isVerified ? VERIFIED : 0), counter)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, createHash('sha256').update(clientData).digest()]),
        privateKey,
      )
      return answer(id, {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: text(Buffer.from(userId)),
      })
    },
  }
}

const answer = (id: Buffer, response: object) => ({
  id: text(id),
  rawId: text(id),
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
  response,
})

const text = (bytes: Buffer) => bytes.toString('base64url')

const clientDataOf = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function head(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const fields: [unknown, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map(fields))
}

function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? sized(0, value) : sized(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([sized(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([sized(2, value.length), value])
  if (!(value instanceof Map)) throw new Error('not needed here')
  return Buffer.concat([sized(5, value.size), ...[...value].flatMap(([name, field]) => [cbor(name), cbor(field)])])
}

function sized(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

type Credential = Parameters<Client['passkey']['verifyRegistration']>[0]['credential']

export async function addPasskey(app: LiveApp, client: Client) {
  const device = passkeyDevice('127.0.0.1')
  const { data: offer, error } = await client.passkey.startRegistration()
  if (error) throw error
  const credential = device.register(offer.options, { origin: app.publicUrl }) as unknown as Credential
  const added = await client.passkey.verifyRegistration({ challengeId: offer.challenge_id, credential })
  if (added.error) throw added.error
  return { device, id: added.data.id }
}

export async function signChallenge(app: LiveApp, device: ReturnType<typeof passkeyDevice>, userId: string) {
  const { data: offer, error } = await app.client().passkey.startAuthentication()
  if (error) throw error
  const credential = device.signIn(offer.options, userId, { origin: app.publicUrl })
  return { challenge_id: offer.challenge_id, credential }
}

export async function addAuthenticator(app: LiveApp, client: Client, friendlyName = 'Phone') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error || data.type !== 'totp') throw error ?? new Error('no factor')
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = () => totp.generate({ timestamp: app.time.now.getTime() })
  const verified = await client.mfa.challengeAndVerify({ factorId: data.id, code: code() })
  if (verified.error) throw verified.error
  return { factorId: data.id, code }
}

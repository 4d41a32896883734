import { createECDH, hkdfSync } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { HOUR_MS } from '#domain/time.ts'

/** Identifies this server to push services (RFC 8292). A subscription works only with the key it was created for. */
export type VapidKey = {
  /** In the form that browsers expect: an uncompressed point in base64url. */
  publicKey: string
  privateKey: string
}

/** Push services accept at most a day. */
const VALID_MS = 12 * HOUR_MS
/** The order of the P-256 group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Depends only on the secret, so that no process has to store the key. */
export function vapidKeyFrom(secret: string): VapidKey {
  // With 128 extra bits, all private keys are equally likely (FIPS 186-5, A.2.1).
  const wide = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, 'tidings', 'vapid key', 48)).toString('hex')}`)
  const scalar = Buffer.from(((wide % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
}

type Call = { endpoint: string; contact: string; now: Date }

/** The value of the Authorization header. */
export async function vapidAuthorization({ publicKey, privateKey }: VapidKey, { endpoint, contact, now }: Call) {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  const token = await new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(now.getTime() + VALID_MS))
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}

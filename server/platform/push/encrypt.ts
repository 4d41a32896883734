import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys in a browser's push subscription. */
export type Recipient = { p256dh: string; auth: string }

type Chance = { salt: Buffer; privateKey: Buffer }

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
/** The delimiter that ends the last record. */
const LAST = 2

/** RFC 8291: encrypts a message as a single aes128gcm record (RFC 8188) that only this browser can read. */
export function encryptMessage(message: string, { p256dh, auth }: Recipient, chance: Chance = newChance()): Buffer {
  const { salt } = chance
  const ours = createECDH(CURVE)
  ours.setPrivateKey(chance.privateKey)
  const [theirKey, ourKey] = [Buffer.from(p256dh, 'base64url'), ours.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ourKey])
  const secret = hkdf(ours.computeSecret(theirKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_SIZE)
  size.writeUInt8(ourKey.length, 4)
  const record = [cipher.update(message, 'utf8'), cipher.update(Buffer.of(LAST)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, ourKey, ...record])
}

/** Whether a message can be encrypted for it: it has a point on the curve and a secret of the right length. */
export function isRecipient({ p256dh, auth }: Recipient): boolean {
  try {
    const probe = createECDH(CURVE)
    probe.generateKeys()
    const point = Buffer.from(p256dh, 'base64url')
    // Compressed points are also on the curve, but browsers don't use them.
    return point.length === 65 && probe.computeSecret(point).length > 0 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

function newChance(): Chance {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

import { createECDH } from 'node:crypto'
import { encrypt } from 'http_ece'

/** The keys in a browser's push subscription. */
export type Recipient = { p256dh: string; auth: string }

/** RFC 8291: encrypts a message, under a new key, so that only this browser can read it. */
export const encryptMessage = (message: string, { p256dh, auth }: Recipient): Buffer =>
  encrypt(Buffer.from(message), { version: 'aes128gcm', privateKey: newKeys(), dh: p256dh, authSecret: auth })

/** Whether a message can be encrypted for it: it has a point on the curve and a secret of the right length. */
export function isRecipient({ p256dh, auth }: Recipient): boolean {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    // Compressed points are also on the curve, but browsers don't use them.
    return (
      point.length === 65 && newKeys().computeSecret(point).length > 0 && Buffer.from(auth, 'base64url').length === 16
    )
  } catch {
    return false
  }
}

function newKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}

import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { expect, test } from 'vitest'
import { encryptMessage, isRecipient } from './encrypt.ts'

const CURVE = 'prime256v1'

/** From RFC 8291, section 5. */
const RECIPIENT = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test.each([[''], ['short'], ['Zoë raised 18 M€ 🌲'], ['x'.repeat(3000)]])(
  'only its recipient can decrypt message %#',
  (message) => {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    const authSecret = randomBytes(16)
    const recipient = { p256dh: pair.getPublicKey('base64url'), auth: authSecret.toString('base64url') }
    const [first, second] = [encryptMessage(message, recipient), encryptMessage(message, recipient)]
    for (const body of [first, second])
      expect(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret }).toString()).toBe(message)
    const [salt, ourKey] = [first.subarray(0, 16), first.subarray(21, 86)]
    expect([second.subarray(0, 16).equals(salt), second.subarray(21, 86).equals(ourKey)]).toEqual([false, false])
    expect(() => decrypt(first, { version: 'aes128gcm', privateKey: pair, authSecret: randomBytes(16) })).toThrow()
  },
)

const compressed = () => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair.getPublicKey('base64url', 'compressed')
}

test.each<[string, string, string, boolean]>([
  ['as browsers have them', RECIPIENT.p256dh, RECIPIENT.auth, true],
  ['no point', 'A'.repeat(87), RECIPIENT.auth, false],
  ['a point that is not on the curve', `BD${RECIPIENT.p256dh.slice(2)}`, RECIPIENT.auth, false],
  ['a compressed point', compressed(), RECIPIENT.auth, false],
  ['an empty key', '', RECIPIENT.auth, false],
  ['a short secret', RECIPIENT.p256dh, 'BTBZMqHH6r4Tts7J_aSI', false],
])('subscription keys are checked: %s', (_, p256dh, auth, isUsable) => {
  expect(isRecipient({ p256dh, auth })).toBe(isUsable)
})

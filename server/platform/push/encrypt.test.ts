import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { expect, test } from 'vitest'
import { encryptMessage, isRecipient } from './encrypt.ts'

const CURVE = 'prime256v1'

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  message: 'When I grow up, I want to be a watermelon',
  recipient: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  chance: {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encryption reproduces the example from RFC 8291 byte for byte', () => {
  const { message, recipient, chance, body } = EXAMPLE
  expect(encryptMessage(message, recipient, chance).toString('base64url')).toBe(body)
})

test.each([[''], ['short'], ['Zoë raised 18 M€ 🌲'], ['x'.repeat(3000)]])(
  'the reference library can decrypt message %#',
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
  ['as browsers have them', EXAMPLE.recipient.p256dh, EXAMPLE.recipient.auth, true],
  ['no point', 'A'.repeat(87), EXAMPLE.recipient.auth, false],
  ['a point that is not on the curve', `BD${EXAMPLE.recipient.p256dh.slice(2)}`, EXAMPLE.recipient.auth, false],
  ['a compressed point', compressed(), EXAMPLE.recipient.auth, false],
  ['an empty key', '', EXAMPLE.recipient.auth, false],
  ['a short secret', EXAMPLE.recipient.p256dh, 'BTBZMqHH6r4Tts7J_aSI', false],
])('subscription keys are checked: %s', (_, p256dh, auth, isUsable) => {
  expect(isRecipient({ p256dh, auth })).toBe(isUsable)
})

import { createPublicKey, verify } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { vapidAuthorization, vapidKeyFrom } from './vapid.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

/** Verifies the signature without the library that created it. */
function isSignedBy(token: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const [head = '', payload = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${head}.${payload}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

test('the same secret always yields the same key, and another secret yields another', () => {
  const [first, again, other] = [vapidKeyFrom('one'), vapidKeyFrom('one'), vapidKeyFrom('two')]
  expect(again).toEqual(first)
  expect(other.publicKey).not.toBe(first.publicKey)
  for (const { publicKey } of [first, other]) {
    const point = Buffer.from(publicKey, 'base64url')
    expect([point.length, point[0]]).toEqual([65, 4])
  }
  // Changing the derivation would invalidate every subscription.
  expect(first.publicKey).toBe(
    'BD3mvK_1MVzNlH5luwQKMOa2yMaGu5VebIYYe_PleyBgPLUJfrXXnO5cQCKxgne3pJxBcnlnJybe3Dmj1PSE1ew',
  )
})

test('the header is signed and names the push service, the operator and an expiry within a day', async () => {
  const key = vapidKeyFrom('one')
  const header = await vapidAuthorization(key, {
    endpoint: 'https://push.example:8443/send/abc?x=1',
    contact: 'mailto:help@tidings.example',
    now: NOW,
  })
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(header) ?? []
  expect(publicKey).toBe(key.publicKey)
  expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(decodeJwt(token)).toEqual({
    aud: 'https://push.example:8443',
    sub: 'mailto:help@tidings.example',
    exp: (NOW.getTime() + 12 * HOUR_MS) / 1000,
  })
  expect(isSignedBy(token, publicKey)).toBe(true)
  expect(isSignedBy(token, vapidKeyFrom('two').publicKey)).toBe(false)
})

import { randomBytes } from 'node:crypto'
import { Secret, TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { stepOfCode, toBase32, totpCode, totpUri } from './totp.ts'

test('codes match those of another implementation', () => {
  for (let at = 0; at < 200; at += 1) {
    const secret = toBase32(randomBytes(20))
    const timestamp = at * 7_777_777_777
    const other = new TOTP({ secret: Secret.fromBase32(secret) })
    expect(totpCode(secret, Math.floor(timestamp / 30_000))).toBe(other.generate({ timestamp }))
  }
})

test('the code matches the last RFC 6238 test vector for SHA-1', () => {
  const secret = toBase32(Buffer.from('12345678901234567890'))
  expect(totpCode(secret, Math.floor(20_000_000_000 / 30))).toBe('353130')
})

test('a code one step before or after now is accepted; one two steps away is not', () => {
  const secret = toBase32(randomBytes(20))
  const now = new Date(50_000_000 * 30_000)
  const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, totpCode(secret, 50_000_000 + away), now))
  expect(found).toEqual([null, 49_999_999, 50_000_000, 50_000_001, null])
  expect(stepOfCode(secret, '12345', now)).toBeNull()
})

test('another implementation can parse the URI', () => {
  const secret = toBase32(randomBytes(20))
  const read = URI.parse(totpUri({ secret, issuer: 'Tidings 1', label: 'a+b@example.com' }))
  expect([read.issuer, read.label, read.secret.base32]).toEqual(['Tidings 1', 'a+b@example.com', secret])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createPasswords } from '../server/auth/embedded/passwords/passwords.ts'
import { COMMON_PASSWORDS_FILE, listedPasswords, packPasswords } from '../tools/common-passwords.ts'

test('the shipped table is what the tool makes of the list, byte for byte', () => {
  expect(Buffer.compare(readFileSync(COMMON_PASSWORDS_FILE), packPasswords(listedPasswords()))).toBe(0)
})

test('each of the 10,000 most common passwords is refused, in any case', () => {
  const passwords = createPasswords({ minLength: 6 })
  const longEnough = listedPasswords()
    .slice(0, 12_000)
    .filter((password) => password.length >= 6)
  expect(longEnough.length).toBeGreaterThanOrEqual(10_000)
  const taken = longEnough.filter((password) => {
    const written = password.charAt(0).toUpperCase() + password.slice(1)
    return passwords.weakness(password, '') === null || passwords.weakness(written, '') === null
  })
  expect(taken).toEqual([])
})

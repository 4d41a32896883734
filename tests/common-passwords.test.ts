import { expect, test } from 'vitest'
import { createPasswords } from '../server/auth/embedded/passwords/passwords.ts'
import { listedPasswords } from '../tools/train/common-passwords.ts'

test('the 10,000 most common passwords are rejected, in any case', () => {
  const passwords = createPasswords({ minLength: 6 })
  const longEnough = listedPasswords()
    .slice(0, 12_000)
    .filter((password) => password.length >= 6)
  expect(longEnough.length).toBeGreaterThanOrEqual(10_000)
  const taken = longEnough.filter((password) => {
    const capitalized = password.charAt(0).toUpperCase() + password.slice(1)
    return [password, capitalized, password.toUpperCase()].some((written) => passwords.weakness(written, '') === null)
  })
  expect(taken).toEqual([])
})

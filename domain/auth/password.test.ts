import { expect, test } from 'vitest'
import { passwordHint, passwordTooShort, strengthOf } from './password.ts'

test.each([
  ['', 6, null],
  ['abcd', 6, 'too-short'],
  ['seven herons', 16, 'too-short'],
  ['😀😀😀😀😀', 6, 'too-short'],
  ['Password1', 6, 'weak'],
  ['qwertyuiop', 6, 'weak'],
  ['aaaaaaaaaaaaaaaa', 6, 'weak'],
  ['ada.lovelace99', 6, 'weak'],
  ['x7#mQp', 6, 'weak'],
  ['blueheronday', 6, 'fair'],
  ['m9!vQz_rT4', 6, 'good'],
  ['seven clever herons', 6, 'strong'],
] as const)('%j with a minimum of %i characters is %s', (password, minLength, strength) => {
  expect(strengthOf(password, { minLength, email: 'ada.lovelace@example.com' })).toBe(strength)
})

test('messages state the configured minimum and omit advice that it already exceeds', () => {
  expect(passwordHint(6)).toBe('At least 6 characters. 12 or more is better.')
  expect(passwordHint(10)).toBe('At least 10 characters. 12 or more is better.')
  expect(passwordHint(14)).toBe('At least 14 characters.')
  expect(passwordTooShort(6)).toBe('Password must be at least 6 characters long')
  expect(passwordTooShort(14)).toBe('Password must be at least 14 characters long')
})

import { expect, test } from 'vitest'
import { consentOf } from './consent.ts'

test.each([
  [{ configured: false, privacySignal: false, choice: 'yes' }, 'off'],
  [{ configured: true, privacySignal: false, choice: null }, 'ask'],
  [{ configured: true, privacySignal: false, choice: 'yes' }, 'granted'],
  [{ configured: true, privacySignal: false, choice: 'no' }, 'refused'],
  [{ configured: true, privacySignal: false, choice: 'anything else' }, 'ask'],
  [{ configured: true, privacySignal: true, choice: null }, 'refused-by-browser'],
  [{ configured: true, privacySignal: true, choice: 'yes' }, 'refused-by-browser'],
])('W73: the conversion event with %j is %s', (facts, consent) => {
  expect(consentOf(facts)).toBe(consent)
})

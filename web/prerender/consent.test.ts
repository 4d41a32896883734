// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { consentOf, startConsent } from './consent.ts'

test.each([
  [{ configured: false, privacySignal: false, choice: 'yes' }, 'off'],
  [{ configured: true, privacySignal: false, choice: null }, 'ask'],
  [{ configured: true, privacySignal: false, choice: 'yes' }, 'granted'],
  [{ configured: true, privacySignal: false, choice: 'no' }, 'refused'],
  [{ configured: true, privacySignal: false, choice: 'anything else' }, 'ask'],
  [{ configured: true, privacySignal: true, choice: null }, 'refused-by-browser'],
  [{ configured: true, privacySignal: true, choice: 'yes' }, 'refused-by-browser'],
])('consent to the conversion event with %j is %s', (facts, consent) => {
  expect(consentOf(facts)).toBe(consent)
})

const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  sessionStorage.clear()
})

/** Simulates one visit to the landing page. */
function visit(url = 'https://ads.example/1/') {
  const meta = Object.assign(document.createElement('meta'), { name: 'conversion-url', content: url })
  const bar = Object.assign(document.createElement('section'), { id: 'consent-bar', hidden: true })
  for (const choice of ['yes', 'no']) {
    const button = document.createElement('button')
    button.dataset.consent = choice
    bar.append(button)
  }
  document.head.replaceChildren(meta)
  document.body.replaceChildren(bar)
  startConsent((address) => sent.push(address))
}
const choose = (choice: string) => document.querySelector<HTMLButtonElement>(`[data-consent=${choice}]`)?.click()

test('nothing is sent until the visitor consents, then once per session', () => {
  visit()
  expect(sent).toEqual([])
  choose('yes')
  expect(sent).toEqual(['https://ads.example/1/'])
  visit()
  expect(sent).toHaveLength(1)
  sessionStorage.clear()
  visit()
  expect(sent).toHaveLength(2)
})

test('nothing is sent without consent or without a configured conversion', () => {
  visit()
  choose('no')
  visit()
  expect(sent).toEqual([])
  localStorage.setItem('consent', 'yes')
  visit('')
  expect(sent).toEqual([])
})

import { beforeAll, expect, test } from 'vitest'
import { liveApp, type LiveApp } from '../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let app: LiveApp

beforeAll(async () => {
  app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })
})

test('AU-02: links are made from PUBLIC_URL whatever the request claims', async () => {
  const email = 'poison@example.com'
  await app.confirmed(email, PASSWORD)
  app.later(61)
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    referer: 'https://evil.example/',
  }
  await fetch(`${app.authUrl}/recover`, { method: 'POST', headers, body: JSON.stringify({ email }) })
  const [letter] = await app.letters(email, 'recovery')
  expect(letter?.text).not.toContain('evil.example')
  expect(letter?.html).not.toContain('evil.example')
})

test.each([
  'https://evil.example/x',
  '//evil.example',
  'https://2130706433/',
  'javascript:alert(1)',
  `http://x@evil.example/`,
])('AU-11: a redirect to %s falls back to our own site, at sending and at opening', async (redirectTo) => {
  const email = `redirect-${Math.random()}@example.com`
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email, redirectTo)
  expect(new URL(link).searchParams.get('redirect_to')).toBe(app.publicUrl)
  const forged = new URL(link)
  forged.searchParams.set('redirect_to', redirectTo)
  expect((await app.open(forged.href)).location.startsWith(`${app.publicUrl}#access_token=`)).toBe(true)
})

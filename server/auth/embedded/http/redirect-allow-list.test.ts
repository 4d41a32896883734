import { expect, test } from 'vitest'
import { createRedirectAllowList } from './redirect-allow-list.ts'
import { liveApp } from '../../../testing/live-app.ts'

const site = 'https://tidings.example'
const plain = createRedirectAllowList({ siteUrl: site, redirectAllow: [] })
const listed = createRedirectAllowList({
  siteUrl: site,
  redirectAllow: [
    'https://app.example/**',
    'https://*.preview.example/*',
    'myapp://callback',
    'https://one.example/a?b',
  ],
})

test.each([
  'https://tidings.example',
  'https://tidings.example/reset-password-direct.html',
  'https://tidings.example/dashboard?next=1#x',
])('%s is allowed as our own site', (url) => {
  expect(plain.orSite(url)).toBe(url)
})

test.each(['http://127.0.0.1:5173/dashboard', 'http://[::1]:3000/'])(
  '%s is this machine: allowed only if the site runs on it too',
  (url) => {
    const local = createRedirectAllowList({ siteUrl: 'http://localhost:3000', redirectAllow: [] })
    expect(local.orSite(url)).toBe(url)
    expect(plain.orSite(url)).toBe(site)
    expect(listed.orSite(url)).toBe(site)
  },
)

test.each([
  undefined,
  '',
  '/dashboard',
  '//evil.example',
  'https:evil.example',
  'http://tidings.example/',
  'https://tidings.example:8443/',
  'https://tidings.example.evil.example/',
  'https://tidings.example@evil.example/',
  'https://user:pw@tidings.example/',
  'https://evil.example\\@tidings.example/',
  'https://evil.example/https://tidings.example',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.0.0.1/',
  'https://[2001:db8::1]/',
  'https://tidings.example\t/',
  ' https://tidings.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://ev%69l.example/',
  'https://app.example/x',
])('%s falls back to our own site', (url) => {
  expect(plain.orSite(url)).toBe(site)
})

test.each([
  ['https://app.example/deep/path.html#fragment', true],
  ['https://app.example', true],
  ['https://app.example.evil.example/', false],
  ['https://a.preview.example/page', true],
  ['https://a.b.preview.example/page', false],
  ['https://a.preview.example/deep/page', false],
  ['http://app.example/x', false],
  ['myapp://callback', true],
  ['myapp://callback/other', false],
  ['https://one.example/axb', true],
  ['https://one.example/a/b', false],
  ['https://appxexample/x', false],
])('with a list, %s is allowed: %s', (url, allowed) => {
  expect(listed.orSite(url)).toBe(allowed ? url : site)
})

const PASSWORD = 'seven clever herons'

const app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })

test('links are built from PUBLIC_URL, whatever host the request claims', async () => {
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
  const [message] = await app.emails(email, 'recovery')
  expect(message?.text).toContain(`${app.publicUrl}/auth/v1/verify?token=`)
  expect(message?.text).not.toContain('evil.example')
  expect(message?.html).not.toContain('evil.example')
})

test.each([
  'https://evil.example/x',
  '//evil.example',
  'https://2130706433/',
  'javascript:alert(1)',
  `http://x@evil.example/`,
])('a redirect to %s falls back to our own site, both when sent and when opened', async (redirectTo) => {
  const email = `redirect-${Math.random()}@example.com`
  await app.confirmed(email, PASSWORD)
  const link = await app.recoveryLink(email, redirectTo)
  expect(new URL(link).searchParams.get('redirect_to')).toBe(app.publicUrl)
  const forged = new URL(link)
  forged.searchParams.set('redirect_to', redirectTo)
  expect((await app.open(forged.href)).location.startsWith(`${app.publicUrl}#access_token=`)).toBe(true)
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

let app: TestApp
let ada: TestUser
let link: string

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  ada = await app.signUp()
  app.time.now = new Date(START.getTime() + 12 * DAY_MS)
  await app.runJob('reminders.run', {})
  const [email] = await app.database.query('select text, html from outbox where recipient = $1', [ada.email])
  const found = /Unsubscribe from reminders:\n(\S+)/.exec(String(email?.text))?.[1] ?? ''
  expect(email?.html).toContain(found)
  expect(found.startsWith(`${app.config.http.publicUrl}/unsubscribe?token=`)).toBe(true)
  link = found.slice(app.config.http.publicUrl.length)
  app.time.now = START
})

const wants = async () =>
  (await app.database.query('select wants_reminders from users where id = $1', [ada.id]))[0]?.wants_reminders
const visit = async (path: string, method = 'GET') => {
  const response = await app.request(path, { method })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('the link works without signing in: opening it only asks, and submitting the form unsubscribes', async () => {
  const asked = await visit(link)
  expect(asked.status).toBe(200)
  expect(asked.html).toContain('<button>Unsubscribe</button>')
  expect(await wants()).toBe(true)

  const action = /action="([^"]+)"/.exec(asked.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const done = await visit(action, 'POST')
  expect(done.status).toBe(200)
  expect(done.html).toContain('You are unsubscribed')
  expect(await wants()).toBe(false)
  expect((await visit(link)).html).toContain('You are unsubscribed')

  const back = /action="([^"]+)"/.exec(done.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await visit(back, 'POST')).html).toContain('Reminders are on')
  expect(await wants()).toBe(true)
})

test('RFC 8058: a mail client can post to the link directly', async () => {
  const response = await app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(response.status).toBe(200)
  expect(await wants()).toBe(false)
})

test('an invalid token changes and reveals nothing', async () => {
  const ben = await app.signUp()
  const token = new URL(link, 'http://x.example').searchParams.get('token') ?? ''
  const [id = '', signature = ''] = token.split('.')
  const flipped = `${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`
  const pages = []
  for (const bad of [
    '',
    'nonsense',
    id,
    `${id}.`,
    `${id}.${flipped}`,
    `${ben.id}.${signature}`,
    `${crypto.randomUUID()}.${signature}`,
    `${token}x`,
    '"><script>alert(1)</script>',
  ])
    for (const method of ['GET', 'POST']) {
      const { status, html } = await visit(`/unsubscribe?token=${encodeURIComponent(bad)}`, method)
      expect([bad, status]).toEqual([bad, 404])
      pages.push(html)
    }
  pages.push((await visit('/unsubscribe')).html)
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).not.toContain('script')
  expect(await wants()).toBe(true)
  const others = await app.database.query('select wants_reminders from users where id = $1', [ben.id])
  expect(others).toEqual([{ wants_reminders: true }])
})

test('the page runs no scripts, sends no referrer, and the token is never logged', async () => {
  const { headers } = await visit(link)
  await visit(link, 'POST')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]+'; form-action 'self';/,
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  const token = new URL(link, 'http://x.example').searchParams.get('token') ?? ''
  const [, signature = '?'] = token.split('.')
  expect(app.logged.filter((line) => line.includes(signature))).toEqual([])
  expect(app.logged.some((line) => line.includes('"reminders.refused"'))).toBe(true)
})

test('the profile can change the same setting, even after the trial', async () => {
  await app.database.query('update users set trial_ends_at = $2 where id = $1', [ada.id, START])
  const response = await ada.send('PATCH', '/api/profile', { wantsReminders: false })
  expect([response.status, await response.json()]).toMatchObject([200, { wantsReminders: false }])
  expect(await wants()).toBe(false)
  expect((await visit(link)).html).toContain('You are unsubscribed')
  expect((await ada.send('PATCH', '/api/profile', { wantsReminders: 'no' })).status).toBe(422)
  await ada.send('PATCH', '/api/profile', { wantsReminders: true })
  expect(await wants()).toBe(true)
})

test('a user who opted out gets no more reminders', async () => {
  await visit(link, 'POST')
  app.time.now = new Date(START.getTime() + 14 * DAY_MS)
  await app.runJob('reminders.run', {})
  const emails = await app.database.query('select kind from outbox where recipient = $1', [ada.email])
  expect(emails).toEqual([{ kind: 'trial-ending' }])
  app.time.now = START
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../testing/files/built-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createTokenBuckets, MAX_WAIT_MS } from './limits.ts'
import { DAY_MS } from '#domain/time.ts'

let app: TestApp
let ada: TestUser
let company: number
let busy: TestApp

beforeAll(async () => {
  app = await testApp({ environment: { REQUESTS_PER_MINUTE: '1200' } })
  ada = await app.signUp()
  const added = await ada.send('POST', '/api/companies', { name: 'Cedar', website: 'cedar.example' })
  company = ((await added.json()) as { id: number }).id
  busy = await testApp({ poolSize: 1, webRoot: smallSite() })
})

const from = (user: TestUser, path: string, peer: string) =>
  app.request(path, { headers: { authorization: `Bearer ${user.token}` } }, peer)

test('"sequential id sweep of 1,000": throttled and logged, and nothing is found', async () => {
  const mallory = await app.signUp()
  const statuses = new Map<number, number>()
  for (let id = 1; id <= 1000; id += 1) {
    const { status } = await from(mallory, `/api/companies/${id}`, '192.0.2.1')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 100, 429: 900 })
  const warnings = app.logged.filter((line) => line.includes('"event":"id-probing"'))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('192.0.2.1')
  const refused = await from(mallory, '/api/companies/1', '192.0.2.1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a user who misses too often blocks neither colleagues nor visitors behind the same address', async () => {
  const [mallory, peer] = [await app.signUp(), '192.0.2.7']
  for (let id = 1; id <= 101; id += 1) await from(mallory, `/api/companies/${id}`, peer)
  expect((await from(mallory, `/api/companies/${company}`, peer)).status).toBe(429)
  expect((await from(mallory, `/api/companies/${company}`, '192.0.2.8')).status).toBe(429)
  expect((await from(ada, `/api/companies/${company}`, peer)).status).toBe(200)
  expect((await app.request('/api/config', {}, peer)).status).toBe(200)
})

test('callers who are not signed in are counted by address', async () => {
  const miss = (peer: string, headers = {}) => app.request('/api/no-such-path', { headers }, peer)
  for (let times = 0; times < 100; times += 1)
    expect((await miss('192.0.2.9', times % 2 ? {} : { authorization: 'Bearer x.y.z' })).status).toBe(404)
  expect((await miss('192.0.2.9')).status).toBe(429)
  expect((await miss('192.0.2.10')).status).toBe(404)
  expect((await from(ada, `/api/companies/${company}`, '192.0.2.9')).status).toBe(200)
})

test('requests for existing companies are not throttled, and other users are unaffected', async () => {
  for (let times = 0; times < 150; times += 1)
    expect((await from(ada, `/api/companies/${company}`, '192.0.2.2')).status).toBe(200)
})

test('when the database wait is too long, requests are refused at once and pages are still served', async () => {
  const ben = await busy.signUp()
  const released = Promise.withResolvers<void>()
  const holder = busy.database.asUser(ben.id, () => released.promise)
  let isFirstAnswered = false
  const first = ben.get('/api/companies').finally(() => (isFirstAnswered = true))
  while (busy.database.longestWait() <= MAX_WAIT_MS) await sleep(50)
  const refused = await ben.get('/api/companies')
  expect([refused.status, refused.headers.get('retry-after'), isFirstAnswered]).toEqual([503, '2', false])
  expect((await busy.request('/auth/v1/token?grant_type=password', { method: 'POST' })).status).toBe(503)
  expect((await busy.request('/')).status).toBe(200)
  released.resolve()
  await holder
  expect((await first).status).toBe(200)
  expect((await ben.get('/api/companies')).status).toBe(200)
})

test('setting the clock back removes no tokens and does not stop their refill', () => {
  const take = createTokenBuckets({ burst: 2, perMinute: 2 })
  const [peer, later, now] = ['192.0.2.3', 5 * DAY_MS, 3 * DAY_MS]
  expect([take(peer, later), take(peer, now), take(peer, now)]).toEqual([null, null, 30])
  expect([take(peer, now + 30_000), take(peer, now + 30_000)]).toEqual([null, 30])
})

import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { START, testApp, type TestApp } from '../../testing/test-app.ts'
import { isReachable } from './websub.ts'

type Site = Awaited<ReturnType<typeof loopbackSite>>

let app: TestApp
let feed: Site
let hub: Site
let named = true
let entries = ['one']
const asked: URLSearchParams[] = []

const read = async (request: IncomingMessage) => void asked.push(new URLSearchParams(await text(request)))

beforeAll(async () => {
  hub = await loopbackSite((request, response) => void read(request).then(() => response.writeHead(202).end()))
  feed = await loopbackSite((_, response) =>
    response.setHeader('content-type', 'application/atom+xml').end(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title>${named ? `<link rel="hub" href="${hub.url}/"/>` : ''}
      <link rel="self" href="${feed.url}/self"/>${entries
        .map(
          (name) =>
            `<entry><id>${name}</id><title>News ${name}</title><link href="${feed.url}/${name}"/><updated>2026-02-27T10:00:00Z</updated></entry>`,
        )
        .join('')}</feed>`,
    ),
  )
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'press',
      PRESS_FEEDS: `${feed.url}/feed`,
      PUBLIC_URL: 'https://tidings.example',
    },
  })
  await app.runJob('news.poll', {})
})
afterAll(() => Promise.all([hub.close(), feed.close()]))

const at = (ms: number) => (app.time.now = new Date(START.getTime() + ms))
const callback = () => new URL(asked.at(-1)?.get('hub.callback') ?? '').pathname
const verification = (changed: Record<string, string> = {}) =>
  `?${new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': `${feed.url}/self`,
    'hub.challenge': 'c1-<script>',
    'hub.lease_seconds': '864000',
    ...changed,
  })}`
const row = async () => (await app.database.query('select * from feed_subscriptions'))[0] ?? {}
const signed = (body: string, secret: string, method = 'sha256') =>
  `${method}=${createHmac(method, secret).update(body).digest('hex')}`
const push = (path: string, body: string, signature?: string) =>
  app.request(path, { method: 'POST', body, headers: { ...(signature && { 'x-hub-signature': signature }) } })

test('a feed that names a hub is subscribed to, with a secret, through an address that cannot be guessed', async () => {
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    'hub.mode': 'subscribe',
    'hub.topic': `${feed.url}/self`,
    'hub.callback': expect.stringMatching(/^https:\/\/tidings\.example\/websub\/[\w-]{32}$/),
    'hub.secret': expect.stringMatching(/^[\w-]{43}$/),
    'hub.lease_seconds': '864000',
  })
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(1)
})

test('the hub is answered only about the subscription that was requested', async () => {
  const wrongs: Record<string, string>[] = [
    { 'hub.topic': `${feed.url}/other` },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.mode': '' },
    { 'hub.challenge': '' },
    { 'hub.challenge': 'x'.repeat(1001) },
    { 'hub.challenge': 'a\nb' },
  ]
  for (const wrong of wrongs) expect((await app.request(callback() + verification(wrong))).status).toBe(404)
  expect((await app.request(`/websub/${'x'.repeat(32)}${verification()}`)).status).toBe(404)
  expect((await row()).lease_until).toBeNull()
  const answer = await app.request(callback() + verification())
  expect([answer.status, await answer.text()]).toEqual([200, 'c1-<script>'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await row()).toMatchObject({ lease_until: new Date(START.getTime() + 10 * DAY_MS), failures: 0 })
})

test('a signed push makes us poll now, whatever it says, and at most once a minute', async () => {
  const { secret } = (await row()) as { secret: string }
  const items = async () =>
    (await app.database.query('select title from press_items order by id')).map(({ title }) => title)
  const polls = () => feed.requests.length
  entries = ['one', 'two']
  const before = polls()
  at(2 * MINUTE_MS)
  const body = '<feed><entry><title>Invented</title></entry></feed>'
  expect((await push(callback(), body, signed(body, secret))).status).toBe(204)
  expect(polls()).toBe(before + 1)
  expect((await push(callback(), body, signed(body, secret, 'sha1'))).status).toBe(204)
  expect(polls()).toBe(before + 1)
  at(4 * MINUTE_MS)
  expect((await push(callback(), body, signed(body, secret, 'sha512'))).status).toBe(204)
  expect(polls()).toBe(before + 2)
  expect(await items()).not.toContain('Invented')
})

test('a push without a valid signature is refused and changes nothing', async () => {
  at(10 * MINUTE_MS)
  const { secret } = (await row()) as { secret: string }
  const before = feed.requests.length
  for (const signature of [
    signed('other', secret),
    signed('body', 'guess'),
    'sha256=',
    'sha256=zz',
    'md5=00',
    `sha1=${signed('body', secret).slice(7)}`,
    'nonsense',
  ])
    expect((await push(callback(), 'body', signature)).status).toBe(400)
  expect((await push(callback(), 'body')).status).toBe(404)
  expect((await push(`/websub/${'x'.repeat(32)}`, 'body', signed('body', secret))).status).toBe(404)
  const large = 'x'.repeat(1024 * 1024 + 1)
  expect((await push(callback(), large, signed(large, secret))).status).toBe(413)
  expect(feed.requests).toHaveLength(before)
  expect(app.logged.filter((line) => line.includes('bad signature')).length).toBe(7)
  expect(app.logged.join('\n')).not.toContain(callback())
})

test('the lease is renewed before it ends, and a silent hub is asked less and less often', async () => {
  at(7 * DAY_MS)
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(1)
  at(8 * DAY_MS + HOUR_MS)
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(2)
  at(9 * DAY_MS)
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(3)
  at(9 * DAY_MS + HOUR_MS)
  await app.runJob('news.websub', {})
  expect(asked).toHaveLength(3)
  const before = feed.requests.length
  await app.runJob('news.poll', {})
  expect(feed.requests.length).toBeGreaterThan(before)
})

test('a verification that nobody waits for is refused, and a denial is final for a week', async () => {
  at(11 * DAY_MS)
  expect((await app.request(callback() + verification())).status).toBe(404)
  expect((await app.request(callback() + verification({ 'hub.mode': 'denied' }))).status).toBe(200)
  expect(await row()).toMatchObject({ lease_until: null, next_try_at: new Date(START.getTime() + 18 * DAY_MS) })
})

test('a feed that is polled no more is not subscribed to again', async () => {
  named = false
  at(19 * DAY_MS)
  await app.database.query('delete from watches')
  const before = asked.length
  await app.runJob('news.websub', {})
  expect([asked.length, await row()]).toEqual([before, {}])
})

test('subscriptions need an address that hubs can reach', async () => {
  expect(['https://tidings.example', 'https://news.tidings.co.uk:8443'].map(isReachable)).toEqual([true, true])
  expect(
    [
      'http://tidings.example',
      'http://localhost:3000',
      'https://localhost',
      'https://tidings',
      'https://tidings.local',
      'https://app.localhost',
      'https://10.0.0.1',
      'https://[::1]',
    ].filter(isReachable),
  ).toEqual([])
  const local = await testApp({ environment: { SOURCES: 'press', PRESS_FEEDS: `${feed.url}/feed` }, realFetch: true })
  expect((await local.request('/websub/x')).status).toBe(404)
})

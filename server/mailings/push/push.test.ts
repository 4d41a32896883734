import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PushDevice, PushDevices } from '#domain/mailings/devices.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { mailingsFixture } from '../../testing/fixtures/mailings-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { pushBrowser } from '../../testing/network/push-browser.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { mailingStore } from '../store.ts'
import { pushStore } from './store.ts'

const DEVICES = '/api/mailings/devices'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser
let cedar: number
let service: Awaited<ReturnType<typeof loopbackSite>>
let received: { path: string; headers: Record<string, string>; body: Buffer }[]
let answer: (response: ServerResponse, path: string) => void

beforeAll(async () => {
  service = await loopbackSite((request, response) => void collect(request).then((path) => answer(response, path)))
  const safeFetch = loopbackFetch({}, { clock: () => app.time.now })
  app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch })
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  received = []
  answer = (response) => response.writeHead(201).end()
  await fixture.clear()
  ada = await app.signUp()
  cedar = await fixture.add(ada, 'Cedar')
  await ada.send('POST', '/api/mailings/alerts', { companyId: null, events: ['raise', 'layoffs'], delivery: 'at-once' })
})
afterAll(() => service.close())

async function collect(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = request.url ?? ''
  received.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) })
  return path
}

/** Uses a token that is valid at the simulated time. */
async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${await ada.tokenAt(app.time.now)}`, 'content-type': 'application/json' }
  return app.request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

const listed = async () => PushDevices.parse(await (await call('GET', DEVICES)).json())

async function turnOn() {
  const browser = pushBrowser(service.url)
  const response = await call('POST', DEVICES, browser.subscription((await listed()).serverKey))
  expect(response.status).toBe(201)
  return { ...browser, ...PushDevice.parse(await response.json()) }
}

const found = async (time: string, title: string, eventType = 'raise', companyId = cedar) => {
  app.time.now = new Date(time)
  return fixture.addStory(companyId, { title, eventType, weight: 0.9 })
}
const alertAt = async (time: string, title = 'Cedar raises $18 million', eventType = 'raise') => {
  await found(time, title, eventType)
  await fixture.runAt(time)
}
const forward = (ms: number) => (app.time.now = new Date(app.time.now.getTime() + ms))
const send = () => app.runJob('mailings.push', {})
const emails = () => fixture.emails(ada, 'alert')
const topics = () => new Set(received.map(({ headers }) => headers.topic))

test('an alert is sent once, encrypted for the device and signed by us, in addition to the email', async () => {
  const phone = await turnOn()
  await alertAt('2026-03-01T13:00:20Z')
  await fixture.runAt('2026-03-01T13:01:00Z')
  await send()
  expect(received).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {} as Record<string, string>, body: Buffer.of() }] = received
  expect(path).toBe(phone.path)
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(headers.topic).toMatch(/^[\w-]{32}$/)
  expect(phone.read(body)).toEqual({
    title: 'Cedar',
    body: 'Funding: Raises $18 million',
    path: `/companies/${cedar}`,
    tag: headers.topic,
  })
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe((await listed()).serverKey)
  expect(decodeJwt(token).aud).toBe(service.url)
  expect(body.includes('Cedar')).toBe(false)
  expect(await emails()).toHaveLength(1)
  expect((await listed()).devices).toMatchObject([{ id: phone.id, notifiedAt: '2026-03-01T13:00:20.000Z' }])
})

test('every device gets each alert once even with emails off, at most three a day', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'off' })
  const [phone, laptop] = [await turnOn(), await turnOn()]
  const companies = new Map<number, number>()
  for (const hour of [13, 14, 15, 16]) companies.set(hour, await fixture.add(ada, `Fern${hour}`))
  for (const hour of companies.keys()) {
    const company = companies.get(hour) ?? 0
    await found(`2026-03-01T${hour}:00:00Z`, `Fern${hour} raises money`, 'raise', company)
    await fixture.runAt(`2026-03-01T${hour}:00:00Z`)
    await fixture.runAt(`2026-03-01T${hour}:05:00Z`)
  }
  for (const { path } of [phone, laptop]) expect(received.filter((each) => each.path === path)).toHaveLength(3)
  expect(await emails()).toEqual([])
  await fixture.runAt('2026-03-02T08:00:00Z')
  expect(received).toHaveLength(8)
  expect(topics().size).toBe(4)
})

test('with emails and devices off nothing is sent, and stories in the digest are not sent as alerts later', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false })
  await alertAt('2026-03-01T13:00:00Z')
  expect(await app.database.query('select * from mailings')).toEqual([])
  await fixture.runAt('2026-03-02T08:00:00Z')
  await turnOn()
  await fixture.runAt('2026-03-02T08:01:00Z')
  expect(received).toEqual([])
})

test('if a worker dies before sending, another sends the message, which the device shows once', async () => {
  const phone = await turnOn()
  await alertAt('2026-03-01T13:00:00Z')
  const claimed = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
  await app.database.query('update push_deliveries set delivered_at = null, next_attempt_at = $1', [claimed])
  await send()
  expect(received).toHaveLength(1)
  forward(2 * MINUTE_MS)
  await send()
  await send()
  expect(received).toHaveLength(2)
  expect(topics().size).toBe(1)
  expect(new Set(received.map(({ body }) => phone.read(body).tag)).size).toBe(1)
})

test('concurrent workers send an alert once', async () => {
  await turnOn()
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million')
  await Promise.all([1, 2, 3].map(() => app.runJob('mailings.run', {})))
  await Promise.all([send(), send(), send()])
  expect(received).toHaveLength(1)
})

test('a message that one worker is sending is not sent by another', async () => {
  await turnOn()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  answer = (response) => {
    reach()
    void released.then(() => response.writeHead(201).end())
  }
  const first = alertAt('2026-03-01T13:00:00Z')
  await reached
  await send()
  expect(received).toHaveLength(1)
  release()
  await first
  expect(received).toHaveLength(1)
})

test.each([404, 410])('a subscription that is gone (%i) is deleted, and the others stay', async (status) => {
  const [old, phone] = [await turnOn(), await turnOn()]
  answer = (response, path) => response.writeHead(path === old.path ? status : 201).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect((await listed()).devices.map(({ id }) => id)).toEqual([phone.id])
  await alertAt('2026-03-01T14:00:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  expect(received.map(({ path }) => path).toSorted()).toEqual([old.path, phone.path, phone.path].toSorted())
})

const notices = () => fixture.emails(ada, 'alerts-silent')

test('with emails off, losing the last device sends a notice and moves its waiting alerts into the digest', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'daily', hour: 8, timeZone: 'UTC' })
  const [old] = [await turnOn(), await turnOn()]
  answer = (response, path) => response.writeHead(path === old.path ? 410 : 201).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect(await notices()).toEqual([])
  answer = (response) => response.writeHead(503).end()
  await alertAt('2026-03-01T13:58:00Z', 'Cedar raises $5 million')
  answer = (response) => response.writeHead(410).end()
  await alertAt('2026-03-01T14:00:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  expect((await listed()).devices).toEqual([])
  await fixture.runAt('2026-03-02T08:00:00Z')
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.text).toMatch(/Raises \$5 million[^]*Cuts 40 jobs[^]*\n1 more was sent as an alert/)
  expect(digest?.text).not.toContain('Raises $18 million')
  const notice = { subject: 'Your alerts no longer reach you', text: expect.stringContaining('/profile/email') }
  expect(await notices()).toMatchObject([notice])
})

test('an alert recorded while the last device turns out to be gone moves into the digest too', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'daily', hour: 8, timeZone: 'UTC' })
  await turnOn()
  answer = (response) => response.writeHead(503).end()
  await alertAt('2026-03-01T13:00:00Z', 'Cedar raises $5 million')
  answer = (response) => response.writeHead(410).end()
  const articleId = await found('2026-03-01T13:02:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  let sent: Promise<void> = Promise.resolve()
  await app.database.asUser(ada.id, async (queries) => {
    const [mailings, devices] = [mailingStore(queries, ada.id), pushStore(queries, ada.id)]
    await mailings.preferences(app.time.now)
    sent = send()
    await vi.waitUntil(isWaitingForLock, { timeout: 10_000 })
    const content = { kind: 'alert' as const, stories: [], notice: null }
    const mailingId = await mailings.insert('alert', content, '2026-03-01', app.time.now)
    const delivery = { companyId: cedar, articleId, about: 'story' as const }
    await mailings.recordDeliveries([delivery], { way: 'alert', mailingId, now: app.time.now })
    await devices.prepare(mailingId, await devices.list(), app.time.now)
  })
  await sent
  await fixture.runAt('2026-03-02T08:00:00Z')
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.text).toMatch(/Raises \$5 million/)
  expect(digest?.text).toMatch(/Cuts 40 jobs/)
})

async function isWaitingForLock(): Promise<boolean> {
  const waiting = await app.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

test('if that notice cannot be sent, the device is gone anyway and the notice is sent later, once', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false })
  await turnOn()
  answer = (response) => response.writeHead(410).end()
  await app.database.query('alter table outbox add constraint mail_is_down check (false)')
  await expect(alertAt('2026-03-01T13:00:00Z')).rejects.toThrow('outbox')
  await app.database.query('alter table outbox drop constraint mail_is_down')
  expect((await listed()).devices).toEqual([])
  const [mailing] = await app.database.query('select id from mailings')
  for (const mailingId of [Number(mailing?.id), Number(mailing?.id)])
    await app.runJob('mailings.alerts-silent', { userId: ada.id, mailingId })
  expect(await notices()).toHaveLength(1)
})

test('with emails on, losing a device sends no notice', async () => {
  await turnOn()
  answer = (response) => response.writeHead(410).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect([(await emails()).length, await notices()]).toEqual([1, []])
})

test.each([429, 500, 503])(
  'a busy push service (%i) is called again at growing intervals with the same topic',
  async (status) => {
    await turnOn()
    answer = (response) => response.writeHead(status).end()
    await alertAt('2026-03-01T13:00:00Z')
    for (const wait of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS]) {
      const before = received.length
      forward(wait - 1000)
      await send()
      expect(received).toHaveLength(before)
      forward(1000)
      await send()
      expect(received).toHaveLength(before + 1)
    }
    expect(topics().size).toBe(1)
    forward(DAY_MS)
    await send()
    expect(received).toHaveLength(6)
    expect((await app.database.query('select next_attempt_at from push_deliveries'))[0]).toEqual({
      next_attempt_at: null,
    })
  },
)

test('a push service that sends Retry-After is not called before then', async () => {
  await turnOn()
  answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
  await alertAt('2026-03-01T13:00:00Z')
  forward(HOUR_MS - 1000)
  await send()
  expect(received).toHaveLength(1)
  answer = (response) => response.writeHead(201).end()
  forward(1000)
  await send()
  expect(received).toHaveLength(2)
})

test.each([400, 403, 413, 307])('a message that is refused (%i) is not sent again', async (status) => {
  await turnOn()
  answer = (response) => response.writeHead(status, { location: `${service.url}/elsewhere` }).end()
  await alertAt('2026-03-01T13:00:00Z')
  forward(2 * HOUR_MS)
  await send()
  expect(received).toHaveLength(1)
  expect((await listed()).devices).toHaveLength(1)
})

test('an alert that cannot be delivered within a day is dropped', async () => {
  await turnOn()
  answer = (response) => response.writeHead(500).end()
  await alertAt('2026-03-01T13:00:00Z')
  answer = (response) => response.writeHead(201).end()
  forward(DAY_MS + 1)
  await send()
  expect(received).toHaveLength(1)
})

test('nothing is sent once access has ended or the device was removed', async () => {
  const phone = await turnOn()
  answer = (response) => response.writeHead(500).end()
  await alertAt('2026-03-01T13:00:00Z')
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [START, ada.id])
  forward(MINUTE_MS)
  await send()
  expect(received).toHaveLength(1)
  expect((await call('DELETE', `${DEVICES}/${phone.id}`)).status).toBe(204)
  expect(await app.database.query('select * from push_deliveries')).toEqual([])
})

test('founder updates are sent by email only', async () => {
  await turnOn()
  const alert = async (at: string, title: string) => {
    const id = await found(at, title)
    await app.database.query(`update articles set kind = 'founder-update' where id = $1`, [id])
    await fixture.runAt(at)
  }
  await alert('2026-03-01T13:00:00Z', 'Cedar secretly raises $9 million')
  expect([received.length, (await emails()).length]).toEqual([0, 1])
  await call('PATCH', '/api/mailings', { alerts: false })
  await alert('2026-03-01T14:00:00Z', 'Cedar secretly cuts 40 jobs')
  expect(received).toEqual([])
  expect(await app.database.query(`select * from mailings where kind = 'alert'`)).toHaveLength(1)
})

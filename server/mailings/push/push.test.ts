import { decodeJwt } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { DEVICES, pushFixture } from '../../testing/fixtures/push-fixture.ts'
import { START } from '../../testing/test-app.ts'

const push = await pushFixture()
const { alertAt, app, call, emails, forward, found, listed, mailings, send, service, turnOn } = push

beforeEach(push.reset)
afterAll(() => push.service.close())

const topics = () => new Set(push.received.map(({ headers }) => headers.topic))

test('an alert is sent once, encrypted for the device and signed by us, in addition to the email', async () => {
  const phone = await turnOn()
  await alertAt('2026-03-01T13:00:20Z')
  await mailings.runAt('2026-03-01T13:01:00Z')
  await send()
  expect(push.received).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {} as Record<string, string>, body: Buffer.of() }] =
    push.received
  expect(path).toBe(phone.path)
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(headers.topic).toMatch(/^[\w-]{32}$/)
  expect(phone.read(body)).toEqual({
    title: 'Cedar raises $18M',
    body: 'Funding',
    path: `/companies/${push.cedar}`,
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
  await push.ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'off' })
  const [phone, laptop] = [await turnOn(), await turnOn()]
  const companies = new Map<number, number>()
  for (const hour of [13, 14, 15, 16]) companies.set(hour, await mailings.add(push.ada, `Fern${hour}`))
  for (const hour of companies.keys()) {
    const company = companies.get(hour) ?? 0
    await found(`2026-03-01T${hour}:00:00Z`, `Fern${hour} raises money`, 'raise', company)
    await mailings.runAt(`2026-03-01T${hour}:00:00Z`)
    await mailings.runAt(`2026-03-01T${hour}:05:00Z`)
  }
  for (const { path } of [phone, laptop]) expect(push.received.filter((each) => each.path === path)).toHaveLength(3)
  expect(await emails()).toEqual([])
  await mailings.runAt('2026-03-02T08:00:00Z')
  expect(push.received).toHaveLength(8)
  expect(topics().size).toBe(4)
})

test('with emails and devices off nothing is sent, and stories in the digest are not sent as alerts later', async () => {
  await push.ada.send('PATCH', '/api/mailings', { alerts: false })
  await alertAt('2026-03-01T13:00:00Z')
  expect(await emails()).toEqual([])
  await mailings.runAt('2026-03-02T08:00:00Z')
  await turnOn()
  await mailings.runAt('2026-03-02T08:01:00Z')
  expect(push.received).toEqual([])
})

test('if a worker dies before sending, another sends the message, which the device shows once', async () => {
  const phone = await turnOn()
  await alertAt('2026-03-01T13:00:00Z')
  const claimed = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
  await app.database.query('update push_deliveries set delivered_at = null, next_attempt_at = $1', [claimed])
  await send()
  expect(push.received).toHaveLength(1)
  forward(2 * MINUTE_MS)
  await send()
  await send()
  expect(push.received).toHaveLength(2)
  expect(topics().size).toBe(1)
  expect(new Set(push.received.map(({ body }) => phone.read(body).tag)).size).toBe(1)
})

test('concurrent workers send an alert once', async () => {
  await turnOn()
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million')
  await Promise.all([1, 2, 3].map(() => app.runJob('mailings.run', {})))
  await Promise.all([send(), send(), send()])
  expect(push.received).toHaveLength(1)
})

test('a message that one worker is sending is not sent by another', async () => {
  await turnOn()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  push.answer = (response) => {
    reach()
    void released.then(() => response.writeHead(201).end())
  }
  const first = alertAt('2026-03-01T13:00:00Z')
  await reached
  await send()
  expect(push.received).toHaveLength(1)
  release()
  await first
  expect(push.received).toHaveLength(1)
})

test.each([429, 500, 503])(
  'a busy push service (%i) is called again at growing intervals with the same topic',
  async (status) => {
    await turnOn()
    push.answer = (response) => response.writeHead(status).end()
    await alertAt('2026-03-01T13:00:00Z')
    for (const wait of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS]) {
      const before = push.received.length
      forward(wait - 1000)
      await send()
      expect(push.received).toHaveLength(before)
      forward(1000)
      await send()
      expect(push.received).toHaveLength(before + 1)
    }
    expect(topics().size).toBe(1)
    forward(DAY_MS)
    await send()
    expect(push.received).toHaveLength(6)
    expect((await app.database.query('select next_attempt_at from push_deliveries'))[0]).toEqual({
      next_attempt_at: null,
    })
  },
)

test('a push service that sends Retry-After is not called before then', async () => {
  await turnOn()
  push.answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
  await alertAt('2026-03-01T13:00:00Z')
  forward(HOUR_MS - 1000)
  await send()
  expect(push.received).toHaveLength(1)
  push.answer = (response) => response.writeHead(201).end()
  forward(1000)
  await send()
  expect(push.received).toHaveLength(2)
})

test.each([400, 403, 413, 307])('a message that is refused (%i) is not sent again', async (status) => {
  await turnOn()
  push.answer = (response) => response.writeHead(status, { location: `${service.url}/elsewhere` }).end()
  await alertAt('2026-03-01T13:00:00Z')
  forward(2 * HOUR_MS)
  await send()
  expect(push.received).toHaveLength(1)
  expect((await listed()).devices).toHaveLength(1)
})

test('an alert that cannot be delivered within a day is dropped', async () => {
  await turnOn()
  push.answer = (response) => response.writeHead(500).end()
  await alertAt('2026-03-01T13:00:00Z')
  push.answer = (response) => response.writeHead(201).end()
  forward(DAY_MS + 1)
  await send()
  expect(push.received).toHaveLength(1)
})

test('nothing is sent once access has ended or the device was removed', async () => {
  const phone = await turnOn()
  push.answer = (response) => response.writeHead(500).end()
  await alertAt('2026-03-01T13:00:00Z')
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [START, push.ada.id])
  forward(MINUTE_MS)
  await send()
  expect(push.received).toHaveLength(1)
  expect((await call('DELETE', `${DEVICES}/${phone.id}`)).status).toBe(204)
  expect(await app.database.query('select * from push_deliveries')).toEqual([])
})

test('founder updates are sent by email only', async () => {
  await turnOn()
  const alert = async (at: string, title: string) => {
    const id = await found(at, title)
    await app.database.query(`update articles set kind = 'founder-update' where id = $1`, [id])
    await mailings.runAt(at)
  }
  await alert('2026-03-01T13:00:00Z', 'Cedar secretly raises $9 million')
  expect([push.received.length, (await emails()).length]).toEqual([0, 1])
  await call('PATCH', '/api/mailings', { alerts: false })
  await alert('2026-03-01T14:00:00Z', 'Cedar secretly cuts 40 jobs')
  expect(push.received).toEqual([])
  expect(await emails()).toHaveLength(1)
})

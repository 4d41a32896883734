import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_PUSH_DEVICES, PushDevice, PushDevices, type NewPushDevice } from '#domain/mailings/devices.ts'
import { mailingsFixture } from '../../testing/fixtures/mailings-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { pushBrowser } from '../../testing/network/push-browser.ts'
import { BAD, REFUSED } from '../../testing/network/refused-targets.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const DEVICES = '/api/mailings/devices'
const SERVICE = 'https://push.example'

let app: TestApp
let ada: TestUser
let service: Awaited<ReturnType<typeof loopbackSite>>

beforeAll(async () => {
  service = await loopbackSite((_, response) => response.writeHead(201).end())
  app = await testApp()
})
beforeEach(async () => {
  app.time.now = START
  service.requests.length = 0
  await app.database.query('delete from users')
  ada = await app.signUp()
})
afterAll(() => service.close())

const listed = async (user = ada) => PushDevices.parse(await (await user.get(DEVICES)).json())
const subscription = async (change: Partial<NewPushDevice> = {}) => ({
  ...pushBrowser(SERVICE).subscription((await listed()).serverKey),
  ...change,
})
const add = async () => PushDevice.parse(await (await ada.send('POST', DEVICES, await subscription())).json())
const statusOf = async (change: object) =>
  (await ada.send('POST', DEVICES, { ...(await subscription()), ...change })).status

test('devices are listed with details that their owner recognizes and without secrets', async () => {
  const given = await subscription()
  const headers = {
    authorization: `Bearer ${ada.token}`,
    'content-type': 'application/json',
    'user-agent': 'Firefox/140',
  }
  const init = { method: 'POST', headers, body: JSON.stringify(given) }
  expect((await app.request(DEVICES, init)).status).toBe(201)
  const { devices } = await listed()
  expect(devices).toEqual([
    {
      id: expect.any(Number),
      userAgent: 'Firefox/140',
      createdAt: START.toISOString(),
      notifiedAt: null,
      endpointHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
})

test('the same subscription counts as one device, and more than ten devices are refused', async () => {
  const given = await subscription()
  for (const _ of [1, 2]) expect(await statusOf(given)).toBe(201)
  expect((await listed()).devices).toHaveLength(1)
  for (let at = 1; at < MAX_PUSH_DEVICES; at += 1) await add()
  expect(await statusOf({})).toBe(422)
  expect(await statusOf(given)).toBe(201)
  expect((await listed()).devices).toHaveLength(MAX_PUSH_DEVICES)
})

test('an endpoint must be an https address on the internet', async () => {
  for (const endpoint of [
    ...REFUSED,
    ...BAD,
    'http://push.example/send',
    '',
    'x'.repeat(3000),
    `${SERVICE}/${'x'.repeat(2048)}`,
  ])
    expect([endpoint, await statusOf({ endpoint })]).toEqual([endpoint, 422])
  const response = await ada.send('POST', DEVICES, await subscription({ endpoint: 'http://127.0.0.1/send' }))
  expect(await response.json()).toMatchObject({ message: 'We cannot send notifications to this browser.' })
  expect((await listed()).devices).toEqual([])
})

test('an http endpoint is accepted on an allowed loopback address but on no other host', async () => {
  const open = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8,push.example' } })
  const ben = await open.signUp()
  const { serverKey } = PushDevices.parse(await (await ben.get(DEVICES)).json())
  const given = pushBrowser(service.url).subscription(serverKey)
  expect((await ben.send('POST', DEVICES, given)).status).toBe(201)
  expect((await ben.send('POST', DEVICES, { ...given, endpoint: 'http://push.example/send' })).status).toBe(422)
})

test('an endpoint that later leads into our network is not reached', async () => {
  const strict = await testApp({ realFetch: true })
  const ben = await strict.signUp()
  const fixture = mailingsFixture(strict)
  const cedar = await fixture.add(ben, 'Cedar')
  const { serverKey } = PushDevices.parse(await (await ben.get(DEVICES)).json())
  await ben.send('POST', DEVICES, pushBrowser(SERVICE).subscription(serverKey))
  await ben.send('POST', '/api/mailings/alerts', { companyId: null, events: ['raise'], delivery: 'at-once' })
  await strict.database.query('update push_devices set endpoint = $1', [`${service.url}/send`])
  strict.time.now = new Date('2026-03-01T13:00:00Z')
  await fixture.addStory(cedar, { title: 'Cedar raises money', eventType: 'raise' })
  await fixture.runAt('2026-03-01T13:00:00Z')
  expect(service.requests).toEqual([])
  const [delivery] = await strict.database.query('select attempts, next_attempt_at, delivered_at from push_deliveries')
  expect(delivery).toEqual({ attempts: 1, next_attempt_at: null, delivered_at: null })
})

test.each<[string, (good: NewPushDevice) => object]>([
  ['no point of the curve', ({ keys }) => ({ keys: { ...keys, p256dh: 'A'.repeat(87) } })],
  ['a compressed point', ({ keys }) => ({ keys: { ...keys, p256dh: compressed() } })],
  ['a short secret', ({ keys }) => ({ keys: { ...keys, auth: randomBytes(15).toString('base64url') } })],
  ['a secret with other characters', ({ keys }) => ({ keys: { ...keys, auth: '!'.repeat(22) } })],
  ['a key that is not ours', () => ({ serverKey: pushBrowser(SERVICE).subscription('').keys.p256dh })],
  ['no keys', () => ({ keys: {} })],
])('a subscription with %s is refused', async (_, change) => {
  expect(await statusOf(change(await subscription()))).toBe(422)
})

function compressed(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPublicKey('base64url', 'compressed')
}

test("another user's devices are answered like absent ones", async () => {
  const { id } = await add()
  const ben = await app.signUp()
  expect((await listed(ben)).devices).toEqual([])
  const [foreign, absent] = [`${DEVICES}/${id}`, `${DEVICES}/2000000000`]
  const answers = await Promise.all(
    [foreign, absent].map(async (path) => {
      const response = await ben.send('DELETE', path)
      return [response.status, (await response.text()).replace(/"requestId":"[^"]+"/, '')]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[0]).toBe(404)
  const seen = await app.database.asUser(ben.id, (queries) => queries.execute('select * from push_devices'))
  expect(seen.rows).toEqual([])
  for (const [method, path] of [
    ['GET', DEVICES],
    ['POST', DEVICES],
    ['DELETE', foreign],
  ])
    expect((await app.request(path ?? '', { method: method ?? '' })).status).toBe(401)
  expect((await listed()).devices).toHaveLength(1)
})

test('without access, notifications can be turned off but not on', async () => {
  const { id } = await add()
  const given = await subscription()
  await app.database.query('update users set trial_ends_at = $1', [new Date(START.getTime() - 1)])
  expect((await ada.send('POST', DEVICES, given)).status).toBe(402)
  expect((await ada.send('DELETE', `${DEVICES}/${id}`)).status).toBe(204)
})

test.each<[string, () => Promise<Response>]>([
  [
    'signing out',
    async () => {
      const headers = { authorization: `Bearer ${ada.token}` }
      return app.request('/auth/v1/logout?scope=local', { method: 'POST', headers })
    },
  ],
  ['revoking the session', () => ada.send('DELETE', `/api/account/sessions/${ada.sessionId}`)],
])('%s ends the notifications on that device, but not on others', async (_, end) => {
  const other = await add()
  const session = randomUUID()
  await app.database.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, $3)', [
    session,
    ada.id,
    START,
  ])
  await app.database.query('update push_devices set session_id = $1', [session])
  await add()
  expect((await end()).status).toBe(204)
  expect(await app.database.query('select id from push_devices')).toEqual([{ id: other.id }])
})

test('all processes share one key; a retired key serves its devices until it leaves the file', async () => {
  const { serverKey } = await listed()
  const old = JSON.parse(readFileSync(join(app.dataDir, 'auth-keys.json'), 'utf8')) as object[]
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const fresh = await exportJWK(privateKey)
  const withKeys = async (keys: object[]) => {
    const file = join(app.dataDir, `keys-${keys.length}-${keys === old}.json`)
    writeFileSync(file, JSON.stringify(keys))
    const environment = { AUTH_SIGNING_KEYS: file, FETCH_ALLOW: '127.0.0.0/8' }
    return testApp({ environment, safeFetch: loopbackFetch(), database: app.database })
  }
  const [same, rotated, without] = [await withKeys(old), await withKeys([fresh, ...old]), await withKeys([fresh])]
  const keyOf = async ({ request }: TestApp) =>
    PushDevices.parse(await (await request(DEVICES, { headers: { authorization: `Bearer ${ada.token}` } })).json())
      .serverKey
  expect(await keyOf(same)).toBe(serverKey)
  expect(await keyOf(rotated)).not.toBe(serverKey)
  const fixture = mailingsFixture(app)
  const cedar = await fixture.add(ada, 'Cedar')
  await ada.send('POST', '/api/mailings/alerts', { companyId: null, events: ['raise', 'layoffs'], delivery: 'at-once' })
  await add()
  await app.database.query('update push_devices set endpoint = $1', [`${service.url}/send`])
  for (const [process, hour, title, eventType] of [
    [rotated, 13, 'Cedar raises $18 million', 'raise'],
    [without, 14, 'Cedar cuts 40 jobs', 'layoffs'],
  ] as const) {
    process.time.now = new Date(`2026-03-01T${hour}:00:00Z`)
    app.time.now = process.time.now
    await fixture.addStory(cedar, { title, eventType, weight: 0.9 })
    await process.runJob('mailings.run', {})
  }
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
    expect.stringContaining(`k=${serverKey}`),
  ])
  expect(await app.database.query('select * from push_devices')).toEqual([])
})

import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { build, sign } from '../testing/inbound/build-message.ts'
import { cedar, direct } from '../testing/inbound/drafts.ts'
import { multipart, signedFields } from '../testing/inbound/delivery.ts'
import { DOMAIN, inboundApp, SECRET } from '../testing/inbound/inbound-fixture.ts'
import { START, testApp, type TestUser } from '../testing/test-app.ts'
import { receiveEmail } from '#domain/updates/endpoints.ts'
import { MAX_EMAIL_BYTES, readDelivery } from './delivery.ts'

let fixture: Awaited<ReturnType<typeof inboundApp>>
let ada: TestUser
let address: string

beforeAll(async () => {
  fixture = await inboundApp()
  ada = await fixture.owner()
  address = await fixture.addressOf(ada)
})

const update = (subject: string) => build({ ...direct({ ...cedar, subject }), signedBy: ['cedarrobotics.com'] })
const subjects = async () => (await fixture.list(ada)).map(({ subject }) => subject)
const seconds = START.getTime() / 1000

test('an email is kept once, however often and in whatever form it is delivered', async () => {
  const raw = await update('Once')
  for (const asForm of [false, true, false])
    expect((await fixture.deliver(raw, { recipient: address, asForm })).status).toBe(200)
  const again = Buffer.concat([Buffer.from('Received: by another.example\r\n'), raw])
  expect((await fixture.deliver(again, { recipient: address })).status).toBe(200)
  expect((await subjects()).filter((subject) => subject === 'Once')).toHaveLength(1)
  expect((await fixture.list(ada))[0]).toMatchObject({ state: 'filed' })
})

test('bytes that are not UTF-8 keep a valid signature in both forms of delivery', async () => {
  for (const asForm of [false, true]) {
    const head = `From: dana@cedarrobotics.com\r\nSubject: Latin ${asForm}\r\nMessage-ID: <${asForm}@x.example>\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
    const raw = await sign(Buffer.concat([Buffer.from(head), Buffer.from('Gr\u00fc\u00dfe + 100%\r\n', 'latin1')]), [
      'cedarrobotics.com',
    ])
    await fixture.deliver(raw, { recipient: address, asForm })
    expect((await fixture.list(ada))[0]).toMatchObject({
      subject: `Latin ${asForm}`,
      state: 'filed',
      excerpt: 'Grüße + 100%',
    })
  }
})

test.each<[string, Parameters<typeof fixture.deliver>[1]]>([
  ['a wrong signature', { recipient: '', signature: '0'.repeat(64) }],
  ['no signature', { recipient: '', signature: '' }],
  ['a stale time', { recipient: '', timestamp: seconds - 10 * 3600 }],
  ['a time ahead', { recipient: '', timestamp: seconds + 600 }],
  ['a short token', { recipient: '', token: 'short' }],
])('a delivery with %s is refused', async (name, given) => {
  const response = await fixture.deliver(await update(name), { ...given, recipient: address })
  expect([response.status, await response.json()]).toMatchObject([400, { message: 'Invalid signature' }])
  expect(await subjects()).not.toContain(name)
})

test('a signature that was used counts only for its own email', async () => {
  const token = 'a'.repeat(50)
  const first = await update('First of a token')
  expect((await fixture.deliver(first, { recipient: address, token })).status).toBe(200)
  expect((await fixture.deliver(first, { recipient: address, token })).status).toBe(200)
  expect((await fixture.deliver(await update('Second of a token'), { recipient: address, token })).status).toBe(400)
  expect(await subjects()).not.toContain('Second of a token')
})

test.each([`nobody-aaaaaaaaaa@${DOMAIN}`, 'ada@elsewhere.example', '', `@${DOMAIN}`])(
  'a delivery to unknown address %s is acknowledged but not kept',
  async (recipient) => {
    const response = await fixture.deliver(await update('Lost'), { recipient })
    expect([response.status, await response.json()]).toEqual([200, { received: false }])
    expect(await subjects()).not.toContain('Lost')
  },
)

test('a 25 MB email is kept with its text, the attachment name, and a note that the rest is missing', async () => {
  const deck = `${Buffer.alloc(57).toString('base64')}\r\n`.repeat(Math.ceil((25 * 1024 * 1024) / 57))
  const parts = [
    'Content-Type: text/plain\r\n\r\nWe have 14 months of runway.',
    `Content-Type: application/pdf; name="deck.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${deck}`,
  ]
  const head = 'From: Dana <dana@cedar.example>\r\nSubject: Large\r\nMIME-Version: 1.0'
  const raw = `${head}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
  const response = await fixture.deliver(Buffer.from(raw), { recipient: address })
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  const rows = await fixture.app.database.query(
    `select state, text, attachments, raw from update_messages where subject = 'Large'`,
  )
  expect(rows).toMatchObject([{ state: 'waiting', attachments: [{ name: 'deck.pdf' }], raw: null }])
  expect(rows[0]?.text).toMatch(/^We have 14 months of runway\.\n\nThis email is larger than 10 MB\./)
})

test('oversized, empty and malformed deliveries are not accepted', async () => {
  const large = await fixture.app.request('/api/webhooks/inbound-email/mime', {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(receiveEmail.bodyLimit.bytes + 1),
    },
    body: '--x--',
  })
  expect(large.status).toBe(413)
  expect(await (await fixture.deliver(Buffer.alloc(0), { recipient: address })).json()).toEqual({ received: false })
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain'])
    expect(
      (
        await fixture.app.request('/api/webhooks/inbound-email/mime', {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{}',
        })
      ).status,
    ).toBe(400)
})

const MIB = 1024 * 1024
const PATH = '/api/webhooks/inbound-email/mime'
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=limit' }

/** The fields, then an email of 80 MB whose length isn't declared. */
function endless(head: string) {
  let made = 0
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull(controller) {
        made += MIB
        controller.enqueue(Buffer.alloc(MIB, 'x'))
        if (made >= 80 * MIB) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { made: () => made, init: { method: 'POST', body, duplex: 'half' } as RequestInit }
}

test('of a delivery without a declared length, no more than 40 MB is read', async () => {
  const fields = { recipient: address, ...signedFields(SECRET, seconds) }
  const parts = multipart(fields, Buffer.alloc(0)).body.toString().replace('\r\n--limit--\r\n', '')
  const pairs = `${String(new URLSearchParams(fields))}&body-mime=`
  const forms = [
    [MULTIPART, parts],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, pairs],
  ] as const
  for (const [headers, head] of forms) {
    const { init, made } = endless(head)
    expect((await fixture.app.request(PATH, { ...init, headers })).status).toBe(413)
    expect(made()).toBeLessThanOrEqual(41 * MIB)
  }
})

test('10 MB of an email are kept, in whatever form it is delivered', async () => {
  const raw = Buffer.alloc(11 * MIB, 'x')
  const parts = multipart({ recipient: 'a@b.example' }, raw)
  const pairs = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `body-mime=${String(raw)}` }
  for (const sent of [parts, pairs]) {
    const delivery = await readDelivery(new Request('http://localhost/', { method: 'POST', ...sent }))
    expect(delivery.email()).toHaveLength(MAX_EMAIL_BYTES)
  }
})

test('nothing is read when no emails are received', async () => {
  const without = await testApp()
  const { init, made } = endless('--limit\r\n')
  expect((await without.request(PATH, { ...init, headers: MULTIPART })).status).toBe(400)
  expect(made()).toBe(0)
})

test('200 emails a day are accepted, and further deliveries are 429 until the next day', async () => {
  const user = await fixture.app.signUp()
  const own = await fixture.addressOf(user)
  await fixture.app.database.query(
    `insert into update_messages (user_id, hash, state, received_at) select $1, n::text, 'unreadable', $2 from generate_series(1, 199) as n`,
    [user.id, START],
  )
  expect((await fixture.deliver(await update('Last'), { recipient: own })).status).toBe(200)
  expect((await fixture.deliver(await update('Flood'), { recipient: own })).status).toBe(429)
  fixture.app.time.now = new Date(START.getTime() + 25 * HOUR_MS)
  expect((await fixture.deliver(await update('Flood'), { recipient: own })).status).toBe(200)
  await fixture.app.runJob('updates.clean-up', {})
  const left = await fixture.app.database.query('select count(*)::int as tokens from inbound_tokens')
  expect(left).toEqual([{ tokens: 1 }])
  fixture.app.time.now = START
})

test('reading an email twice changes nothing', async () => {
  const before = await fixture.list(ada)
  for (const { id } of before) await fixture.app.runJob('updates.read', { userId: ada.id, messageId: id })
  expect(await fixture.list(ada)).toEqual(before)
})

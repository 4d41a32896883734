import { beforeAll, expect, test } from 'vitest'
import { signedFields } from '../testing/inbound/delivery.ts'
import { START, testApp, type TestApp } from '../testing/test-app.ts'

const SECRET = 'a signing key of the mail service'
let app: TestApp

beforeAll(async () => {
  app = await testApp({ environment: { MAIL_WEBHOOK_SECRET: SECRET } })
})

const seconds = START.getTime() / 1000
const bounce = { event: 'failed', severity: 'permanent', 'delivery-status': { message: 'No such <x@example.com>' } }
const post = async (data: object, signature: object = signedFields(SECRET, seconds)) => {
  const body = JSON.stringify({ signature, 'event-data': data })
  return (await app.request('/api/webhooks/mail-events', { method: 'POST', body })).status
}
const reasonFor = async (address: string) => (await app.suppressions.find(address))?.reason ?? null

test('a permanent bounce and a complaint suppress the address, a delay does not', async () => {
  expect(await post({ ...bounce, recipient: 'Bounced@example.com' })).toBe(200)
  expect(await app.suppressions.find('bounced@example.com')).toEqual({
    reason: 'bounced',
    detail: 'No such <…>',
    since: START,
  })
  expect(await post({ event: 'complained', recipient: 'bounced@example.com' })).toBe(200)
  expect(await reasonFor('bounced@example.com')).toBe('complained')
  for (const data of [{ ...bounce, severity: 'temporary' }, { event: 'delivered' }, { event: 'opened' }])
    expect(await post({ ...data, recipient: 'late@example.com' })).toBe(200)
  expect(await reasonFor('late@example.com')).toBeNull()
})

test.each<[string, object]>([
  ['a wrong signature', { ...signedFields(SECRET, seconds), signature: '0'.repeat(64) }],
  ['the signature of another key', signedFields('another key of somebody', seconds)],
  ['a stale time', signedFields(SECRET, seconds - 10 * 3600)],
  ['no signature', {}],
])('an event with %s is refused and suppresses nobody', async (_name, signature) => {
  expect(await post({ ...bounce, recipient: 'target@example.com' }, signature)).toBe(400)
  expect(await reasonFor('target@example.com')).toBeNull()
})

test('a signature is good for one event, which may be delivered again', async () => {
  const signature = signedFields(SECRET, seconds)
  expect(await post({ ...bounce, recipient: 'first@example.com' }, signature)).toBe(200)
  expect(await post({ ...bounce, recipient: 'first@example.com' }, signature)).toBe(200)
  expect(await post({ ...bounce, recipient: 'target@example.com' }, signature)).toBe(400)
  expect(await reasonFor('target@example.com')).toBeNull()
})

test('a body that is too large or no event is refused, and without the setting every event is', async () => {
  expect(await post({ ...bounce, recipient: 'target@example.com', padding: 'x'.repeat(70_000) })).toBe(413)
  expect((await app.request('/api/webhooks/mail-events', { method: 'POST', body: 'no json' })).status).toBe(400)
  const off = await testApp()
  const body = JSON.stringify({
    signature: signedFields('', seconds),
    'event-data': { event: 'complained', recipient: 'a@b.c' },
  })
  expect((await off.request('/api/webhooks/mail-events', { method: 'POST', body })).status).toBe(400)
})

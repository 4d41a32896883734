import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testOutbox } from '../../platform/database/schema/billing.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createWebhookDelivery, shuffleDeliveries, type Delivery } from './webhook-delivery.ts'

const START = new Date('2026-03-01T12:00:00Z')
const SECRET = 'whsec_of_this_test'
const stripe = new Stripe('sk_test_tests')

let database: TestDatabase
let now: Date
let answers: number[]
let received: { id: string; signature: string }[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  now = START
  answers = []
  received = []
  await database.query('delete from test_outbox')
})

const put = (...ids: string[]) =>
  database.system.insert(testOutbox).values(
    ids.map((id, at) => ({
      id,
      payload: JSON.stringify({ id, object: 'event' }),
      createdAt: new Date(now.getTime() + at),
      nextAt: now,
    })),
  )

async function withWebhook(
  work: (deliver: () => Promise<void>) => Promise<void>,
  arrange: (batch: Delivery[]) => Delivery[] = (batch) => batch,
) {
  const site = await loopbackSite((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString()
      const signature = String(request.headers['stripe-signature'])
      const { id } = stripe.webhooks.constructEvent(payload, signature, SECRET, 300, undefined, now.getTime())
      received.push({ id, signature })
      response.writeHead(answers.shift() ?? 200).end('{}')
    })
  })
  const deliverer = createWebhookDelivery({
    database,
    clock: () => now,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    url: `${site.url}/api/webhooks/stripe`,
    sign: async (payload, timestamp) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp }),
    post: fetch,
    arrange,
  })
  try {
    await work(deliverer.run)
  } finally {
    await site.close()
  }
}

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const ids = () => received.map(({ id }) => id)

test('events are posted with a signature and delivered once', () =>
  withWebhook(async (deliver) => {
    await put('evt_1', 'evt_2')
    await deliver()
    await deliver()
    later(3600)
    await deliver()
    expect(ids()).toEqual(['evt_1', 'evt_2'])
  }))

test('"else backoff 1 s, 5 s, 30 s, 2 min, 10 min, 1 h", signed again each time', () =>
  withWebhook(async (deliver) => {
    answers = Array<number>(8).fill(500)
    await put('evt_1')
    await deliver()
    for (const [count, seconds] of [1, 5, 30, 120, 600, 3600, 3600].entries()) {
      later(seconds - 1)
      await deliver()
      expect(received).toHaveLength(count + 1)
      later(1)
      await deliver()
      expect(received).toHaveLength(count + 2)
    }
    expect(new Set(received.map(({ signature }) => signature)).size).toBe(8)
    later(3600)
    await deliver()
    later(7200)
    await deliver()
    expect(received).toHaveLength(9)
  }))

test('deliveries can be dropped, reordered and repeated; dropped ones are retried', async () => {
  let drops = true
  await withWebhook(
    async (deliver) => {
      await put('evt_1', 'evt_2')
      await deliver()
      expect(ids()).toEqual([])
      drops = false
      later(1)
      await deliver()
      expect(ids()).toEqual(['evt_2', 'evt_1', 'evt_2', 'evt_1'])
    },
    (batch) => (drops ? [] : [...batch.toReversed(), ...batch.toReversed()]),
  )
})

test('two concurrent workers deliver each event once', () =>
  withWebhook(async (deliver) => {
    await put(...Array.from({ length: 30 }, (_, at) => `evt_${at}`))
    await Promise.all([deliver(), deliver()])
    expect(new Set(ids()).size).toBe(30)
    expect(ids()).toHaveLength(30)
  }))

test('by default deliveries are shuffled and sometimes repeated, but none is lost', () => {
  const batch = Array.from({ length: 40 }, (_, at) => ({ id: `evt_${at}`, payload: '' }))
  let seed = 1
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const sent = shuffleDeliveries(batch, chance).map(({ id }) => id)
  expect(new Set(sent).size).toBe(40)
  expect(sent.length).toBeGreaterThan(40)
  expect(sent.slice(0, 40)).not.toEqual(batch.map(({ id }) => id))
})

import { expect, test, afterEach } from 'vitest'
import { addressOf, openPayments } from './open-payments.ts'
import { parseConfig } from '../config/config.ts'
import type { Log } from '../platform/log.ts'
import { loopbackSite } from '../testing/network/loopback-site.ts'
import { testDatabase } from '../testing/test-database.ts'

test.each([
  ['http://127.0.0.1:12111', { host: '127.0.0.1', port: '12111', protocol: 'http' }],
  ['http://[::1]:12111/', { host: '[::1]', port: '12111', protocol: 'http' }],
  ['http://localhost', { host: 'localhost', port: '80', protocol: 'http' }],
  ['https://localhost', { host: 'localhost', port: '443', protocol: 'https' }],
])('STRIPE_API_BASE %s is reached at %j', (base, address) => {
  expect(addressOf(new URL(base))).toEqual(address)
})

type Answer = { status: number; body: object }

const PRICE = {
  id: 'price_1',
  object: 'price',
  active: true,
  unit_amount: 499,
  currency: 'usd',
  recurring: { interval: 'month', interval_count: 1 },
}

let close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const one of close) await one()
  close = []
})

async function startWith(answer: Answer | null) {
  const site = await loopbackSite((_, response) => {
    response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.body))
  })
  if (answer) close.push(site.close)
  else await site.close()
  const database = await testDatabase()
  close.push(database.close)
  const warned: string[] = []
  const log: Log = { debug() {}, info() {}, warn: (_, message) => warned.push(message), error() {} }
  const config = parseConfig({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_ID: 'price_1',
    STRIPE_API_BASE: site.url,
  })
  const queue = { enqueue: async () => {} }
  const outcome = await openPayments(config, {
    database,
    clock: () => new Date(),
    log,
    queue,
    waits: false,
  }).then(
    () => 'started',
    (error: Error) => error,
  )
  return { outcome, warned }
}

const refused = (status: number, code: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: 'No.' } },
})

test.each<[string, Answer, string]>([
  ['a refused key', refused(401, 'api_key_invalid'), 'STRIPE_SECRET_KEY: the payment provider refuses this key (401)'],
  [
    'a key without the right to read prices',
    refused(403, 'more_permissions_required'),
    'STRIPE_SECRET_KEY: the payment provider refuses this key (403)',
  ],
  [
    'an unknown price',
    refused(404, 'resource_missing'),
    'STRIPE_PRICE_ID: the payment provider knows no such price under this key (404)',
  ],
])('%s aborts startup with a one-line error', async (_, answer, line) => {
  const { outcome } = await startWith(answer)
  expect(outcome).toMatchObject({ name: 'ConfigError', message: line })
})

test('startup with a matching price logs no warning', async () => {
  expect(await startWith({ status: 200, body: PRICE })).toEqual({ outcome: 'started', warned: [] })
})

test.each<[string, Answer | null]>([
  ['is not there', null],
  ['fails', { status: 500, body: { error: { type: 'api_error', message: 'Oops' } } }],
])('a provider that %s only causes a warning at startup', async (_, answer) => {
  expect(await startWith(answer)).toEqual({
    outcome: 'started',
    warned: ['payment provider does not respond; checking again every minute'],
  })
})

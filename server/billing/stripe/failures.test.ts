import { beforeEach, expect, test } from 'vitest'
import type { Log } from '../../platform/log.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { failFast } from './failures.ts'

let now: number
let logged: string[]
let sent: number
let answers: (Response | Error)[]

const log: Log = {
  debug() {},
  info: (fields) => logged.push((fields as { event: string }).event),
  warn: (fields) => logged.push((fields as { event: string }).event),
  error() {},
}

beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00Z')
  logged = []
  sent = 0
  answers = []
})

const open = () =>
  failFast(
    async () => {
      sent += 1
      const answer = answers.shift() ?? new Response('{}')
      if (answer instanceof Error) throw answer
      return answer
    },
    { clock: () => new Date(now), log, patience: { readMs: 4000, writeMs: 8000, beforeRetryMs: 1 } },
  )

const down = () => new Response('{}', { status: 503 })
const outcomeOf = (call: Promise<Response>) =>
  call.then(
    ({ status }) => status,
    (error: Error) => error.message,
  )
const SHED = 'not called: the payment provider has failed repeatedly'

test.each<[string, () => Response | Error, number]>([
  ['a connection that breaks', () => new Error('reset'), 2],
  ['an internal error', down, 2],
  ['a lock that another request holds', () => new Response('{}', { status: 409 }), 2],
  ['a card that is declined', () => new Response('{}', { status: 402 }), 1],
  [
    'an error that the provider says is final',
    () => new Response('{}', { status: 500, headers: { 'stripe-should-retry': 'false' } }),
    1,
  ],
])('%s is retried only if that can help', async (_, answer, tries) => {
  answers = [answer()]
  await outcomeOf(open()('https://provider.example/', {}))
  expect(sent).toBe(tries)
})

test('a failed retry is final', async () => {
  answers = [down(), down()]
  expect(await outcomeOf(open()('https://provider.example/', {}))).toBe(503)
  expect(sent).toBe(2)
})

test('five failures open the circuit; after a pause, a single call probes the provider', async () => {
  const call = open()
  const ask = () => outcomeOf(call('https://provider.example/', {}))
  answers = Array.from({ length: 10 }, down)
  for (let failed = 0; failed < 5; failed += 1) expect(await ask()).toBe(503)
  expect(sent).toBe(10)
  expect(await Promise.all([ask(), ask()])).toEqual([SHED, SHED])
  expect(sent).toBe(10)
  now += 10_000
  answers = [down(), down()]
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([503, SHED, SHED])
  now += 10_000
  expect(await ask()).toBe(200)
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200])
  expect(logged).toEqual(['payments.circuit_open', 'payments.circuit_closed'])
})

test('a refusal counts as a response and resets the failure count', async () => {
  const call = open()
  const ask = () => outcomeOf(call('https://provider.example/', {}))
  const refused = () => new Response('{}', { status: 402 })
  answers = [...Array.from({ length: 8 }, down), refused(), ...Array.from({ length: 8 }, down)]
  for (const status of [503, 503, 503, 503, 402, 503, 503, 503, 503]) expect(await ask()).toBe(status)
  expect(await ask()).toBe(200)
})

test.each<[string, string]>([
  ['answers nothing', '/silent'],
  ['stops in the middle of its answer', '/stalls'],
])('a provider that %s is abandoned at the deadline without a retry', async (_, path) => {
  let asked = 0
  const site = await loopbackSite((request, response) => {
    asked += 1
    if (request.url === '/stalls') response.writeHead(200).write('{"object":')
  })
  const call = failFast(fetch, {
    clock: () => new Date(now),
    log,
    patience: { readMs: 100, writeMs: 100, beforeRetryMs: 1 },
  })
  await expect(call(site.url + path, { method: 'GET' })).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(call(site.url + path, { method: 'POST', body: '' })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  expect(asked).toBe(2)
  await site.close()
})

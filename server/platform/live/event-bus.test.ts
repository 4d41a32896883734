import { expect, test } from 'vitest'
import type { Log } from '../log.ts'
import type { Listener } from '../database/notifications.ts'
import { createEventBus, type EventBus, type LiveEvent, type LiveSource } from './event-bus.ts'
import { HOUR_MS } from '#domain/time.ts'

const PATIENT = { timeout: 15_000 }

/** A bus whose notifications are sent by the test. */
function startBus(source: LiveSource = { topics: {} }, catchUpMs = HOUR_MS) {
  const listeners = new Map<string, Listener>()
  const warnings: string[] = []
  const ignore = () => {}
  const log: Log = { debug: ignore, info: ignore, warn: (_fields, message) => warnings.push(message), error: ignore }
  const listen = async (topics: string[], listener: Listener) => {
    for (const topic of topics) listeners.set(topic, listener)
    return async () => listeners.clear()
  }
  const bus = createEventBus({ database: { listen }, log, catchUpMs })
  bus.register(source)
  return {
    bus,
    listeners,
    warnings,
    notify: (topic: string, payload = '') => listeners.get(topic)?.onPayload(topic, payload),
  }
}

async function open(bus: EventBus, userId: string, lastEventId: string | null = null) {
  const received: LiveEvent[] = []
  let isEnded = false
  const subscriber = {
    receive: (event: LiveEvent) => void received.push(event),
    end: () => {
      isEnded = true
    },
  }
  return { received, leave: await bus.subscribe(userId, lastEventId, subscriber), isEnded: () => isEnded }
}

const PING: LiveEvent = { name: 'ping', data: {} }

test('an event reaches every stream of its users and no other', async () => {
  const { bus } = startBus()
  const [first, second, other] = [await open(bus, 'ada'), await open(bus, 'ada'), await open(bus, 'ben')]
  bus.publish(['ada', 'nobody'], PING)
  for (const { received } of [first, second]) expect(received.at(-1)).toEqual(PING)
  expect(other.received).toEqual([{ name: 'ready', data: {} }])
})

test('a new stream receives what it missed, then the current state', async () => {
  const seen: (string | null)[] = []
  const state: LiveEvent = { name: 'state', data: {}, isState: true }
  const { bus } = startBus({
    topics: {},
    replay: async (_userId, lastEventId) => {
      seen.push(lastEventId)
      return { id: '9', events: lastEventId === 'known' ? [PING] : null }
    },
    snapshot: async () => [state],
  })
  expect((await open(bus, 'ada')).received).toEqual([{ name: 'ready', data: {}, id: '9' }, state])
  expect((await open(bus, 'ada', 'known')).received).toEqual([PING, state])
  expect((await open(bus, 'ada', 'unknown')).received).toEqual([{ name: 'missed', data: {}, id: '9' }, state])
  expect(seen).toEqual([null, 'known', 'unknown'])
})

test('a stream that cannot be opened leaves nothing behind', async () => {
  const { bus } = startBus({ topics: {}, snapshot: () => Promise.reject(new Error('down')) })
  await expect(open(bus, 'ada')).rejects.toThrow('down')
  expect(bus.online()).toEqual([])
})

test('a user has at most 10 streams, and the oldest ones end first', async () => {
  const { bus } = startBus()
  const streams = []
  for (let at = 0; at < 12; at += 1) streams.push(await open(bus, 'ada'))
  expect(streams.map(({ isEnded }) => isEnded())).toEqual([true, true, ...Array<boolean>(10).fill(false)])
  bus.endStreams()
  expect(streams.every(({ isEnded }) => isEnded())).toBe(true)
})

test('sources forget a user only when the last stream closes', async () => {
  const forgotten: string[] = []
  const { bus } = startBus({ topics: {}, forget: (userId) => forgotten.push(userId) })
  const [first, second] = [await open(bus, 'ada'), await open(bus, 'ada')]
  first.leave()
  expect([bus.online(), forgotten]).toEqual([['ada'], []])
  second.leave()
  expect([bus.online(), forgotten]).toEqual([[], ['ada']])
})

test('notifications reach the source of their topic and anyone waiting for one', async () => {
  const payloads: string[] = []
  const { bus, notify, listeners } = startBus({ topics: { tidings_polled: (payload) => payloads.push(payload) } })
  const waiting = bus.waitFor('tidings_polled', 60_000)
  await expect.poll(() => listeners.size, PATIENT).toBe(1)
  notify('tidings_polled', '[1]')
  await waiting
  expect(payloads).toEqual(['[1]'])
  await bus.waitFor('tidings_polled', 1)
  await bus.close()
  expect(listeners.size).toBe(0)
})

test('a failed catch-up is logged and retried', async () => {
  let attempts = 0
  const catchUp = async () => {
    attempts += 1
    throw new Error('down')
  }
  const { bus, warnings } = startBus({ topics: {}, catchUp }, 5)
  await open(bus, 'ada')
  await expect.poll(() => attempts, PATIENT).toBeGreaterThan(1)
  await bus.close()
  expect(warnings).toContain('failed to publish live events')
})

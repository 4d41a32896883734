import { expect, test } from 'vitest'
import { createEventBuffer } from './event-routes.ts'
import type { LiveEvent } from './event-bus.ts'

const news = (companyId: number): LiveEvent => ({
  name: 'news',
  data: { companyId },
  id: String(companyId),
})
const gather = (done: number): LiveEvent => ({ name: 'gather', data: { done, total: 9 }, isState: true })

test('an overflowing buffer is replaced with one event that tells the client to reload everything', () => {
  const buffer = createEventBuffer(3)
  for (let at = 1; at <= 4; at += 1) buffer.receive(news(at))
  expect(buffer.take()).toEqual([{ name: 'missed', data: {}, id: '4' }])
  for (let at = 1; at <= 1000; at += 1) buffer.receive(news(at))
  expect(buffer.take().length).toBeLessThanOrEqual(3)
  expect(buffer.take()).toEqual([])
})

test('only the newest event of a state is kept', () => {
  const buffer = createEventBuffer()
  for (const event of [gather(1), news(7), gather(2), gather(3)]) buffer.receive(event)
  expect(buffer.take()).toEqual([news(7), gather(3)])
})

test('waiting ends when an event arrives or the stream ends', async () => {
  const buffer = createEventBuffer()
  const resumed = buffer.next(60_000)
  buffer.receive(news(1))
  await resumed
  await buffer.next(60_000)
  buffer.take()
  const ended = buffer.next(60_000)
  buffer.end()
  await ended
  expect(buffer.isOver()).toBe(true)
})

import { expect, test } from 'vitest'
import type { PublishedEvent } from './events.ts'
import { createEventBuffer, batch } from './buffer.ts'

const news = (companyId: number): PublishedEvent => ({
  name: 'news',
  data: { companyId },
  id: String(companyId),
})
const gather = (done: number): PublishedEvent => ({ name: 'gather', data: { done, total: 9 } })

test('a page that does not read holds at most so many events, then one that says to load everything', () => {
  const line = createEventBuffer(3)
  for (let at = 1; at <= 4; at += 1) line.receive(news(at))
  expect(line.take()).toEqual([{ name: 'missed', data: {}, id: '4' }])
  for (let at = 1; at <= 1000; at += 1) line.receive(news(at))
  expect(line.take().length).toBeLessThanOrEqual(3)
  expect(line.take()).toEqual([])
})

test('of how far something is only the newest waits', () => {
  const line = createEventBuffer()
  for (const event of [gather(1), news(7), gather(2), gather(3)]) line.receive(event)
  expect(line.take()).toEqual([news(7), gather(3)])
})

test('whoever waits is woken by an event and by the end', async () => {
  const line = createEventBuffer()
  const woken = line.next(60_000)
  line.receive(news(1))
  await woken
  await line.next(60_000)
  line.take()
  const ended = line.next(60_000)
  line.end()
  await ended
  expect(line.isOver()).toBe(true)
})

test('many notices become few questions, one at a time, and a failure stops nothing', async () => {
  const asked: number[][] = []
  const failures: unknown[] = []
  let atOnce = 0
  const tell = batch<number>(
    20,
    async (ids) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      asked.push(ids)
      await new Promise((resolve) => setTimeout(resolve, 30))
      atOnce -= 1
      if (asked.length === 1) throw new Error('down')
    },
    (error) => failures.push(error),
  )
  for (let at = 0; at < 100; at += 1) tell([at % 10, 77])
  await expect.poll(() => asked).toHaveLength(1)
  for (let at = 0; at < 100; at += 1) tell([100 + at])
  tell([])
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[0]).toHaveLength(11)
  expect(asked[1]).toHaveLength(100)
  expect(failures).toHaveLength(1)
})

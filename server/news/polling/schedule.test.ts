import { expect, test } from 'vitest'
import { nextPoll, type PollHistory } from './schedule.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR = 3600
const before = { everySeconds: HOUR, failures: 0, isFirst: false }
const told = (over: Partial<PollHistory> = {}): PollHistory => ({
  state: 'ok',
  retryAt: null,
  published: [],
  ...over,
})
const secondsUntil = ({ nextAt }: { nextAt: Date }) => (nextAt.getTime() - NOW.getTime()) / 1000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR * 1000)
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

test('a source that publishes often is asked more often, one that does not never slower than the setting', () => {
  const busy = told({ published: [5, 35, 65, 95].map(minutesAgo) })
  expect(nextPoll(before, busy, NOW, HOUR, 1).everySeconds).toBe(15 * 60)
  const frantic = told({ published: [1, 2, 3, 4].map(minutesAgo) })
  expect(nextPoll(before, frantic, NOW, HOUR, 1).everySeconds).toBe(10 * 60)
  const sleepy = told({ published: [10, 40, 90].map(daysAgo) })
  expect(nextPoll(before, sleepy, NOW, HOUR, 1).everySeconds).toBe(HOUR)
  expect(nextPoll(before, sleepy, NOW, 30, 1).everySeconds).toBe(30)
})

test('a busy source that falls silent goes back to the slowest pace by and by', () => {
  let everySeconds = 600
  for (let poll = 0; poll < 5; poll += 1)
    everySeconds = nextPoll({ ...before, everySeconds }, told({ state: 'unchanged' }), NOW, HOUR, 1).everySeconds
  expect(everySeconds).toBe(HOUR)
})

test('what began together is spread: the first time over the whole while, then by a tenth', () => {
  const first = [0, 0.5, 1].map((chance) =>
    secondsUntil(nextPoll({ ...before, isFirst: true }, told(), NOW, HOUR, chance)),
  )
  expect(first.map(Math.round)).toEqual([360, 1980, 3600])
  const later = [0, 0.5, 1].map((chance) => secondsUntil(nextPoll(before, told(), NOW, HOUR, chance)))
  expect(later.map(Math.round)).toEqual([3240, 3420, 3600])
})

test('one that fails is left alone longer each time, up to a day, and comes back at its own pace', () => {
  const waits: number[] = []
  let failures = 0
  for (let poll = 0; poll < 7; poll += 1) {
    const next = nextPoll({ ...before, failures }, told({ state: 'failed' }), NOW, HOUR, 1)
    waits.push(secondsUntil(next) / HOUR)
    failures = next.failures
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24])
  expect(nextPoll({ ...before, failures }, told(), NOW, HOUR, 1)).toMatchObject({
    failures: 0,
    everySeconds: HOUR,
  })
})

test('who asks us to wait is not asked before, and that is no failure', () => {
  const retryAt = new Date(NOW.getTime() + 5 * HOUR * 1000)
  const next = nextPoll({ ...before, failures: 2 }, told({ state: 'throttled', retryAt }), NOW, HOUR, 1)
  expect(next).toMatchObject({ failures: 2, nextAt: retryAt })
  const soon = new Date(NOW.getTime() + 1000)
  expect(secondsUntil(nextPoll(before, told({ state: 'throttled', retryAt: soon }), NOW, HOUR, 1))).toBe(HOUR)
})

import { expect, test } from 'vitest'
import { discoverySchedule, nextPoll, type PollHistory } from './schedule.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR = 3600
const before = { everySeconds: HOUR, failures: 0, isFirst: false }
const history = (over: Partial<PollHistory> = {}): PollHistory => ({
  state: 'ok',
  retryAt: null,
  published: [],
  ...over,
})
const secondsUntil = ({ nextAt }: { nextAt: Date }) => (nextAt.getTime() - NOW.getTime()) / 1000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR * 1000)
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

test('a busy source is polled more often, and a quiet one never less often than configured', () => {
  const busy = history({ published: [5, 35, 65, 95].map(minutesAgo) })
  expect(nextPoll(before, busy, NOW, HOUR, 1).everySeconds).toBe(15 * 60)
  const frantic = history({ published: [1, 2, 3, 4].map(minutesAgo) })
  expect(nextPoll(before, frantic, NOW, HOUR, 1).everySeconds).toBe(10 * 60)
  const sleepy = history({ published: [10, 40, 90].map(daysAgo) })
  expect(nextPoll(before, sleepy, NOW, HOUR, 1).everySeconds).toBe(HOUR)
  expect(nextPoll(before, sleepy, NOW, 30, 1).everySeconds).toBe(30)
})

test('a busy source that falls silent gradually returns to the slowest pace', () => {
  let everySeconds = 600
  for (let poll = 0; poll < 5; poll += 1)
    everySeconds = nextPoll({ ...before, everySeconds }, history({ state: 'unchanged' }), NOW, HOUR, 1).everySeconds
  expect(everySeconds).toBe(HOUR)
})

test('polls are spread out: the first over the whole interval, later ones by a tenth', () => {
  const first = [0, 0.5, 1].map((chance) =>
    secondsUntil(nextPoll({ ...before, isFirst: true }, history(), NOW, HOUR, chance)),
  )
  expect(first.map(Math.round)).toEqual([360, 1980, 3600])
  const later = [0, 0.5, 1].map((chance) => secondsUntil(nextPoll(before, history(), NOW, HOUR, chance)))
  expect(later.map(Math.round)).toEqual([3240, 3420, 3600])
})

test('a failing source is polled less and less often, down to once a day, and recovers its own pace', () => {
  const waits: number[] = []
  let failures = 0
  for (let poll = 0; poll < 7; poll += 1) {
    const next = nextPoll({ ...before, failures }, history({ state: 'failed' }), NOW, HOUR, 1)
    waits.push(secondsUntil(next) / HOUR)
    failures = next.failures
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24])
  expect(nextPoll({ ...before, failures }, history(), NOW, HOUR, 1)).toMatchObject({
    failures: 0,
    everySeconds: HOUR,
  })
})

test('a site without news is discovered again after a day, then less and less often, down to once a week', () => {
  const days: number[] = []
  let failures = 0
  for (let poll = 0; poll < 5; poll += 1) {
    const watch = { everySeconds: 7 * 24 * HOUR, failures, isFirst: poll === 0 }
    const next = nextPoll(discoverySchedule(watch, 'never-found'), history({ state: 'never-found' }), NOW, HOUR, 1)
    days.push(secondsUntil(next) / (24 * HOUR))
    failures = next.failures
  }
  expect(days).toEqual([1, 2, 4, 7, 7])
})

test('Retry-After is respected, and is not a failure', () => {
  const retryAt = new Date(NOW.getTime() + 5 * HOUR * 1000)
  const next = nextPoll({ ...before, failures: 2 }, history({ state: 'throttled', retryAt }), NOW, HOUR, 1)
  expect(next).toMatchObject({ failures: 2, nextAt: retryAt })
  const soon = new Date(NOW.getTime() + 1000)
  expect(secondsUntil(nextPoll(before, history({ state: 'throttled', retryAt: soon }), NOW, HOUR, 1))).toBe(HOUR)
})

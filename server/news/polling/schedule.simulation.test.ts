import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/seeded-random.ts'
import { simulateScheduler } from '../../testing/simulations/scheduler-simulation.ts'

const plan = { companies: 3000, days: 2, workers: 1, pollsPerWorkerMinute: 6000, onPlatform: 1 / 30 }

test('companies added at the same moment are polled evenly over the next day, none late or forgotten', () => {
  const report = simulateScheduler({ ...plan, chance: seededRandom(7) })
  expect(report.busiestHour).toBeLessThan(1.1)
  expect(report.busiestMinute).toBeLessThan(2)
  expect(report.lateSeconds.most).toBeLessThan(180)
  expect(report.pollsOfQuiet.least).toBeGreaterThanOrEqual(24)
  expect(report.pollsOfQuiet.most).toBeLessThanOrEqual(27)
  expect(report.pollsOfFailing.most).toBeLessThanOrEqual(2)
})

test('a host that many companies share gets no more than its limit, and serves all of them', () => {
  const report = simulateScheduler({ ...plan, companies: 8000, days: 1, onPlatform: 1, chance: seededRandom(7) })
  expect(report.deferred).toBeGreaterThan(0)
  expect(report.politeness.most).toBeLessThanOrEqual(report.politeness.allowed)
  expect(report.crowdedPlatform.least).toBeGreaterThan(0)
})

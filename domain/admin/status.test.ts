import { expect, test } from 'vitest'
import { assessHealth, type Health, type HealthCheck } from './health.ts'
import { customerStatus } from './status.ts'

const health = (...states: [string, HealthCheck['state']][]): Health => ({
  checkedAt: '2026-03-01T12:00:00Z',
  checks: states.map(([name, state]) => ({ name, state, text: '', action: null })),
})

const statesOf = (given: Health | null) => customerStatus(given).map(({ state }) => state)

test('a part is as bad as its worst check', () => {
  const all = health(
    ['Database', 'good'],
    ['Workers', 'good'],
    ['Sources', 'warn'],
    ['Job queue', 'bad'],
    ['Email', 'warn'],
    ['Payment events', 'good'],
  )
  expect(statesOf(all)).toEqual(['good', 'bad', 'warn', 'good'])
})

test('what was not checked is unknown', () => {
  expect(statesOf(health(['Database', 'good']))).toEqual(['good', 'unknown', 'unknown', 'unknown'])
  expect(statesOf(null)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
})

test('every part has a check of the operator', () => {
  const checks = assessHealth({
    database: { ms: 1, connections: 1, maxConnections: 100, perProcess: 22, bytes: 1 },
    replicas: [],
    workers: { silentSeconds: 1 },
    jobs: { due: 0, oldestSeconds: 0, oldestJob: null, parked: 0 },
    sources: { polled: 0, failing: 0, overdueSeconds: 0 },
    refusedKeys: [],
    misdirected: { count: 0, host: null },
    mail: { isSent: true, retrying: 0, parked: 0, problem: null },
    payments: { waiting: 0, failing: 0, oldestSeconds: 0, problem: null },
  })
  expect(statesOf({ checkedAt: '2026-03-01T12:00:00Z', checks })).not.toContain('unknown')
})

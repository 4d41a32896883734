import { expect, test } from 'vitest'
import { assessHealth, LATE_SECONDS, type HealthCheck, type Measured } from './health.ts'

const WELL: Measured = {
  database: { ms: 1.4, connections: 20, maxConnections: 100, perProcess: 21, bytes: 300 * 1024 ** 2 },
  replicas: [],
  workers: { silentSeconds: 4 },
  jobs: { due: 0, oldestSeconds: 0, oldestJob: null, parked: 0 },
  sources: { polled: 40, failing: 2, overdueSeconds: 0 },
  refusedKeys: [],
  misdirected: { count: 0, host: null },
  mail: { isSent: true, retrying: 0, parked: 0, problem: null },
  payments: { waiting: 0, failing: 0, oldestSeconds: 0, problem: null },
}

test('a search service that refuses our key is named, with what to do', () => {
  expect(assessHealth({ ...WELL, refusedKeys: ['Brave News Search'] })[0]).toEqual({
    name: 'Brave News Search',
    state: 'warn',
    text: 'The service refuses our key, so it is not asked.',
    action: 'Check the key in the settings and the account at the service, then restart.',
  })
})

const REPLICA = { name: 'b', isStreaming: true, lagSeconds: 0.2, retainedBytes: 0 }

test('a healthy system needs no action', () => {
  const checks = assessHealth({ ...WELL, replicas: [REPLICA] })
  expect(checks.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Database: Answered in 1 ms. 20 of 100 connections in use, 300 MB stored.',
    'Replica b: 0 seconds behind.',
    'Workers: The last job finished 4 seconds ago.',
    'Job queue: Nothing is waiting.',
    'Sources: 2 of 40 addresses failing.',
    'Email: No email is being retried.',
    'Payment events: All received events are processed.',
    'Incoming webhooks: None was refused for its host within the last hour.',
  ])
  expect(checks.every(({ state, action }) => state === 'good' && action === null)).toBe(true)
})

const { jobs, payments } = WELL
const late = LATE_SECONDS.jobs + 1
const cases: [change: Partial<Measured>, name: string, state: HealthCheck['state'], text: RegExp][] = [
  [{ database: { ...WELL.database, connections: 81 } }, 'Database', 'bad', /81 of 100/],
  [{ database: { ...WELL.database, ms: 251 } }, 'Database', 'warn', /251 ms/],
  [{ replicas: [{ ...REPLICA, lagSeconds: 31 }] }, 'Replica b', 'warn', /^31 seconds behind/],
  [{ replicas: [{ ...REPLICA, isStreaming: false, retainedBytes: 2e9 }] }, 'Replica b', 'bad', /1\.9 GB of changes/],
  [{ replicas: [{ ...REPLICA, isStreaming: false, retainedBytes: 1e6 }] }, 'Replica b', 'warn', /^Not connected/],
  [{ workers: { silentSeconds: 301 } }, 'Workers', 'bad', /5 minutes ago/],
  [{ workers: { silentSeconds: null } }, 'Workers', 'warn', /No job has finished yet/],
  [
    { jobs: { ...jobs, due: 3, oldestSeconds: late, oldestJob: 'news.poll' } },
    'Job queue',
    'bad',
    /3 jobs due, news\.poll for 15 minutes/,
  ],
  [
    { jobs: { ...jobs, due: 1, oldestSeconds: 121, oldestJob: 'x' } },
    'Job queue',
    'warn',
    /1 job due, x for 2 minutes/,
  ],
  [{ jobs: { ...jobs, parked: 1 } }, 'Job queue', 'warn', /1 job is parked/],
  [{ sources: { polled: 40, failing: 13, overdueSeconds: 0 } }, 'Sources', 'bad', /13 of 40/],
  [{ sources: { polled: 40, failing: 0, overdueSeconds: 7200 } }, 'Sources', 'bad', /2 hours late/],
  [
    { mail: { ...WELL.mail, parked: 1, problem: 'refused' } },
    'Email',
    'bad',
    /1 email was given up\. The latest reason: refused/,
  ],
  [{ mail: { ...WELL.mail, retrying: 2 } }, 'Email', 'warn', /2 emails are being retried/],
  [{ mail: { ...WELL.mail, isSent: false } }, 'Email', 'warn', /outbox/],
  [
    { payments: { ...payments, waiting: 2, oldestSeconds: 901 } },
    'Payment events',
    'bad',
    /2 events are waiting, the oldest for 15 minutes/,
  ],
  [
    { payments: { ...payments, waiting: 3, failing: 2, oldestSeconds: 90 } },
    'Payment events',
    'warn',
    /^3 events are waiting, .* 2 have failed and will be retried\.$/,
  ],
  [{ misdirected: { count: 2, host: 'old.example' } }, 'Incoming webhooks', 'warn', /^2 webhooks .* old\.example\.$/],
  [{ payments: { ...payments, problem: 'It is away.' } }, 'Payment events', 'bad', /It is away\.$/],
]

test.each(cases)('%j is shown first, with the action to take', (change, name, state, text) => {
  const [first] = assessHealth({ ...WELL, ...change })
  expect(first).toMatchObject({ name, state, text: expect.stringMatching(text), action: expect.any(String) })
})

test('a few failing or slightly overdue sources are not rated bad', () => {
  const states = (sources: Measured['sources']) => assessHealth({ ...WELL, sources }).map(({ state }) => state)
  expect(states({ polled: 9, failing: 9, overdueSeconds: 0 })).not.toContain('bad')
  expect(states({ polled: 40, failing: 12, overdueSeconds: 3600 })).not.toContain('bad')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { watchForClockAhead } from './clock-ahead.ts'
import { openQueue } from './queue.ts'
import type { Log } from '../log.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const FUTURE = `select 'schedules' as what from pgboss.version where cron_on > now()
  union all select 'supervision' from pgboss.queue where monitor_claim_on > now() or maintain_on > now()
  union all select 'jobs' from pgboss.job where start_after > now() or started_on > now() or heartbeat_on > now()`

test('timestamps left by a clock that ran ahead do not delay schedules or jobs', async () => {
  const before = openQueue('pg-boss', database, quiet)
  await before.prepare(['news.resume'])
  for (let job = 0; job < 2; job += 1)
    await database.asSystem((queries) => before.queue.enqueue(queries, 'news.resume', { userId: randomUUID() }))
  await before.stop()
  await database.query(`update pgboss.version set cron_on = now() + interval '1 day'`)
  await database.query(
    `update pgboss.queue set monitor_claim_on = now() + interval '1 day', maintain_on = now() + interval '1 day'`,
  )
  await database.query(`update pgboss.job set start_after = now() + interval '1 day'`)
  await database.query(
    `update pgboss.job set state = 'active', started_on = start_after, heartbeat_on = start_after where id = (select min(id::text)::uuid from pgboss.job)`,
  )
  expect((await database.query(FUTURE)).length).toBeGreaterThan(3)

  const runner = openQueue('pg-boss', database, quiet)
  onTestFinished(() => runner.stop())
  await runner.prepare(['news.resume'])
  expect(await database.query(FUTURE)).toEqual([])
})

test("a clock that differs from the database's is reported", async () => {
  const warned: object[] = []
  const log: Log = { ...quiet, warn: (fields) => void warned.push(fields) }
  for (const seconds of [50, -50, 600, -600])
    (await watchForClockAhead(database.execute, log, () => Date.now() + seconds * 1000))()
  expect(warned.map((fields) => ({ seconds: 0, ...fields }).seconds / 10).map(Math.round)).toEqual([60, -60])
})

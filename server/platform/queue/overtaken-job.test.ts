import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Log } from '../log.ts'
import { openQueue, type Jobs } from './queue.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const EMAIL = 'mailings.email'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function startWorker(run: () => Promise<void>) {
  const worker = openQueue('pg-boss', database, quiet)
  onTestFinished(() => worker.stop())
  const jobs: Pick<Jobs, typeof EMAIL> = { [EMAIL]: { isPrivate: true, isAwaited: true, run } }
  await worker.start(jobs as Jobs)
  return worker
}

const jobs = () => database.query(`select state, retry_count from pgboss.job where name = $1`, [EMAIL])

test('a worker that was frozen does not remove its job while another one runs it', { timeout: 120_000 }, async () => {
  const frozen = Promise.withResolvers<void>()
  const next = Promise.withResolvers<void>()
  const runs = [frozen, next]
  let started = 0
  const run = () => runs[started++]?.promise ?? Promise.resolve()
  const first = await startWorker(run)
  await database.asSystem((queries) => first.queue.enqueue(queries, EMAIL, { mailingId: 1, userId: 'ada' }))
  await expect.poll(() => started).toBe(1)
  // What a worker does that sees no heartbeat of it for twelve seconds.
  await database.query(`update pgboss.job set state = 'retry', start_after = now() where name = $1`, [EMAIL])
  await startWorker(run)
  await expect.poll(() => started).toBe(2)

  frozen.resolve()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await jobs()).toEqual([{ state: 'active', retry_count: 1 }])
  next.reject(new Error('the mail server is away'))
  await expect.poll(jobs).toEqual([{ state: 'retry', retry_count: 1 }])
})

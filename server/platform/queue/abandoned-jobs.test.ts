import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { jobsThatPoll } from '../../testing/fixtures/jobs-that-poll.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Log } from '../log.ts'
import { createAbandonedJobs } from './abandoned-jobs.ts'
import { openQueue } from './queue.ts'

const program = fileURLToPath(new URL('../../testing/hanging-job.ts', import.meta.url))
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Far below a heartbeat of pg-boss, its supervisor's interval and the delay before a retry together. */
const SOON = { timeout: 45_000 }

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query(`delete from pgboss.job`)
})

async function hangingProcess() {
  const child = spawn(process.execPath, [program, JSON.stringify(database.owner)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const queue = openQueue('pg-boss', database, quiet)
  await database.asSystem((queries) => queue.queue.enqueue(queries, 'news.poll', {}))
  await queue.stop()
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

async function startRunner(onRun: () => void) {
  const runner = openQueue('pg-boss', database, quiet)
  onTestFinished(() => runner.stop())
  await runner.start(jobsThatPoll(async () => onRun()))
}

test('after kill -9, a process that is running takes over the job', { timeout: 120_000 }, async () => {
  const child = await hangingProcess()
  let runs = 0
  await startRunner(() => (runs += 1))
  child.kill('SIGKILL')
  await expect.poll(() => runs, SOON).toBe(1)
})

test('after kill -9, the next process to start takes over the job', { timeout: 120_000 }, async () => {
  const child = await hangingProcess()
  child.kill('SIGKILL')
  let runs = 0
  await startRunner(() => (runs += 1))
  await expect.poll(() => runs, SOON).toBe(1)
})

const activeJob = (retries = 0) =>
  database.query(
    `insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, retry_count, retry_limit)
     values ('news.poll', 'active', now(), now() - interval '1 hour', 60, $1, 5)`,
    [retries],
  )
const state = async () => (await database.query('select state from pgboss.job'))[0]?.state
const looks = async (look: () => Promise<string[]>, times: number) => {
  const released: string[] = []
  for (let time = 0; time < times; time += 1) released.push(...(await look().catch(() => [])))
  return released
}

test('a job with a heartbeat between any two looks is left alone', async () => {
  await activeJob()
  const look = createAbandonedJobs(database.execute)
  for (let time = 0; time < 20; time += 1) {
    expect(await looks(look, 4)).toEqual([])
    await database.query(`update pgboss.job set heartbeat_on = clock_timestamp()`)
  }
  expect(await looks(look, 7)).toEqual(['news.poll'])
  expect(await state()).toBe('retry')
})

test('while the database cannot be reached, no job counts as abandoned', async () => {
  await activeJob()
  let isAway = false
  const look = createAbandonedJobs((text, values) =>
    isAway ? Promise.reject(new Error('away')) : database.execute(text, values),
  )
  await looks(look, 6)
  isAway = true
  await looks(look, 1)
  isAway = false
  expect(await looks(look, 6)).toEqual([])
  expect(await state()).toBe('active')
})

test('a job that has used up its tries is left to be given up', async () => {
  await activeJob(5)
  expect(await looks(createAbandonedJobs(database.execute), 20)).toEqual([])
})

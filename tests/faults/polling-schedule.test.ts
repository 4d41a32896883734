import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startServer, type StartedProcess } from './started-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-schedule-'))
const workers: StartedProcess[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await stopWorkers()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startWorker(): Promise<void> {
  const worker = startServer({
    ROLE: 'worker',
    WORKER_PORT: '0',
    DATA_DIR: dataDir,
    ...database.settings,
  })
  workers.push(worker)
  await worker.says('(worker: health and metrics)')
}

async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) {
    worker.kill()
    await worker.ended
  }
}

const count = async (what: string) => Number((await database.query(`select count(*)::int as n from ${what}`))[0]?.n)

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come to it')
}

const sleepThroughTheDay = () =>
  database.query(
    `with slept as (update pgboss.version set cron_on = now() - interval '6 hours')
     update pgboss.schedule set created_on = now() - interval '1 day'`,
  )
const isAwake = async () => (await count(`pgboss.version where cron_on > now() - interval '1 hour'`)) === 1

const sent = async (name = 'news.poll') => {
  const periods = await database.query(
    `select singleton_on, count(*)::int as n from pgboss.job
     where name = '__pgboss__send-it' and singleton_key = '${name}__' group by 1`,
  )
  const runs = await count(`pgboss.job where name = '${name}'`)
  return { periods: periods.length, most: Math.max(0, ...periods.map(({ n }) => Number(n))), runs }
}

test('with two workers, a schedule fires once, and missed runs collapse into one', { timeout: 120_000 }, async () => {
  await startWorker()
  await stopWorkers()
  await sleepThroughTheDay()
  await Promise.all([startWorker(), startWorker()])
  await until(async () => {
    const now = await sent()
    return now.runs > 0 && now.runs === now.periods && (await isAwake())
  })
  const first = await sent()
  expect(first).toEqual({ periods: first.periods, most: 1, runs: first.periods })
  // One for the 360 missed minutes, one for now, and one if the minute rolls over meanwhile.
  expect(first.periods).toBeLessThanOrEqual(3)

  const hourly = () => sent('account.expire-trials')
  await until(async () => {
    const now = await hourly()
    return now.runs > 0 && now.runs === now.periods
  })
  const { periods, most, runs } = await hourly()
  expect({ most, runs }).toEqual({ most: 1, runs: periods })
  // There is one more if the hour rolls over during the test.
  expect(periods).toBeLessThanOrEqual(2)

  await stopWorkers()
  await sleepThroughTheDay()
  await Promise.all([startWorker(), startWorker()])
  await until(isAwake)
  await until(async () => {
    const now = await sent()
    return now.runs === now.periods
  })
  const second = await sent()
  expect(second).toEqual({ periods: second.periods, most: 1, runs: second.periods })
  expect(second.periods).toBeLessThanOrEqual(first.periods + 3)
})

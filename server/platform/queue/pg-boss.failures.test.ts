import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_TELEMETRY } from '../telemetry/telemetry.ts'
import { type JobRunner, type Jobs, openQueue } from './queue.ts'
import type { Log } from '../log.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let runner: JobRunner | undefined

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await runner?.stop()
  await database.close()
})

const logged: { err?: { message: string }; message: string }[] = []
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => logged.push({ ...fields, message }),
}
const idle = { run: async () => {} }
const jobsWith = (run: () => Promise<void>): Jobs => ({
  'account.expire-trials': idle,
  'admin.factor-resets': idle,
  'auth.email': idle,
  'auth.clean-up': idle,
  'auth.remove-identity': idle,
  'companies.added': idle,
  'companies.purge': idle,
  'billing.event': idle,
  'billing.reconcile': idle,
  'payments.deliver': idle,
  'payments.advance-time': idle,
  'reminders.email': idle,
  'reminders.run': idle,
  'sharing.clean-up': idle,
  'sharing.invitation': idle,
  'updates.clean-up': idle,
  'updates.read': idle,
  'updates.sample': idle,
  'briefs.model': idle,
  'mailings.clean-up': idle,
  'mailings.email': idle,
  'integrations.clean-up': idle,
  'integrations.webhook-disabled': idle,
  'integrations.webhooks': idle,
  'mailings.alerts-silent': idle,
  'mailings.push': idle,
  'mailings.run': idle,
  'news.poll': { isAwaited: true, run },
  'news.clean-up': { isAwaited: true, run },
  'news.pause': idle,
  'companies.restored': idle,
  'companies.gather': idle,
  'news.match-stored': idle,
  'news.resume': idle,
  'news.fetch-texts': { run: async () => {} },
  'news.classify': { run: async () => {} },
  'news.join-stories': { run: async () => {} },
  'news.read-with-model': { run: async () => {} },
  'news.search-websites': { run: async () => {} },
  'news.websub': { run: async () => {} },
})

const JOB = `name = 'news.poll'`
const jobRows = () =>
  database.query(
    `select state, retry_count, extract(epoch from start_after - started_on)::float as wait from pgboss.job where ${JOB} order by created_on`,
  )

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it did not come to it')
}

test('a job that keeps failing is retried with growing random delays, then reported as given up', async () => {
  let runs = 0
  runner = openQueue('pg-boss', database, log)
  await runner.start(
    jobsWith(async () => {
      runs += 1
      throw new Error('it is poison')
    }),
  )
  const { queue } = runner
  await database.asSystem((queries) => queue.enqueue(queries, 'news.poll', {}))
  const waits: number[] = []
  for (let failure = 1; failure <= 5; failure += 1) {
    const wait = await until(async () => {
      // Read before the row, because another run may start while the row is being read.
      const seen = runs
      const [job] = await jobRows()
      return job?.state === 'retry' && seen === failure ? Number(job.wait) : undefined
    })
    waits.push(wait)
    // Skips the rest of the wait.
    await database.query(`update pgboss.job set start_after = now() where ${JOB}`)
  }
  const [dead] = await until(async () => {
    const rows = await jobRows()
    return rows[0]?.state === 'failed' ? rows : undefined
  })
  expect(dead).toMatchObject({ state: 'failed', retry_count: 5 })
  expect(runs).toBe(6)
  // At least 2, 4, 8, 16 and 32 seconds, and randomly up to twice as long.
  expect(waits.map((wait, at) => wait >= 2 ** (at + 1))).toEqual(Array(5).fill(true))
  expect(waits.some((wait, at) => wait > 2 ** (at + 1) * 1.01)).toBe(true)
  const messages = logged.filter(({ err }) => err?.message === 'it is poison').map(({ message }) => message)
  expect(messages).toEqual([...Array<string>(5).fill('job failed'), 'job given up'])
  expect(await runner.givenUp()).toBe(1)
  await runner.stop()
  runner = undefined
})

test('an email is retried for hours, at most eight minutes apart', async () => {
  const mail = () =>
    database.query(
      `select state, retry_count, retry_limit, extract(epoch from start_after - now())::float as wait
       from pgboss.job where name = 'mailings.email'`,
    )
  const enqueueing = openQueue('pg-boss', database, log, NO_TELEMETRY, ['mailings.email'])
  await database.asSystem((queries) =>
    enqueueing.queue.enqueue(queries, 'mailings.email', { userId: randomUUID(), mailingId: 1 }),
  )
  await enqueueing.stop()
  await database.query(`update pgboss.job set retry_count = 20 where name = 'mailings.email'`)
  runner = openQueue('pg-boss', database, log)
  await runner.start({
    ...jobsWith(async () => {}),
    'mailings.email': { run: () => Promise.reject(new Error('the mail server is away')) },
  })
  const waiting = await until(async () => (await mail()).find(({ state }) => state === 'retry'))
  expect(Number(waiting.wait)).toBeGreaterThan(470)
  expect(Number(waiting.wait)).toBeLessThanOrEqual(480)
  expect((Number(waiting.retry_limit) - 8) * Number(waiting.wait)).toBeGreaterThan(3.5 * 3600)
  await runner.stop()
  runner = undefined
})

test('a hanging job goes to another worker after its time limit, and its late result is ignored', async () => {
  await database.query(`delete from pgboss.job where ${JOB}`)
  let resume = () => {}
  const hanging = new Promise<void>((resolve) => {
    resume = resolve
  })
  let begun = 0
  runner = openQueue('pg-boss', database, log)
  await runner.start(
    jobsWith(async () => {
      begun += 1
      await hanging
    }),
  )
  const { queue } = runner
  await database.asSystem((queries) => queue.enqueue(queries, 'news.poll', {}))
  await until(async () => (begun === 1 ? true : undefined))

  // Pretends that minutes have passed, then runs the supervisor.
  await database.query(`update pgboss.job set started_on = now() - interval '20 minutes' where ${JOB}`)
  await database.query(`update pgboss.queue set monitor_on = null, monitor_claim_on = null where ${JOB}`)
  const supervisor = new PgBoss({
    db: { executeSql: async (text, values) => database.execute(text, values) },
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await supervisor.start()
  await supervisor.supervise('news.poll')
  expect((await jobRows()).map(({ state, retry_count }) => [state, retry_count])).toEqual([['retry', 0]])
  await supervisor.stop({ graceful: false })

  await database.query(`update pgboss.job set start_after = now() where ${JOB}`)
  let taken = 0
  const other = openQueue('pg-boss', database, log)
  await other.start(
    jobsWith(async () => {
      taken += 1
    }),
  )
  await until(async () => ((await jobRows())[0]?.state === 'completed' ? true : undefined))
  await other.stop()
  expect(taken).toBe(1)
  resume()
  await runner.stop()
  runner = undefined
  expect((await jobRows()).map(({ state }) => state)).toEqual(['completed'])
})

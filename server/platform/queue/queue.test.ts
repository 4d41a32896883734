import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { users } from '../database/schema/accounts-and-companies.ts'
import { type Jobs, openQueue } from './queue.ts'
import type { Log } from '../log.ts'
import { currentOrigin, within, type Origin } from '../telemetry/origin.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const jobsWith = (expire: () => Promise<void>): Jobs => ({
  'account.expire-trials': { run: expire },
  'admin.factor-resets': { run: async () => {} },
  'auth.email': { run: async () => {} },
  'auth.clean-up': { run: async () => {} },
  'auth.remove-identity': { run: async () => {} },
  'companies.added': { run: async () => {} },
  'companies.purge': { run: async () => {} },
  'billing.event': { run: async () => {} },
  'billing.reconcile': { run: async () => {} },
  'payments.deliver': { run: async () => {} },
  'payments.advance-time': { run: async () => {} },
  'reminders.email': { run: async () => {} },
  'reminders.run': { run: async () => {} },
  'sharing.clean-up': { run: async () => {} },
  'sharing.invitation': { run: async () => {} },
  'updates.clean-up': { run: async () => {} },
  'updates.read': { run: async () => {} },
  'updates.sample': { run: async () => {} },
  'briefs.model': { run: async () => {} },
  'mailings.clean-up': { run: async () => {} },
  'mailings.email': { run: async () => {} },
  'integrations.clean-up': { run: async () => {} },
  'integrations.webhook-disabled': { run: async () => {} },
  'integrations.webhooks': { run: async () => {} },
  'mailings.alerts-silent': { run: async () => {} },
  'mailings.push': { run: async () => {} },
  'mailings.run': { run: async () => {} },
  'news.poll': { run: async () => {} },
  'news.clean-up': { run: async () => {} },
  'news.pause': { run: async () => {} },
  'companies.restored': { run: async () => {} },
  'companies.gather': { run: async () => {} },
  'news.match-stored': { run: async () => {} },
  'news.resume': { run: async () => {} },
  'news.fetch-texts': { run: async () => {} },
  'news.classify': { run: async () => {} },
  'news.join-stories': { run: async () => {} },
  'news.read-with-model': { run: async () => {} },
  'news.search-websites': { run: async () => {} },
  'news.websub': { run: async () => {} },
})

for (const kind of ['pg-boss', 'inline'] as const) {
  test(`${kind}: a job runs with its origin if its transaction commits, and never if it rolls back`, async () => {
    const runner = openQueue(kind, database, quiet)
    let runs = 0
    const origins: Origin[] = []
    const ran = new Promise<void>((resolve) => {
      void runner.start(
        jobsWith(async () => {
          runs += 1
          origins.push(currentOrigin())
          resolve()
        }),
      )
    })
    await database
      .asSystem(async (queries) => {
        await runner.queue.enqueue(queries, 'account.expire-trials', {})
        throw new Error('rolled back')
      })
      .catch(() => {})
    await within({ requestId: 'the-request' }, () =>
      database.asSystem((queries) => runner.queue.enqueue(queries, 'account.expire-trials', {})),
    )
    await runner.settle?.()
    await ran
    expect(runs).toBe(1)
    expect(origins).toEqual([{ requestId: 'the-request' }])
    await runner.stop()
  })
}

const listeners = () =>
  database.query(
    `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen "pgboss%'`,
  )

test('pg-boss: workers are notified of new jobs, also of those that arrive while nobody listens', async () => {
  const enqueueing = openQueue('pg-boss', database, quiet)
  onTestFinished(() => enqueueing.stop())
  const enqueue = () => database.asSystem((queries) => enqueueing.queue.enqueue(queries, 'account.expire-trials', {}))
  await enqueueing.prepare(['account.expire-trials'])
  expect(await listeners()).toEqual([])

  const runner = openQueue('pg-boss', database, quiet)
  onTestFinished(() => runner.stop())
  let runs = 0
  await runner.start(
    jobsWith(async () => {
      runs += 1
    }),
  )
  const [listener] = await listeners()
  const polled = await database.query(`select name from pgboss.queue where not notify and left(name, 2) <> '__'`)
  expect(polled).toEqual([])
  // Workers of such queues poll every 15 s, so a job that runs earlier was announced.
  const ranBeforeThePoll = { timeout: 10_000, interval: 20 }
  await enqueue()
  await expect.poll(() => runs, ranBeforeThePoll).toBe(1)

  await database.query('select pg_terminate_backend($1)', [listener?.pid])
  await enqueue()
  await expect.poll(() => runs, ranBeforeThePoll).toBe(2)
})

test('pg-boss: once prepared, more transactions can enqueue at once than there are connections', async () => {
  const runner = openQueue('pg-boss', database, quiet)
  onTestFinished(() => runner.stop())
  await runner.prepare(['news.resume'])
  const enqueue = () =>
    database.asSystem((queries) => runner.queue.enqueue(queries, 'news.resume', { userId: randomUUID() }))
  await Promise.all(Array.from({ length: 3 * database.poolSize }, enqueue))
})

test('pg-boss: a start that failed while the database was unavailable can be retried', async () => {
  let isAway = true
  const execute: typeof database.execute = (...statement) =>
    isAway ? Promise.reject(new Error('away')) : database.execute(...statement)
  const runner = openQueue('pg-boss', { ...database, execute }, quiet)
  onTestFinished(() => runner.stop())
  await expect(runner.prepare(['news.resume'])).rejects.toThrow()
  isAway = false
  await runner.prepare(['news.resume'])
})

test('pg-boss: stopping a server that is still starting logs no errors', async () => {
  const errors: object[] = []
  const runner = openQueue('pg-boss', database, { ...quiet, error: (fields) => errors.push(fields) })
  const beginning = runner.start(jobsWith(async () => {}))
  await runner.stop()
  await beginning
  expect(errors).toEqual([])
})

test('pg-boss: while it drains, a running job finishes, no other is taken, and requests can still enqueue', async () => {
  await database.query('delete from pgboss.job')
  const runner = openQueue('pg-boss', database, quiet)
  const [reached, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  await runner.start(
    jobsWith(() => {
      runs += 1
      reached.resolve()
      return mayEnd.promise
    }),
  )
  const enqueue = () => database.asSystem((queries) => runner.queue.enqueue(queries, 'account.expire-trials', {}))
  await enqueue()
  await reached.promise
  runner.drain()
  await enqueue()
  mayEnd.resolve()
  const states = async () =>
    (await database.query('select state from pgboss.job order by created_on')).map(({ state }) => state)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['completed', 'created'])
  // A worker that goes on takes the next job at once.
  await sleep(500)
  await runner.stop()
  expect(runs).toBe(1)
  expect(await states()).toEqual(['completed', 'created'])
})

test("a job is enqueued in the user's own transaction, and users cannot read the queue", async () => {
  const id = randomUUID()
  await database.system.insert(users).values({ id, email: 'jobs@example.com', trialEndsAt: new Date() })
  const runner = openQueue('pg-boss', database, quiet)
  const ran: object[] = []
  const jobs = jobsWith(async () => {})
  const done = new Promise<void>((resolve) => {
    void runner.start({
      ...jobs,
      'companies.added': {
        run: async (payload) => {
          ran.push(payload)
          resolve()
        },
      },
    })
  })
  const add = (companyId: number, fails: boolean) =>
    database.asUser(id, async (queries) => {
      await runner.queue.enqueue(queries, 'companies.added', { userId: id, companyId })
      if (fails) throw new Error('rolled back')
    })
  await add(1, true).catch(() => {})
  await add(2, false)
  await done
  expect(ran).toEqual([{ userId: id, companyId: 2 }])
  await runner.stop()
  const peek = database.asUser(id, (queries) => queries.execute(sql`select data from pgboss.job`))
  await expect(peek.catch((error: Error) => String(error.cause))).resolves.toMatch(/permission denied/)
})

test('pg-boss: the payload of a private job is deleted once it has run, and those of others are kept', async () => {
  const runner = openQueue('pg-boss', database, quiet)
  onTestFinished(() => runner.stop())
  const mayEnd = Promise.withResolvers<void>()
  await runner.start({
    ...jobsWith(async () => {}),
    'companies.added': { isPrivate: true, run: () => mayEnd.promise },
  })
  const jobsOf = (name: string) =>
    database.query(`select state, data from pgboss.job where name = $1 and data::text like '%private-job%'`, [name])
  await database.asSystem(async (queries) => {
    await runner.queue.enqueue(queries, 'companies.added', { userId: 'private-job', companyId: 7 })
    await runner.queue.enqueue(queries, 'billing.event', { id: 'private-job' })
  })
  expect(await jobsOf('companies.added')).toHaveLength(1)
  mayEnd.resolve()
  await expect.poll(() => jobsOf('billing.event'), { timeout: 20_000 }).toMatchObject([{ state: 'completed' }])
  await expect.poll(() => jobsOf('companies.added'), { timeout: 20_000 }).toEqual([])
})

test('pg-boss: a failed job is logged without the values of its statement', async () => {
  const errors: object[] = []
  const runner = openQueue('pg-boss', database, { ...quiet, error: (fields) => errors.push(fields) })
  const failed = new Promise<void>((resolve) => {
    void runner.start(
      jobsWith(async () => {
        setTimeout(resolve, 50)
        throw new Error('Failed query: secret values', { cause: new Error('relation is missing') })
      }),
    )
  })
  await database.asSystem((queries) => runner.queue.enqueue(queries, 'account.expire-trials', {}))
  await failed
  await runner.stop()
  expect(errors).toEqual([
    expect.objectContaining({
      job: 'account.expire-trials',
      err: expect.objectContaining({ message: 'relation is missing' }),
    }),
  ])
})

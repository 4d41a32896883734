import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { watchStore } from '../../server/news/polling/watch-store.ts'
import { openDatabase, type Database } from '../../server/platform/database/open.ts'
import { openLog } from '../../server/platform/log.ts'
import { openQueue, type Jobs } from '../../server/platform/queue/queue.ts'
import { printMeasurement } from '../measure/measure.ts'

const JOBS = Number(process.env.QUEUE_JOBS ?? 5000)
const AT_ONCE = 10
const WATCHES = Number(process.env.QUEUE_WATCHES ?? 1_000_000)
const CLAIMED = 20_000
/** The number that the poller claims at once. */
const BATCH = 128
const FAR_MS = 3_600_000
/** The result of a poll that found nothing new. */
const QUIET = {
  state: 'empty',
  problem: null,
  isGood: true,
  isSlow: false,
  foundAt: null,
  lostAt: null,
  failingSince: null,
  failures: 0,
  everySeconds: 3600,
}

/** How many jobs per second pg-boss accepts and runs, and how many watches are claimed and written back. */
export async function measureQueue(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-queue-'))
  const database = await openDatabase({ url: null, dataDir: home, poolSize: AT_ONCE }, () => {})
  try {
    await measureJobs(database)
    await measureClaims(database)
  } finally {
    await database.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function measureJobs(database: Database): Promise<void> {
  const runner = openQueue('pg-boss', database, openLog('error'))
  const enqueue = (count: number) =>
    inParallel(count, () =>
      database.asSystem((queries) => runner.queue.enqueue(queries, 'news.resume', { userId: randomUUID() })),
    )
  await runner.prepare(['news.resume'])
  printMeasurement('queue jobs enqueued, each in a transaction', await rate(JOBS, () => enqueue(JOBS)), 'jobs/s')

  let left = JOBS
  const done = Promise.withResolvers<void>()
  const job = {
    isPrivate: true,
    isAwaited: true,
    run: async () => {
      left -= 1
      if (left === 0) done.resolve()
    },
  }
  // Only one of the queues is used here.
  const jobs = { 'news.resume': job } as unknown as Jobs
  const perSecond = await rate(left, async () => {
    await runner.start(jobs)
    await done.promise
  })
  printMeasurement('queue jobs of one kind run by one worker (target ≥ 20)', perSecond, 'jobs/s')
  await runner.stop()
}

async function measureClaims(database: Database): Promise<void> {
  await database.asSystem(async (queries) => {
    await queries.execute(sql`set local statement_timeout to 0`)
    await queries.execute(sql`
    insert into watches (source, kind, url, every_seconds, next_at)
    select 'press', 'feed', 'https://site-' || n || '.example/feed', 3600,
      now() + (n - ${CLAIMED}) * interval '3.6 milliseconds'
    from generate_series(1, ${WATCHES}::int) as n`)
  })
  await database.system.execute(sql`analyze watches`)
  const perSecond = await claimRate(database, new Date())
  printMeasurement('queue watches in the table', WATCHES, 'watches')
  printMeasurement('queue watches claimed and written back (target ≥ 1000)', perSecond, 'watches/s')
  const late = await claimRate(database, new Date(Date.now() + FAR_MS))
  printMeasurement('queue watches claimed and written back while all are due', late, 'watches/s')
}

async function claimRate(database: Database, now: Date): Promise<number> {
  const nextAt = new Date(now.getTime() + FAR_MS)
  let claimed = 0
  const claimSome = () =>
    database.asSystem(async (queries) => {
      await queries.execute(sql`set local synchronous_commit to off`)
      const store = watchStore(queries)
      const until = new Date(now.getTime() + 180_000)
      const watches = await store.claim(randomUUID(), now, { until, limit: BATCH, only: sql`true` })
      claimed += watches.length
      await store.finish(
        watches.map(({ id, claim, memory }) => ({
          id,
          claim,
          outcome: { ...QUIET, checkedAt: now, nextAt, memory },
        })),
      )
    })
  const perSecond = await rate(CLAIMED, () => inParallel(Math.ceil(CLAIMED / BATCH), claimSome))
  return (perSecond * claimed) / CLAIMED
}

async function inParallel(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
}

async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return count / ((performance.now() - started) / 1000)
}

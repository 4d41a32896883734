import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database } from '../database/open.ts'
import { HEARTBEAT_EVERY_SECONDS, watchForAbandonedJobs } from './abandoned-jobs.ts'
import { watchForClockAhead } from './clock-ahead.ts'
import { OF_PRODUCT } from '../metrics/operation-metrics.ts'
import type { JobName, JobRunner, Jobs } from './queue.ts'
import { describeError, type Log } from '../log.ts'
import { splitOrigin, within, withOrigin } from '../telemetry/origin.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { JobOverview } from '#domain/admin/operations.ts'

const NO_JOB = '00000000-0000-0000-0000-000000000000'
/** From the moment it takes no more jobs. */
const STOP_WITHIN_MS = 7000
/** After this, a silent worker's job goes to another, even if nobody watched. */
const HEARTBEAT_SECONDS = 60
/** Workers are notified of new jobs; polling finds retries and whatever a lost notification announced. */
const POLL_SECONDS = { awaited: 5, other: 15 }
/** For about four hours, because most emails are written only once, and a mail server can be away for that long. */
const MAIL_RETRIES = { retryLimit: 35, retryBackoff: true, retryDelay: 2, retryDelayMax: 480 }

/** Runs each job at least once, on any worker; each schedule fires on only one of them. */
export function pgBossQueue(
  database: Database,
  log: Log,
  telemetry: Telemetry,
  mailJobs: readonly JobName[],
): JobRunner {
  const notifications = createNotifications(database)
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => database.execute(text, values), listen: notifications.subscribe },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.error({ err: describeError(error) }, 'job queue error'))
  let started: Promise<unknown> | undefined
  let stopWatching = () => {}
  let stopWatchingJobs = () => {}
  const workers = new Map<string, string>()
  let beginning: Promise<void> = Promise.resolve()
  let drainingSince: number | undefined
  const queues = new Map<JobName, Promise<unknown>>()
  const startBoss = () =>
    (started ??= startAndWatch().catch((error: unknown) => {
      started = undefined
      throw error
    }))
  const startAndWatch = async () => {
    await boss.start()
    stopWatching = await watchForClockAhead(database.execute, log)
  }
  const ready = async (name: JobName) => {
    await startBoss()
    const queue =
      queues.get(name) ??
      boss.createQueue(name, {
        retryLimit: 5,
        retryBackoff: true,
        retryDelay: 2,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        notify: true,
      })
    queues.set(name, queue)
    await queue.catch((error: unknown) => {
      queues.delete(name)
      throw error
    })
  }

  /** Sequential, so that no more jobs are started after a stop. */
  const begin = async (jobs: Jobs) => {
    await startBoss()
    await notifications.listen()
    for (const name of Object.keys(jobs) as JobName[]) {
      if (drainingSince !== undefined) return
      await ready(name)
      workers.set(name, await work(boss, name, jobs, { log, telemetry }))
    }
    if (drainingSince !== undefined) return
    stopWatchingJobs = watchForAbandonedJobs(database.execute, log, (name) => {
      const worker = workers.get(name)
      if (worker) boss.notifyWorker(worker)
    })
  }

  function drain(): number {
    drainingSince ??= performance.now()
    stopWatchingJobs()
    for (const name of queues.keys()) void boss.offWork(name, { wait: false })
    return drainingSince
  }

  return {
    queue: {
      async enqueue(queries, name, payload) {
        await ready(name)
        const retries = mailJobs.includes(name) ? MAIL_RETRIES : {}
        await boss.send(name, withOrigin(payload), { db: fromDrizzle(queries, sql), ...retries })
      },
    },
    async prepare(names) {
      for (const name of names) {
        await ready(name)
        // The first use of a new queue reads its settings, on a different connection from the transaction's.
        await boss.findJobs(name, { id: NO_JOB })
      }
    },
    start: (jobs) => (beginning = begin(jobs)),
    async givenUp() {
      const { rows } = await database.execute(`select count(*)::int as n from pgboss.job where state = 'failed'`)
      return (rows[0] as { n: number } | undefined)?.n ?? 0
    },
    overview: () => jobRecords(database),
    async tryAgain(id) {
      const name = await parkedIn(database, id)
      if (name === null) return null
      await startBoss()
      await boss.retry(name, id)
      return name
    },
    async discard(id) {
      const name = await parkedIn(database, id)
      if (name === null) return null
      await startBoss()
      await boss.deleteJob(name, id)
      return name
    },
    drain: () => void drain(),
    async stop() {
      const since = drain()
      if (!started) return
      await Promise.allSettled([started, beginning])
      stopWatching()
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS - (performance.now() - since) })
    },
  }
}

/** Connects only once this process runs jobs: the queue also subscribes in processes that only enqueue. */
function createNotifications(database: Database) {
  let connect: (() => Promise<() => Promise<void>>) | undefined
  let stop: (() => Promise<void>) | undefined
  return {
    async subscribe(channel: string, onNotification: (queue: string) => void, onResume: () => void) {
      connect = () => database.listen([channel], { onPayload: (_, queue) => onNotification(queue), onResume })
      return { close: async () => stop?.() }
    },
    listen: async () => {
      stop ??= await connect?.()
    },
  }
}

type Observers = { log: Log; telemetry: Telemetry }

async function work<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  jobs: Jobs,
  { log, telemetry }: Observers,
): Promise<string> {
  const job = jobs[name]
  const options = {
    notifyPollingIntervalSeconds: job.isAwaited ? POLL_SECONDS.awaited : POLL_SECONDS.other,
    includeMetadata: true,
    heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
  } as const
  let worker = ''
  worker = await boss.work(name, options, async ([received]) => {
    if (!received) return
    const { origin, payload } = splitOrigin(received.data as object)
    const about = { 'messaging.destination.name': name, 'messaging.message.id': received.id }
    const run = async () => {
      log.debug({ job: name, jobId: received.id }, 'job started')
      try {
        await job.run(payload as Parameters<typeof job.run>[0])
      } catch (error) {
        // The queue retries and keeps the reason; log it now.
        const isLast = received.retryCount >= received.retryLimit
        const failure = { job: name, jobId: received.id, err: describeError(error) }
        log.error(failure, isLast ? 'job given up' : 'job failed')
        throw error
      }
    }
    await within(origin, () => telemetry.span(`job ${name}`, 'consumer', about, run))
    // With its attempt: if another worker has taken the job since, it is still that worker's.
    if (job.isPrivate) await boss.deleteJob(name, received)
    // More jobs may be waiting, so don't pause before the next one.
    boss.notifyWorker(worker)
  })
  // Catches up once on runs that came due while no worker was running.
  if (job.every) await boss.schedule(name, job.every, {}, { tz: 'UTC', missed: 'once' })
  return worker
}

const MAX_PARKED = 100
const MAX_PROBLEM_LENGTH = 300

type QueueRow = {
  name: string
  waiting: number
  active: number
  retrying: number
  parked: number
  done_at: Date | null
}
type Parked = {
  id: string
  name: string
  created_on: Date
  completed_on: Date | null
  retry_count: number
  problem: string | null
}

/** Payloads are left out. */
async function jobRecords(database: Database): Promise<JobOverview> {
  const lines = await database.execute(`
    select queue.name, count(job.id) filter (where state = 'created')::int as waiting,
      count(job.id) filter (where state = 'active')::int as active,
      count(job.id) filter (where state = 'retry')::int as retrying,
      count(job.id) filter (where state = 'failed')::int as parked,
      max(completed_on) filter (where state = 'completed') as done_at
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.${OF_PRODUCT} group by queue.name order by queue.name`)
  const parked = await database.execute(
    `select id, name, created_on, completed_on, retry_count,
      coalesce(output #>> '{cause,message}', output ->> 'message') as problem
    from pgboss.job where state = 'failed' order by completed_on desc nulls last, id limit $1`,
    [MAX_PARKED],
  )
  return {
    lines: (lines.rows as QueueRow[]).map(({ done_at: doneAt, ...line }) => ({
      ...line,
      doneAt: doneAt?.toISOString() ?? null,
    })),
    parked: (parked.rows as Parked[]).map((job) => ({
      id: job.id,
      name: job.name,
      createdAt: job.created_on.toISOString(),
      failedAt: job.completed_on?.toISOString() ?? null,
      tries: job.retry_count + 1,
      problem: publicProblem(job.problem),
    })),
  }
}

/** A statement may quote personal data. */
function publicProblem(problem: string | null): string | null {
  if (problem === null) return null
  return problem.startsWith('Failed query') ? 'A database query failed' : problem.slice(0, MAX_PROBLEM_LENGTH)
}

/** Null if there is no such job. */
async function parkedIn(database: Database, id: string): Promise<string | null> {
  const { rows } = await database.execute(`select name from pgboss.job where id = $1 and state = 'failed'`, [id])
  return (rows[0] as { name: string } | undefined)?.name ?? null
}

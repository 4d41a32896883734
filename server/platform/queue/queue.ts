import type { JobOverview } from '#domain/admin/operations.ts'
import type { Queries, Database } from '../database/open.ts'
import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import { currentOrigin, within } from '../telemetry/origin.ts'
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts'
import { pgBossQueue } from './pg-boss.ts'

/** Each job with its payload. Features have theirs added in `server/job-payloads.ts`, so that the platform knows none. */
export interface JobPayloads {}
export type JobName = keyof JobPayloads

export type Queue = {
  /** Takes the transaction that makes the job necessary, so that either both commit or neither does. */
  enqueue: <Name extends JobName>(queries: Queries, name: Name, payload: JobPayloads[Name]) => Promise<void>
}

type Job<Name extends JobName> = {
  /** A cron expression in UTC. */
  every?: string
  /** The payload is personal, so none of it is kept once the job is done. */
  isPrivate?: true
  /** A user is waiting for it, so failures are retried sooner. */
  isAwaited?: true
  run: (payload: JobPayloads[Name]) => Promise<void>
}

export type Jobs = { [Name in JobName]: Job<Name> }

export type JobRunner = {
  queue: Queue
  /** Call before requests arrive: starting needs connections that requests would hold while waiting for it. */
  prepare: (names: JobName[]) => Promise<void>
  start: (jobs: Jobs) => Promise<void>
  /** Takes no more jobs, and lets those that run finish. */
  drain: () => void
  stop: () => Promise<void>
  /** How many jobs have failed for good. */
  givenUp: () => Promise<number>
  overview: () => Promise<JobOverview>
  /** Both return the name of the job, or null if no failed job has this id. */
  tryAgain: (id: string) => Promise<string | null>
  discard: (id: string) => Promise<string | null>
  /** Runs the jobs enqueued so far, if jobs don't run by themselves. */
  settle?: () => Promise<void>
}

type Waiting = { transaction: string; start: (jobs: Jobs) => Promise<void> }

/** For tests: runs jobs on request, and only those whose transaction committed. */
function inlineQueue(database: Database, telemetry: Telemetry): JobRunner {
  let jobs: Jobs | undefined
  let waiting: Waiting[] = []

  async function settle() {
    if (!jobs) return
    while (waiting.length > 0) {
      const due = waiting
      waiting = []
      for (const { transaction, start } of due) {
        const { rows } = await database.system.execute<{ status: string }>(
          sql`select pg_xact_status(${transaction}::xid8) as status`,
        )
        if (rows[0]?.status === 'committed') await start(jobs)
      }
    }
  }

  return {
    queue: {
      async enqueue(queries, name, payload) {
        const { rows } = await queries.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
        const origin = currentOrigin()
        const start: Waiting['start'] = (all) =>
          within(origin, () => telemetry.span(`job ${name}`, 'consumer', {}, () => all[name].run(payload)))
        waiting.push({ transaction: rows[0]?.id ?? '', start })
      },
    },
    prepare: async () => {},
    start: async (all) => {
      jobs = all
    },
    givenUp: async () => 0,
    overview: async () => ({ lines: [], parked: [] }),
    tryAgain: async () => null,
    discard: async () => null,
    drain: () => {},
    stop: async () => {
      jobs = undefined
    },
    settle,
  }
}

export const openQueue = (
  kind: 'pg-boss' | 'inline',
  database: Database,
  log: Log,
  telemetry: Telemetry = NO_TELEMETRY,
  mailJobs: readonly JobName[] = [],
): JobRunner => (kind === 'inline' ? inlineQueue(database, telemetry) : pgBossQueue(database, log, telemetry, mailJobs))

import { sql } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import type { JobName, JobPayloads } from '../../job-payloads.ts'
import type { JobRunner, Jobs } from './queue.ts'
import type { Log } from '../log.ts'
import { pgBossQueue } from './pg-boss.ts'

type Waiting = { transaction: string; start: (jobs: Jobs) => Promise<void> }

/** For tests: runs jobs on request, and only those whose transaction committed. */
function inlineQueue(database: Database): JobRunner {
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
        waiting.push({ transaction: rows[0]?.id ?? '', start: (all) => run(all, name, payload) })
      },
    },
    start: async (all) => {
      jobs = all
    },
    givenUp: async () => 0,
    overview: async () => ({ lines: [], parked: [] }),
    tryAgain: async () => null,
    discard: async () => null,
    stop: async () => {
      jobs = undefined
    },
    settle,
  }
}

async function run<Name extends JobName>(jobs: Jobs, name: Name, payload: JobPayloads[Name]): Promise<void> {
  await jobs[name].run(payload)
}

export const openQueue = (kind: 'pg-boss' | 'inline', database: Database, log: Log): JobRunner =>
  kind === 'inline' ? inlineQueue(database) : pgBossQueue(database, log)

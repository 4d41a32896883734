import type { Database } from '../database/open.ts'
import { describeError, type Log } from '../log.ts'

/** A running job says this often that it is alive. */
export const HEARTBEAT_EVERY_SECONDS = 2
const LOOK_EVERY_MS = 2000
/** Missed heartbeats in a row, all of them seen by a process that reached the database the whole time. */
const LOOKS = 6

type Heartbeat = { id: string; name: string; at: string }
type Execute = Database['execute']

/** Compares heartbeats with each other, never with a clock, and begins again when it could not look. */
export function createAbandonedJobs(execute: Execute) {
  let silent = new Map<string, { at: string; looks: number }>()

  /** Returns the names of the jobs that may run again. */
  return async (): Promise<string[]> => {
    const before = silent
    silent = new Map()
    const { rows } = await execute(
      `select id, name, heartbeat_on::text as at from pgboss.job
       where state = 'active' and heartbeat_on is not null and retry_count < retry_limit`,
    )
    const abandoned: Heartbeat[] = []
    for (const job of rows as Heartbeat[]) {
      const known = before.get(job.id)
      const looks = known?.at === job.at ? known.looks + 1 : 0
      if (looks >= LOOKS) abandoned.push(job)
      else silent.set(job.id, { at: job.at, looks })
    }
    const released = await Promise.all(abandoned.map((job) => release(execute, job)))
    return released.filter((name) => name !== null)
  }
}

/** Only if it is still silent. The first time it runs again at once; a job that ends its process waits longer. */
async function release(execute: Execute, { id, name, at }: Heartbeat): Promise<string | null> {
  const { rows } = await execute(
    `update pgboss.job set state = 'retry', start_after = pgboss.job_now() + retry_count * retry_delay * interval '1 s'
     where name = $1 and id = $2 and state = 'active' and heartbeat_on = $3::timestamptz returning id`,
    [name, id, at],
  )
  return rows.length > 0 ? name : null
}

/** Watches on a timer from the start on, so that jobs of a killed process run again within seconds. */
export function watchForAbandonedJobs(execute: Execute, log: Log, onReleased: (name: string) => void): () => void {
  const look = createAbandonedJobs(execute)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const again = async () => {
    try {
      for (const name of await look()) {
        log.warn({ job: name }, 'a job was left by a process that ended, and runs again')
        onReleased(name)
      }
    } catch (error) {
      log.debug({ err: describeError(error) }, 'failed to look for abandoned jobs')
    }
    if (!isStopped) timer = setTimeout(() => void again(), LOOK_EVERY_MS).unref()
  }
  void again()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

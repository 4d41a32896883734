import type { JobOverview } from '#domain/admin/operations.ts'
import type { JobName, JobPayloads } from '../../job-payloads.ts'
import type { Queries } from '../database/open.ts'

export type Queue = {
  /** Takes the transaction that makes the job necessary, so that both commit or neither. */
  enqueue: <Name extends JobName>(queries: Queries, name: Name, payload: JobPayloads[Name]) => Promise<void>
}

type Job<Name extends JobName> = {
  /** A cron expression in UTC. */
  every?: string
  /** The payload is personal: nothing of it is kept once the job is done. */
  isPrivate?: true
  /** Someone is waiting for it: the queue polls more often. */
  isAwaited?: true
  run: (payload: JobPayloads[Name]) => Promise<void>
}

export type Jobs = { [Name in JobName]: Job<Name> }

export type JobRunner = {
  queue: Queue
  start: (jobs: Jobs) => Promise<void>
  stop: () => Promise<void>
  /** How many jobs have failed for good. */
  givenUp: () => Promise<number>
  overview: () => Promise<JobOverview>
  /** Both return the name of the job, or null if no failed job has this id. */
  tryAgain: (id: string) => Promise<string | null>
  discard: (id: string) => Promise<string | null>
  /** Runs what has been enqueued so far, where jobs do not run by themselves. */
  settle?: () => Promise<void>
}

import type { Queries } from './database/open.ts'

/** Everything the server needs from outside itself, as types. Adapters implement these; only compose.ts knows which. */

export type Clock = () => Date

export type Log = {
  debug: (fields: object, message: string) => void
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** Who is behind a bearer token, once its signature, expiry, session row and ban have been checked. */
export type Identity = { id: string; email: string; sessionId: string }

export type Auth = { identify: (bearer: string) => Promise<Identity | null> }

/** What each job needs to know. A job's name is a key here, so that none can be enqueued that nobody runs. */
export type JobPayloads = {
  'account.expire-trials': Record<string, never>
}

export type JobName = keyof JobPayloads

export type Job<Name extends JobName> = {
  /** When it runs by itself, as a cron expression in UTC. */
  every?: string
  run: (payload: JobPayloads[Name]) => Promise<void>
}

export type Jobs = { [Name in JobName]: Job<Name> }

export type Queue = {
  /** Enqueued in the transaction that makes the job necessary, so that both or neither happen. */
  enqueue: <Name extends JobName>(queries: Queries, name: Name, payload: JobPayloads[Name]) => Promise<void>
}

export type JobRunner = {
  queue: Queue
  start: (jobs: Jobs) => Promise<void>
  stop: () => Promise<void>
}

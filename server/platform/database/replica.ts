import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, messageOf } from '#domain/errors.ts'
import { isCanceledByReplay } from './errors.ts'
import type { RolePool } from './pool.ts'
import type { Queries } from './queries.ts'

/** A replica usually has a commit within milliseconds. */
const PATIENCE_MS = 100
const PAUSE_MS = 5
/** For a new connection too. One that hangs would otherwise take many times as long to fail. */
const ANSWER_MS = 1000
const SILENT = 'it does not answer'
/** How long to avoid a replica that is down or far behind, so that it doesn't delay every read. */
const AVOID_MS = 2000

class ReplicaBehindError extends Error {
  override readonly name = 'ReplicaBehindError'
}

type Read = <T>(begin: string, work: (queries: Queries) => Promise<T>) => Promise<T>

/**
 * Runs reads on a replica once it has everything the primary had when they began, or else on the primary. Asking for
 * the primary's position each time covers commits by every process, so no process has to remember who wrote what.
 */
export function preferReplica(primary: RolePool, replica: RolePool, log: (line: string) => void): Read {
  let avoidUntil = 0
  let isInDoubt = false

  return async (begin, work) => {
    const onPrimary = () => primary.transaction(begin, work)
    if (performance.now() < avoidUntil) return onPrimary()
    const position = await positionOf(primary)
    if (position.lsn === null) return onPrimary()
    // After trouble, one read tries the replica while the others stay on the primary.
    if (isInDoubt) avoidUntil = Number.POSITIVE_INFINITY
    const progress = { isReading: false, isLate: false }
    const reading = replica.transaction(begin, async (queries) => {
      await untilReplayed(queries, position)
      if (progress.isLate) throw new ReplicaBehindError(SILENT)
      progress.isReading = true
      isInDoubt = false
      avoidUntil = 0
      return work(queries)
    })
    const readingOrLate = async () => {
      await sleep(ANSWER_MS, undefined, { ref: false })
      if (progress.isReading) return reading
      progress.isLate = true
      throw new ReplicaBehindError(SILENT)
    }
    try {
      return await Promise.race([reading, readingOrLate()])
    } catch (error) {
      if (progress.isReading && !isTroubleOfReplica(error)) throw error
      isInDoubt = true
      avoidUntil = performance.now() + AVOID_MS
      log(`reading from the primary for ${AVOID_MS / 1000} s, because of the replica: ${causeOf(error)}`)
      return onPrimary()
    }
  }
}

type Position = { lsn: string | null; cluster: string }

/** The same for a primary and its replicas, unlike that of any other server. */
const CLUSTER = '(select system_identifier from pg_control_system())::text'

/** The end of the write-ahead log, including commits not yet on disk; null while the primary is in recovery. */
async function positionOf(primary: RolePool): Promise<Position> {
  const { rows } = await primary.ask<Position>(
    `select case when pg_is_in_recovery() then null else pg_current_wal_insert_lsn() end::text as lsn, ${CLUSTER} as cluster`,
  )
  return rows[0] ?? { lsn: null, cluster: '' }
}

async function untilReplayed(queries: Queries, { lsn, cluster }: Position): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    // A promoted replica no longer follows the primary, even if its position is ahead.
    const { rows } = await queries.execute<{ is_replica: boolean; is_there: boolean | null; cluster: string }>(sql`
      select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_there,
        ${sql.raw(CLUSTER)} as cluster`)
    if (!rows[0]?.is_replica) throw new ReplicaBehindError('it is not a replica')
    if (rows[0].cluster !== cluster) throw new ReplicaBehindError('it is a replica of another primary')
    if (rows[0].is_there) return
    if (performance.now() >= deadline) throw new ReplicaBehindError('it is behind')
    await sleep(PAUSE_MS)
  }
}

const isTroubleOfReplica = (error: unknown): boolean =>
  error instanceof ReplicaBehindError ||
  (error instanceof AppError && error.code === 'unavailable') ||
  isCanceledByReplay(error)

const causeOf = (error: unknown) => messageOf(error instanceof Error && error.cause ? error.cause : error)

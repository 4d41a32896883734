import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { lock } from '../platform/database/locks.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { createLimiter } from '../platform/limiter.ts'

const PATIENCE_MS = 5000
/** Below the statement timeout. */
const OTHER_PROCESS_MS = 10_000
const BUSY = 'Payments are busy right now. Please try again in a minute.'

export type Lock = <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>

export async function takeLock(queries: Queries, userId: string): Promise<void> {
  await queries.execute(sql.raw(`set local lock_timeout = ${OTHER_PROCESS_MS}`))
  await lock(queries, 'billing', userId)
}

/** Waiting callers hold no connection and the number held is limited, because the test mode needs the same pool. */
export function createLock(database: Database, atOnce: number, patienceMs = PATIENCE_MS): Lock {
  const users = createLimiter({ perKey: 1 })
  const connections = createLimiter({ limit: atOnce })

  const connect = () =>
    connections.acquire({ signal: AbortSignal.timeout(patienceMs) }).catch(() => {
      throw new AppError('unavailable', BUSY, { retryAfterSeconds: 30 })
    })

  return (userId, work) =>
    users.run(
      async () => {
        const leave = await connect()
        try {
          return await database.asSystem(async (queries) => {
            await takeLock(queries, userId)
            return work(queries)
          })
        } finally {
          leave()
        }
      },
      { key: userId },
    )
}

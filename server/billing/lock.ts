import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../database/open.ts'

export type Lock = <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>

/** The lock alone, in a transaction that is open already. */
export const takeLock = (queries: Queries, userId: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${userId}`}, 0))`)

/**
 * One at a time for each user, in every process. Whoever waits in this process holds no connection, and only so many
 * are held at once: the provider's embedded stand-in needs some of the same pool to answer.
 */
export function createLock(database: Database, atOnce: number): Lock {
  const lines = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let free = atOnce

  async function enter(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async (userId, work) => {
    const before = lines.get(userId) ?? Promise.resolve()
    const turn = before.then(async () => {
      await enter()
      try {
        return await database.asSystem(async (queries) => {
          await takeLock(queries, userId)
          return work(queries)
        })
      } finally {
        leave()
      }
    })
    const settled = turn.catch(() => {})
    lines.set(userId, settled)
    void settled.then(() => lines.get(userId) === settled && lines.delete(userId))
    return turn
  }
}

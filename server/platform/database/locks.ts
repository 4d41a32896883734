import { sql } from 'drizzle-orm'
import type { Database, Queries } from './open.ts'

const LOCKS = {
  companies: 4,
  refreshes: 5,
  'saved-views': 6,
  billing: 7,
  'test-payments': 8,
  'article-texts': 9,
  'model-briefs': 10,
  'model-readings': 11,
  integrations: 19,
  sharing: 21,
} as const

type LockName = keyof typeof LOCKS

/** Held until the transaction ends. */
export async function lock(queries: Queries, name: LockName, userId = ''): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${LOCKS[name]}::int, hashtext(${userId}))`)
}

/** Returns null if another process is already running it. A lost connection releases the lock. */
export const runAlone = <Result>(
  database: Database,
  name: LockName,
  work: () => Promise<Result>,
): Promise<Result | null> =>
  database.asSystem(async (queries) => {
    // The work uses other connections, so this one stays idle meanwhile.
    await queries.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const { rows } = await queries.execute<{ is_locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCKS[name]}::int, 0) as is_locked`,
    )
    return rows[0]?.is_locked ? work() : null
  })

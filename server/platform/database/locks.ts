import { sql } from 'drizzle-orm'
import type { Database, Queries } from './open.ts'

/** Every advisory lock of the product, each with a number of its own. */
const LOCKS = {
  /** A user's companies: two requests cannot both add the same one. */
  companies: 4,
  /** A user's refreshes, which are counted. */
  refreshes: 5,
  /** A user's saved views, which are counted. */
  'saved-views': 6,
  /** What the payment provider says about a user. */
  billing: 7,
  /** The embedded test mode of payments as a whole. */
  'test-payments': 8,
  /** The job that reads whole articles. */
  'article-texts': 9,
  /** The job that writes briefs with a language model. */
  'model-briefs': 10,
} as const

type LockName = keyof typeof LOCKS

/** Waits for the lock and holds it to the end of the transaction; one for each user where one is named. */
export async function lock(queries: Queries, name: LockName, userId = ''): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${LOCKS[name]}::int, hashtext(${userId}))`)
}

/** Runs the work unless a process is at it already; null then. The lock ends with its connection, however that ends. */
export const runAlone = <Result>(
  database: Database,
  name: LockName,
  work: () => Promise<Result>,
): Promise<Result | null> =>
  database.asSystem(async (queries) => {
    // The work uses other connections: this one is idle until it is done.
    await queries.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const { rows } = await queries.execute<{ is_locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCKS[name]}::int, 0) as is_locked`,
    )
    return rows[0]?.is_locked ? work() : null
  })

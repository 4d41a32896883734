import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from './open.ts'

const BATCH = 5000

/** In batches: outside a transaction, no one waits for a lock, and no statement times out however many rows there are. */
export async function deleteBefore(
  system: Queries,
  column: PgColumn,
  before: Date,
  { alsoIf = sql`true`, batch = BATCH }: { alsoIf?: SQL; batch?: number } = {},
): Promise<void> {
  const { table } = column
  const statement = sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${column} < ${before.toISOString()} and ${alsoIf} order by ${column} limit ${batch}))`
  for (let deleted = batch; deleted === batch;) deleted = (await system.execute(statement)).rowCount ?? 0
}

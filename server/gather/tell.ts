import { sql } from 'drizzle-orm'
import type { Queries } from '../database/open.ts'

/** What is told in one piece must be shorter than 8,000 bytes. */
const MOST_TOLD = 500

/** Every process hears of it once the transaction is done. */
export async function tell(queries: Queries, channel: string, told: number[]): Promise<void> {
  const ids = [...new Set(told)]
  for (let from = 0; from < ids.length; from += MOST_TOLD)
    await queries.execute(
      sql`select pg_notify(${channel}, ${JSON.stringify(ids.slice(from, from + MOST_TOLD))})`,
    )
}

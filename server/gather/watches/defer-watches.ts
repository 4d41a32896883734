import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'

/** A watch whose host had been asked enough: nothing came of it, and nothing is wrong with it. */
export type Postponed = { id: number; until: Date }

/** Only the time changes: what is known about the watch stays, and nobody goes on waiting for it. */
export async function deferWatches(queries: Queries, claim: string, postponed: Postponed[]): Promise<void> {
  if (postponed.length === 0) return
  await queries.execute(sql`
    update watches set next_at = new.until, rank = null, claim = null, claimed_until = null
    from unnest(${sql.param(postponed.map(({ id }) => id))}::bigint[],
      ${sql.param(postponed.map(({ until }) => until.toISOString()))}::timestamptz[]) as new (id, until)
    where watches.id = new.id and watches.claim = ${claim}`)
}

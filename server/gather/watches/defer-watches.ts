import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'

/** A watch whose host had been asked enough: nothing came of it, and nothing is wrong with it. */
export type Postponed = { id: number; claim: string; until: Date; isSlow: boolean }

/**
 * Only the time changes: what is known about the watch stays, and nobody goes on waiting for it.
 * One that goes to the slow lane keeps its place in the queue.
 */
export async function deferWatches(queries: Queries, postponed: Postponed[]): Promise<void> {
  if (postponed.length === 0) return
  const column = <Value>(pick: (each: Postponed) => Value) => sql.param(postponed.map(pick))
  await queries.execute(sql`
    update watches set next_at = new.until, rank = case when new.is_slow then rank end,
      is_slow = watches.is_slow or new.is_slow, claim = null, claimed_until = null
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ claim }) => claim)}::uuid[],
      ${column(({ until }) => until.toISOString())}::timestamptz[], ${column(({ isSlow }) => isSlow)}::bool[])
      as new (id, claim, until, is_slow)
    where watches.id = new.id and watches.claim = new.claim`)
}

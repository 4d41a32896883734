import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'

const DAY_MS = 24 * 3_600_000
/** How seldom is looked at what only people read who may not read it now: their return should find something. */
const RESTING_MS = 7 * DAY_MS
/** What is due later than this is left as it is: it costs its site no more than a paused one. */
const PAUSED_BEFORE_MS = 2 * DAY_MS

/** Pauses the watches of companies whose owners have no access. Resumes, at once, only what was paused. */
export async function restAndWake(queries: Queries, now: Date): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const isRead = sql`(
    watches.subject_id in (select unnest(array[subject_id, site_subject_id]) from companies join users on users.id = companies.user_id
      where companies.removed_at is null and subject_id is not null and subscription_status <> 'expired')
    or watches.company_id in (select companies.id from companies join users on users.id = companies.user_id
      where companies.removed_at is null and has_own_view and subscription_status <> 'expired'))`
  await queries.execute(sql`
    update watches set next_at = ${after(RESTING_MS)}::timestamptz, paused_at = ${now.toISOString()}::timestamptz
    where claim is null and rank is null and next_at < ${after(PAUSED_BEFORE_MS)}::timestamptz
      and (subject_id is not null or company_id is not null) and ${isRead} is not true`)
  await queries.execute(sql`
    update watches set next_at = least(next_at, ${now.toISOString()}::timestamptz), paused_at = null
    where paused_at is not null and ${isRead}`)
}

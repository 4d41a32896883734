import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'

const DAY_MS = 24 * 3_600_000
/** How seldom is looked at what only people read who may not read it now: their return should find something. */
const RESTING_MS = 7 * DAY_MS
/** No watch that is read waits so long, and none that rests is put off so little. */
const RESTS_FROM_MS = 2 * DAY_MS

/** Watches of companies whose owners have no access rest; as soon as one of them has, they are due at once. */
export async function restAndWake(queries: Queries, now: Date): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const isRead = sql`(
    watches.subject_id in (select subject_id from companies join users on users.id = companies.user_id
      where companies.removed_at is null and subject_id is not null and subscription_status <> 'expired')
    or watches.company_id in (select companies.id from companies join users on users.id = companies.user_id
      where companies.removed_at is null and has_own_view and subscription_status <> 'expired'))`
  await queries.execute(sql`
    update watches set next_at = ${after(RESTING_MS)}::timestamptz
    where claim is null and rank is null and next_at < ${after(RESTS_FROM_MS)}::timestamptz
      and (subject_id is not null or company_id is not null) and ${isRead} is not true`)
  await queries.execute(sql`
    update watches set next_at = ${now.toISOString()}::timestamptz
    where next_at >= ${after(RESTS_FROM_MS)}::timestamptz and ${isRead}`)
}

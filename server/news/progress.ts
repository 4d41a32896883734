import { sql, type SQL } from 'drizzle-orm'
import type { RefreshProgress } from '#domain/refresh.ts'
import type { Queries } from '../database/open.ts'

/** A company is new for so long; a place that is found later does not make its first look begin again. */
const NEW_MS = 24 * 3_600_000
/** A refresh that nobody saw the end of is over by then, whatever others ask for meanwhile. */
const LONGEST_MS = 6 * 3_600_000

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Of the company in the query: a look at it is due and still to come, for somebody asked or because it is the first.
 * What a host has put off until later is not waited for.
 */
export const isWaiting = (now: Date): SQL =>
  sql`(${hasWatch(sql`watches.rank is not null and watches.next_at <= ${now}`)} or ${isUnseen(now)})`

const isUnseen = (now: Date): SQL =>
  sql`(companies.subject_id is null or ${hasWatch(sql`watches.checked_at is null and watches.next_at <= ${now}`)})`

// Two look-ups, each by its index: the watches that everybody shares and the company's own.
const hasWatch = (that: SQL): SQL => sql`(
  exists (select from watches where watches.subject_id = companies.subject_id and watches.company_id is null and ${that})
  or exists (select from watches where watches.company_id = companies.id and ${that}))`

/**
 * How far the checking is that each of these people waits for, read off the watches themselves, so that it is the
 * same in every process and after a reload. Who waits for nothing is not in the answer.
 */
export async function progressOf(
  queries: Queries,
  userIds: string[],
  now: Date,
): Promise<Map<string, RefreshProgress>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await queries.execute<{ user_id: string; done: number; total: number }>(sql`
    with asked as (
      select distinct user_id, unnest(company_ids) as id from refreshes
      where user_id = any(${sql.param(userIds)}::uuid[]) and finished_at is null
        and started_at > ${before(now, LONGEST_MS)}),
    mine as (
      select companies.user_id, companies.created_at, asked.id is not null as is_asked, ${isWaiting(now)} as is_waiting,
        companies.created_at > ${before(now, NEW_MS)} and ${isUnseen(now)} as is_unseen
      from companies left join asked on asked.user_id = companies.user_id and asked.id = companies.id
      where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null
        and (asked.id is not null or companies.created_at > ${before(now, NEW_MS)})),
    begun as (select user_id, min(created_at) as at from mine where is_unseen group by user_id)
    select mine.user_id, count(*)::int as total, count(*) filter (where not is_waiting)::int as done
    from mine left join begun on begun.user_id = mine.user_id
    where is_asked or mine.created_at >= begun.at
    group by mine.user_id having bool_or(is_waiting)`)
  return new Map(rows.map(({ user_id: userId, done, total }) => [userId, { done, total }]))
}

/** Nothing of theirs is waiting any more: what they asked for is over. */
export async function endRefreshes(queries: Queries, userIds: string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  await queries.execute(sql`
    update refreshes set finished_at = ${now}
    where user_id = any(${sql.param(userIds)}::uuid[]) and finished_at is null and started_at <= ${now}`)
}

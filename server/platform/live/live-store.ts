import { sql } from 'drizzle-orm'
import type { Queries } from '../database/open.ts'

/** Numbers are given before what they number is there for all to see: so many may come in another order. */
const UNORDERED = 2000

export type FreshNews = { userId: string; companyId: number; trackedCompanyId: number | null }

/** What open pages are told, read for the people who have one open. */
export const liveStore = (queries: Queries) => ({
  /** The number of the newest news of all. */
  async newest(): Promise<number> {
    const { rows } = await queries.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from news`)
    return Number(rows[0]?.id ?? 0)
  },

  /** Which companies of these people are behind these subjects. */
  async companiesOf(userIds: string[], trackedCompanyIds: number[]): Promise<{ userId: string; companyId: number }[]> {
    const { rows } = await queries.execute<{ user_id: string; id: number }>(sql`
      select user_id, id from companies where removed_at is null
        and tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) and user_id = any(${sql.param(userIds)}::uuid[])`)
    return rows.map(({ user_id: userId, id }) => ({ userId, companyId: id }))
  },

  /** Which of these companies are theirs. */
  async ownersOf(userIds: string[], companyIds: number[]): Promise<{ userId: string; companyId: number }[]> {
    const { rows } = await queries.execute<{ user_id: string; id: number }>(sql`
      select user_id, id from companies where removed_at is null
        and id = any(${sql.param(companyIds)}::int[]) and user_id = any(${sql.param(userIds)}::uuid[])`)
    return rows.map(({ user_id: userId, id }) => ({ userId, companyId: id }))
  },

  /** Companies of these people that news came for after the news with this number, at most so many. */
  async since(userIds: string[], after: number, most: number): Promise<FreshNews[]> {
    const { rows } = await queries.execute<{
      user_id: string
      id: number
      tracked_company_id: number | null
    }>(sql`
      with fresh as (
        select tracked_company_id, company_id from news where id > ${after} or (id > ${after - UNORDERED}
          and created_at > (select created_at from news where id = ${after}) - interval '1 minute')),
      about as (
        select companies.user_id, companies.id, companies.tracked_company_id from fresh
        join companies on companies.tracked_company_id = fresh.tracked_company_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null
        union
        select companies.user_id, companies.id, null from fresh join companies on companies.id = fresh.company_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null)
      select * from about order by id limit ${most}`)
    return rows.map((row) => ({
      userId: row.user_id,
      companyId: row.id,
      trackedCompanyId: row.tracked_company_id,
    }))
  },
})

/** What is told in one piece must be shorter than 8,000 bytes. */
const MOST_PER_NOTIFY = 500

/** Every process hears of it once the transaction is done. */
export async function notify(queries: Queries, channel: string, told: number[]): Promise<void> {
  const ids = [...new Set(told)]
  for (let from = 0; from < ids.length; from += MOST_PER_NOTIFY)
    await queries.execute(sql`select pg_notify(${channel}, ${JSON.stringify(ids.slice(from, from + MOST_PER_NOTIFY))})`)
}

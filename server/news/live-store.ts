import { sql } from 'drizzle-orm'
import type { Queries } from '../database/open.ts'

/** Numbers are given before what they number is there for all to see: so many may come in another order. */
const UNORDERED = 2000

export type FreshNews = { userId: string; companyId: number; subjectId: number | null }

/** What open pages are told, read for the people who have one open. */
export const liveStore = (queries: Queries) => ({
  /** The number of the newest news of all. */
  async newest(): Promise<number> {
    const { rows } = await queries.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from news`)
    return Number(rows[0]?.id ?? 0)
  },

  /** Which companies of these people are behind these subjects. */
  async companiesOf(
    userIds: string[],
    subjectIds: number[],
  ): Promise<{ userId: string; companyId: number }[]> {
    const { rows } = await queries.execute<{ user_id: string; id: number }>(sql`
      select user_id, id from companies where removed_at is null
        and subject_id = any(${sql.param(subjectIds)}::int[]) and user_id = any(${sql.param(userIds)}::uuid[])`)
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
    const { rows } = await queries.execute<{ user_id: string; id: number; subject_id: number | null }>(sql`
      with fresh as (
        select subject_id, company_id from news where id > ${after} or (id > ${after - UNORDERED}
          and created_at > (select created_at from news where id = ${after}) - interval '1 minute')),
      about as (
        select companies.user_id, companies.id, companies.subject_id from fresh
        join companies on companies.subject_id = fresh.subject_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null
        union
        select companies.user_id, companies.id, null from fresh join companies on companies.id = fresh.company_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null)
      select * from about order by id limit ${most}`)
    return rows.map((row) => ({ userId: row.user_id, companyId: row.id, subjectId: row.subject_id }))
  },
})

import { sql } from 'drizzle-orm'
import type { ExportedCompany } from '#domain/company-export.ts'
import type { Queries } from '../../database/open.ts'

/** How much news each of these companies has, and since when; those without any are not in it. */
export async function newsOf(
  queries: Queries,
  userId: string,
  companyIds: number[],
): Promise<Map<number, ExportedCompany['news']>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await queries.execute<{ id: number; items: number; latest_at: string | null }>(sql`
    select companies.id, count(news.id)::int as items, max(news.published_at) as latest_at from companies
    join news on (news.company_id = companies.id and news.user_id = ${userId}) or (news.subject_id = companies.subject_id and not companies.has_own_view)
    where companies.user_id = ${userId} and companies.id = any(${sql.param(companyIds)}::int[])
    group by companies.id`)
  return new Map(
    rows.map(({ id, items, latest_at: latestAt }) => [
      id,
      { items, latestAt: latestAt === null ? null : new Date(latestAt).toISOString() },
    ]),
  )
}

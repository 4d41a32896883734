import { and, count, eq, max, sql } from 'drizzle-orm'
import type { ExportedCompany } from '#domain/company-export.ts'
import type { Queries } from '../../database/open.ts'
import { news } from '../../database/schema.ts'

/** How much news each of these companies has, and since when; those without any are not in it. */
export async function newsOf(
  queries: Queries,
  userId: string,
  companyIds: number[],
): Promise<Map<number, ExportedCompany['news']>> {
  if (companyIds.length === 0) return new Map()
  const rows = await queries
    .select({ companyId: news.companyId, items: count(), latestAt: max(news.publishedAt) })
    .from(news)
    .where(and(eq(news.userId, userId), sql`${news.companyId} = any(${sql.param(companyIds)}::int[])`))
    .groupBy(news.companyId)
  return new Map(
    rows.map(({ companyId, items, latestAt }) => [
      companyId,
      { items, latestAt: latestAt?.toISOString() ?? null },
    ]),
  )
}

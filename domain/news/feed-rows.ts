import type { CompanyWithNews } from './briefs.ts'

export const FEED_SORTS = ['newest', 'oldest'] as const
export type FeedSort = (typeof FEED_SORTS)[number]

/** If more companies than this change, the loaded pages are fetched again. */
export const MAX_FEED_COMPANIES = 200

/** Same order as on the server: companies with news come first in both directions. */
export function orderFeed(rows: CompanyWithNews[], sort: FeedSort): CompanyWithNews[] {
  const direction = sort === 'newest' ? -1 : 1
  return rows
    .map((row) => ({ row, published: timeOf(row.latestNews?.publishedAt), added: timeOf(row.createdAt) }))
    .sort(
      (a, b) =>
        Number(b.row.hasNews) - Number(a.row.hasNews) ||
        direction * (a.published - b.published || a.added - b.added || a.row.id - b.row.id),
    )
    .map(({ row }) => row)
}

const timeOf = (moment: string | undefined) => (moment ? Date.parse(moment) || 0 : 0)

/** A requested company without a row was removed. A changed row goes to the first page, wherever it was before. */
export function mergeFeed(
  pages: CompanyWithNews[][],
  companyIds: number[],
  changed: CompanyWithNews[],
): CompanyWithNews[][] {
  const replaced = new Set(companyIds)
  const kept = pages.map((rows) => rows.filter(({ id }) => !replaced.has(id)))
  return kept.map((rows, page) => (page === 0 ? [...changed, ...rows] : rows))
}

/** A row that was merged into the first page may also be in a later page, in its old version, so the first one wins. */
export function rowsOf(pages: CompanyWithNews[][]): CompanyWithNews[] {
  const rows = new Map<number, CompanyWithNews>()
  for (const row of pages.flat()) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

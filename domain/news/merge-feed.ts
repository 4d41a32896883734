import type { CompanyWithNews } from './briefs.ts'

/** For more companies than this, the whole feed is loaded. */
export const MAX_FEED_COMPANIES = 200

/** A requested company without a row was removed. */
export function mergeFeed(
  feed: CompanyWithNews[],
  companyIds: number[],
  changed: CompanyWithNews[],
): CompanyWithNews[] {
  const replaced = new Set(companyIds)
  return [...feed.filter(({ id }) => !replaced.has(id)), ...changed].toSorted(byNewest)
}

function byNewest(a: CompanyWithNews, b: CompanyWithNews): number {
  return (
    descending(a.latestNews?.publishedAt ?? '', b.latestNews?.publishedAt ?? '') ||
    descending(a.createdAt, b.createdAt) ||
    b.id - a.id
  )
}

const descending = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

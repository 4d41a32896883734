import type { CompanyWithNews } from './briefs.ts'

/** For the rows of more companies than this, the whole feed is loaded. */
export const MAX_FEED_COMPANIES = 200

/** The feed after the rows of some companies were loaded again; one that did not come back was removed. */
export function mergeFeed(
  feed: CompanyWithNews[],
  companyIds: number[],
  changed: CompanyWithNews[],
): CompanyWithNews[] {
  const replaced = new Set(companyIds)
  return [...feed.filter(({ id }) => !replaced.has(id)), ...changed].toSorted(byNewest)
}

/** The newest brief first, then companies without one, the newest company first. */
function byNewest(a: CompanyWithNews, b: CompanyWithNews): number {
  return (
    descending(a.latestNews?.publishedAt ?? '', b.latestNews?.publishedAt ?? '') ||
    descending(a.createdAt, b.createdAt) ||
    b.id - a.id
  )
}

const descending = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

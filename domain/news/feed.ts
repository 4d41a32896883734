import { z } from 'zod'
import { CompanyPageQuery } from '../companies/company.ts'
import type { CompanyWithNews } from './briefs.ts'

/** A page that missed more than this loads the whole feed. */
export const MAX_FEED_COMPANIES = 200

const COMPANY_IDS = `Must be at most ${MAX_FEED_COMPANIES} company ids, separated by commas`

const CompanyIds = z
  .string()
  .regex(/^\d{1,10}(?:,\d{1,10})*$/, COMPANY_IDS)
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .pipe(z.array(z.number().min(1, COMPANY_IDS).max(2_147_483_647, COMPANY_IDS)).max(MAX_FEED_COMPANIES, COMPANY_IDS))
  .describe('Only these companies: their ids, separated by commas')

/** Without a limit and a cursor the whole feed comes at once. */
export const FeedQuery = CompanyPageQuery.pick({ limit: true, cursor: true }).extend({
  company: CompanyIds.optional(),
})
export type FeedQuery = z.infer<typeof FeedQuery>

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

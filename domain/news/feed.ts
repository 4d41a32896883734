import { z } from 'zod'
import { CompanyPageQuery } from '../companies/company.ts'
import { LATEST_NEWS_LIMIT } from './briefs.ts'
import { MAX_FEED_COMPANIES } from './merge-feed.ts'

const COMPANY_IDS = `Must be at most ${MAX_FEED_COMPANIES} company ids, separated by commas`

const CompanyIds = z
  .string()
  .regex(/^\d{1,10}(?:,\d{1,10})*$/, COMPANY_IDS)
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .pipe(z.array(z.number().min(1, COMPANY_IDS).max(2_147_483_647, COMPANY_IDS)).max(MAX_FEED_COMPANIES, COMPANY_IDS))
  .describe('Only these companies: their ids, separated by commas')

/** Without limit and cursor, the whole feed is returned. */
export const FeedQuery = CompanyPageQuery.pick({ limit: true, cursor: true }).extend({
  company: CompanyIds.optional(),
})
export type FeedQuery = z.infer<typeof FeedQuery>

export const LatestQuery = FeedQuery.pick({ cursor: true }).extend({
  limit: z.coerce.number().int().min(1).max(500).default(LATEST_NEWS_LIMIT),
})
export type LatestQuery = z.infer<typeof LatestQuery>

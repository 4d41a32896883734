import { z } from 'zod'
import { CompanyId } from '../companies/company.ts'
import { RowId } from '../row-id.ts'

export const MAX_FEEDS = 50
export const TOO_MANY_FEEDS = `You can have at most ${MAX_FEEDS} feeds. Revoke one first.`
export const FEED_NOT_FOUND = 'Feed not found'
const ONE_AT_MOST = 'Choose a company or a saved view, not both'

/** Outside the API: feed readers can't send headers, so the token is in the path. */
export const FEED_PATH = '/feeds'
export const FEED_FILES = { atom: 'news.atom', json: 'news.json', calendar: 'events.ics' } as const
export type FeedFormat = keyof typeof FEED_FILES

/** Covers the whole portfolio unless a company or view is given. */
export const NewFeed = z
  .object({ companyId: CompanyId.nullable().default(null), viewId: RowId.nullable().default(null) })
  .refine(({ companyId, viewId }) => companyId === null || viewId === null, ONE_AT_MOST)
export type NewFeed = z.infer<typeof NewFeed>

export const PrivateFeed = z.object({
  id: z.number(),
  /** The current name of the company or view; null for the whole portfolio. */
  name: z.string().nullable(),
  companyId: z.number().nullable(),
  viewId: z.number().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Null once the installation's keys have been replaced; the feed still works at its old address. */
  urls: z.object({ atom: z.string(), json: z.string(), calendar: z.string() }).nullable(),
})
export type PrivateFeed = z.infer<typeof PrivateFeed>

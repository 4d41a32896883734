import { z } from 'zod'
import { CompanyId } from '../companies/company.ts'

export const MAX_FEEDS = 50
export const TOO_MANY_FEEDS = `You can have at most ${MAX_FEEDS} feeds. Revoke one first.`
export const FEED_NOT_FOUND = 'Feed not found'
const ONE_AT_MOST = 'Choose a company or a saved view, not both'

/** Outside the API: readers cannot send headers, so the token is in the path. */
export const FEED_PATH = '/feeds'
export const FEED_FILES = { atom: 'news.atom', json: 'news.json', calendar: 'events.ics' } as const
export type FeedFormat = keyof typeof FEED_FILES

const Id = z.number().int().positive().max(2_147_483_647)

/** Of the whole portfolio, unless one is named. */
export const NewFeed = z
  .object({ companyId: CompanyId.nullable().default(null), viewId: Id.nullable().default(null) })
  .refine(({ companyId, viewId }) => companyId === null || viewId === null, ONE_AT_MOST)
export type NewFeed = z.infer<typeof NewFeed>

export const PrivateFeed = z.object({
  id: z.number(),
  /** Of the company or view as it is called now; null for the whole portfolio. */
  name: z.string().nullable(),
  companyId: z.number().nullable(),
  viewId: z.number().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Null once the installation's keys were replaced; the feed still works under its old address. */
  urls: z.object({ atom: z.string(), json: z.string(), calendar: z.string() }).nullable(),
})
export type PrivateFeed = z.infer<typeof PrivateFeed>

import { z } from 'zod'
import { CompanyPageQuery } from '../companies/company.ts'
import { FEED_SORTS, MAX_FEED_COMPANIES } from './feed-rows.ts'
import { MAX_ROW_ID, RowId } from '../row-id.ts'

export const LATEST_NEWS_LIMIT = 100

export const NewsSource = z.object({
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']).optional(),
  /** The story it belongs to and the kind of event; absent in briefs from before stories had one. */
  storyId: z.number().optional(),
  label: z.string().optional(),
})
export type NewsSource = z.infer<typeof NewsSource>

/** A citation `n` refers to the nth source of the brief, counting from 1. */
const BriefSentence = z.object({ text: z.string(), citations: z.array(z.number()) })
export const BriefSection = z.object({ heading: z.string(), sentences: z.array(BriefSentence) })
export type BriefSection = z.infer<typeof BriefSection>

/**
 * `headlines` until sentences have been picked from the sources; `model` if a language model wrote some of the brief.
 */
export const BRIEF_STATUSES = ['headlines', 'extractive', 'model'] as const
const BriefStatus = z.enum(BRIEF_STATUSES)

export const Brief = z.object({
  sections: z.array(BriefSection),
  sources: z.array(NewsSource),
  status: BriefStatus,
})
export type Brief = z.infer<typeof Brief>

export const PublishedBrief = Brief.extend({
  id: z.number(),
  content: z.string(),
  /** `verified` counts the sentences that were found in the sources they cite; headlines aren't sentences. */
  sentences: z.number(),
  verified: z.number(),
  /** The language model that wrote it; null unless the status is `model`. */
  model: z.string().nullable(),
  publishedAt: z.string(),
  createdAt: z.string(),
})
export type PublishedBrief = z.infer<typeof PublishedBrief>

export const News = PublishedBrief.extend({ companyId: z.number() })
export type News = z.infer<typeof News>

export const JoinedNews = News.extend({ companyName: z.string(), companyWebsite: z.string().nullable() })
export type JoinedNews = z.infer<typeof JoinedNews>

export const CompanyWithNews = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  createdAt: z.string(),
  hasNews: z.boolean(),
  latestNews: PublishedBrief.nullable(),
})
export type CompanyWithNews = z.infer<typeof CompanyWithNews>

/** Only the ids are trusted. */
export const RefreshRequest = z.object({
  companies: z
    .array(z.object({ id: RowId }))
    .min(1, 'No companies found')
    .max(10_000),
})

export const Refreshed = z.object({
  news: z.array(
    z.object({
      companyId: z.number(),
      content: z.string(),
      sections: z.array(BriefSection),
      sources: z.array(NewsSource),
      publishedAt: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Companies that weren't found, or none of whose sources responded. */
  failed: z.array(z.object({ companyId: z.number(), reason: z.string() })),
  /** Companies still being polled when the response was due; their news follows as live events. */
  waiting: z.array(z.number()),
  /** Stories that this refresh found. */
  newStories: z.number(),
  /** The oldest last check among the companies that responded; null if none did. */
  checkedAt: z.string().nullable(),
})
export type Refreshed = z.infer<typeof Refreshed>

export const RefreshProgress = z.object({ done: z.number(), total: z.number() })
export type RefreshProgress = z.infer<typeof RefreshProgress>

const COMPANY_IDS = `Must be at most ${MAX_FEED_COMPANIES} company ids, separated by commas`

const CompanyIds = z
  .string()
  .regex(/^\d{1,10}(?:,\d{1,10})*$/, COMPANY_IDS)
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .pipe(z.array(z.number().min(1, COMPANY_IDS).max(MAX_ROW_ID, COMPANY_IDS)).max(MAX_FEED_COMPANIES, COMPANY_IDS))
  .describe('Only these companies: their ids, separated by commas')

/** Without limit and cursor, the whole feed is returned. */
export const FeedQuery = CompanyPageQuery.pick({ limit: true, cursor: true }).extend({
  company: CompanyIds.optional(),
  sort: z
    .enum(FEED_SORTS)
    .optional()
    .describe('By the latest news, newest first by default; companies without news come last'),
})
export type FeedQuery = z.infer<typeof FeedQuery>

export const CoverageQuery = FeedQuery.pick({ company: true })

export const LatestQuery = FeedQuery.pick({ cursor: true }).extend({
  limit: z.coerce.number().int().min(1).max(500).default(LATEST_NEWS_LIMIT),
})
export type LatestQuery = z.infer<typeof LatestQuery>

import { z } from 'zod'

/** Latest news, spec section 9: "latest news default limit 100". */
export const LATEST_NEWS_LIMIT = 100

/** Where a sentence of a brief comes from; the n-th source is what the marker `[n]` means. */
export const NewsSource = z.object({
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
})
export type NewsSource = z.infer<typeof NewsSource>

/** A brief: its text, where each sentence comes from, and who wrote it. */
export const Brief = z.object({
  id: z.number(),
  content: z.string(),
  sources: z.array(NewsSource),
  /** How many sentences it has, and how many of them were found in what they cite. */
  sentences: z.number(),
  verified: z.number(),
  /** The language model that wrote it; none where its sentences are those of its sources. */
  model: z.string().nullable(),
  publishedAt: z.string(),
  createdAt: z.string(),
})
export type Brief = z.infer<typeof Brief>

export const News = Brief.extend({ companyId: z.number() })
export type News = z.infer<typeof News>

export const JoinedNews = News.extend({ companyName: z.string(), companyWebsite: z.string().nullable() })
export type JoinedNews = z.infer<typeof JoinedNews>

/** One row of the feed: a company with its newest news, or without any. */
export const CompanyWithNews = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  createdAt: z.string(),
  hasNews: z.boolean(),
  latestNews: Brief.nullable(),
})
export type CompanyWithNews = z.infer<typeof CompanyWithNews>

/** Only the ids are trusted; names and websites in it are not looked at. */
export const RefreshRequest = z.object({
  companies: z
    .array(z.object({ id: z.number().int().min(1).max(2_147_483_647) }))
    .min(1, 'No companies found')
    .max(10_000),
})

export const Refreshed = z.object({
  news: z.array(
    z.object({
      companyId: z.number(),
      content: z.string(),
      publishedAt: z.string(),
      createdAt: z.string(),
      sources: z.array(NewsSource),
    }),
  ),
  /** Looked at, and no source of theirs answered. */
  failed: z.array(z.object({ companyId: z.number(), reason: z.string() })),
  /** Still being looked at when the answer had to be given; their news follows by itself. */
  waiting: z.array(z.number()),
})
export type Refreshed = z.infer<typeof Refreshed>

/** How far checking is, in companies: a refresh, or the first look at companies that were added. */
export const RefreshProgress = z.object({ done: z.number(), total: z.number() })
export type RefreshProgress = z.infer<typeof RefreshProgress>

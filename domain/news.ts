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

export const News = z.object({
  id: z.number(),
  companyId: z.number(),
  content: z.string(),
  sources: z.array(NewsSource),
  publishedAt: z.string(),
  createdAt: z.string(),
})
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
  latestNews: z
    .object({
      id: z.number(),
      content: z.string(),
      sources: z.array(NewsSource),
      publishedAt: z.string(),
      createdAt: z.string(),
    })
    .nullable(),
})
export type CompanyWithNews = z.infer<typeof CompanyWithNews>

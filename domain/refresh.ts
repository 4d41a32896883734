import { z } from 'zod'
import { NewsSource } from './news.ts'

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

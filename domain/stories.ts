import { z } from 'zod'

/** One published piece as the company page shows it. */
export const StoryArticle = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  kind: z.string(),
  source: z.string(),
})
export type StoryArticle = z.infer<typeof StoryArticle>

/** What happened, told once, with everything that tells it. */
export const Story = z.object({
  id: z.number(),
  title: z.string(),
  publishedAt: z.string(),
  section: z.string().nullable(),
  evidence: z.array(z.string()),
  articles: z.array(StoryArticle),
})
export type Story = z.infer<typeof Story>

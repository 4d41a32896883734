import { z } from 'zod'
import { HAPPENINGS } from './happenings.ts'
import { SECTIONS } from './sections.ts'
import { Facts } from './story-facts.ts'

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

/** What happened, told once, with everything that tells it: the first telling stands first. */
export const Story = z.object({
  id: z.number(),
  title: z.string(),
  /** When it was told last. */
  publishedAt: z.string(),
  section: z.enum(SECTIONS).nullable(),
  happening: z.enum(HAPPENINGS),
  /** How much it matters to somebody who holds shares, 0–1. */
  weight: z.number(),
  direction: z.enum(['up', 'down']).nullable(),
  stated: Facts.nullable(),
  /** It is about the company, and does not only mention it. */
  isPrimary: z.boolean(),
  evidence: z.array(z.string()),
  articles: z.array(StoryArticle),
})
export type Story = z.infer<typeof Story>

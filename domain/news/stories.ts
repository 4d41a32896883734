import { z } from 'zod'
import { EVENT_TYPES, SECTIONS } from '../taxonomy.ts'
import { Certainty, Fact } from './facts.ts'

export const StoryArticle = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  kind: z.string(),
  source: z.string(),
  /** Sentences of it that say what happened, word for word. */
  statements: z.array(z.string()),
  /** As its source names it, such as "de" or "de-AT"; null if it doesn't. */
  language: z.string().nullable(),
})
export type StoryArticle = z.infer<typeof StoryArticle>

/** The earliest article comes first. */
export const Story = z.object({
  id: z.number(),
  /** Its id and the first article of each cluster in it; several if clusters report the same event. */
  roots: z.array(z.number()),
  /** When it first appeared here. */
  linkedAt: z.string(),
  title: z.string(),
  publishedAt: z.string(),
  section: z.enum(SECTIONS).nullable(),
  eventType: z.enum(EVENT_TYPES),
  /** Of the event: reported if no article states it. */
  certainty: Certainty.default('stated'),
  /** How much it matters to a shareholder, 0–1. */
  weight: z.number(),
  direction: z.enum(['up', 'down']).nullable(),
  /** What the story's articles state about the company; null until one has been read. */
  extractedFacts: z.array(Fact).nullable(),
  /** Events that it denies, or reports as failed or called off. */
  denied: z.array(z.enum(EVENT_TYPES)),
  /** Is about the company rather than just mentioning it. */
  isPrimary: z.boolean(),
  evidence: z.array(z.string()),
  articles: z.array(StoryArticle),
})
export type Story = z.infer<typeof Story>

/** A sentence of a brief, verbatim from its article. */
const StorySentence = z.object({ text: z.string(), articleId: z.number() })

export const CompanyStory = Story.extend({
  isNew: z.boolean(),
  sentences: z.array(StorySentence),
})
export type CompanyStory = z.infer<typeof CompanyStory>

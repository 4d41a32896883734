import { z } from 'zod'
import { QuietCompany } from './analytics.ts'
import { CompanyStory } from './stories.ts'
import { RowId } from '../row-id.ts'

const MAX_READ_AT_ONCE = 500

const NewStory = CompanyStory.pick({
  id: true,
  roots: true,
  publishedAt: true,
  eventType: true,
  direction: true,
}).extend({
  companyId: z.number(),
  companyName: z.string(),
  /** 'Funding', 'Leadership', 'Correction' … */
  label: z.string(),
  /** One line that says what happened. */
  line: z.string(),
  /** The line begins with the company's name. */
  isNamed: z.boolean(),
  precision: z.enum(['second', 'day', 'none']),
})
export type NewStory = z.infer<typeof NewStory>

const MutedCompany = z.object({ companyId: z.number(), until: z.string().nullable() })
export type MutedCompany = z.infer<typeof MutedCompany>

export const NewsSummary = z.object({
  asOf: z.string(),
  /** Where the event stream resumes: later changes arrive as events. */
  eventId: z.string().nullable(),
  /** When the first of the new stories appeared; if there are none, when something was last read. */
  since: z.string().nullable(),
  companies: z.number(),
  newStories: z.number(),
  /** Some companies have so many new stories that only the newest were counted. */
  hasMore: z.boolean(),
  newCompanies: z.number(),
  /** Most important first. */
  stories: z.array(NewStory),
  /** Ids by which new stories may be known elsewhere. */
  newRoots: z.array(z.number()),
  muted: z.array(MutedCompany),
})
export type NewsSummary = z.infer<typeof NewsSummary>

/** Without muted companies. */
export const NewsAttention = z.object({
  notResponding: z.array(
    z.object({ companyId: z.number(), name: z.string(), failing: z.number(), sources: z.number() }),
  ),
  quiet: z.array(QuietCompany.pick({ companyId: true, name: true, lastNewsAt: true })),
  /** Of the companies that need attention, which may be more than are listed. */
  total: z.number(),
})
export type NewsAttention = z.infer<typeof NewsAttention>

const StoryIds = z.object({
  companyId: RowId,
  roots: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(100),
})

export const ReadStories = z.object({ stories: z.array(StoryIds).min(1).max(MAX_READ_AT_ONCE) })
export type ReadStories = z.infer<typeof ReadStories>

/** `until` is when the list was loaded, so that stories that came later stay new. */
export const ReadAll = z.object({ until: z.iso.datetime() })

export const MUTE_LENGTHS = ['week', 'month', 'always'] as const
export const Mute = z.object({ for: z.enum(MUTE_LENGTHS).nullable() })
export type MuteLength = z.infer<typeof Mute>['for']

import { z } from 'zod'
import { oneLine } from '../companies/company.ts'
import { PARTY_KINDS } from './fact-text.ts'

export const MAX_SUGGESTIONS = 100
export const MAX_HIDDEN = 1000
const MAX_NAME = 200

const NAME_INVALID = 'Must be the name of a suggestion'
export const TOO_MANY_HIDDEN = `At most ${MAX_HIDDEN} suggestions can be hidden`

export const SUGGESTION_ROLES = [...PARTY_KINDS, 'rival', 'spin-off', 'named'] as const
export type SuggestionRole = (typeof SUGGESTION_ROLES)[number]

export const SuggestionStory = z.object({
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
  company: z.object({ id: z.number(), name: z.string() }),
  role: z.enum(SUGGESTION_ROLES),
})
export type SuggestionStory = z.infer<typeof SuggestionStory>

export const SUGGESTION_KINDS = ['company', 'investor'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const Suggestion = z.object({
  name: z.string(),
  /** What the news most often describes it as. */
  kind: z.enum(SUGGESTION_KINDS),
  /** Most frequent first. */
  roles: z.array(z.enum(SUGGESTION_ROLES)),
  /** How many stories name it, and how many of the user's companies those are about. */
  stories: z.number(),
  companies: z.number(),
  /** The newest stories. */
  evidence: z.array(SuggestionStory),
  /** A verbatim sentence that names it; null if no article may be quoted. */
  sentence: z.string().nullable(),
  sentenceUrl: z.string().nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const SuggestionName = z.object({
  name: z
    .string({ error: NAME_INVALID })
    .transform((typed) => oneLine(typed).toWellFormed())
    .refine((line) => line !== '' && line.length <= MAX_NAME, NAME_INVALID),
})

export const HiddenSuggestion = z.object({ name: z.string(), hiddenAt: z.string() })
export type HiddenSuggestion = z.infer<typeof HiddenSuggestion>

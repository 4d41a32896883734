import { z } from 'zod'

/** The evidence for a website; the UI turns it into sentences. */
export const WebsiteEvidence = z.discriminatedUnion('kind', [
  /** The page calls itself by the company's name. */
  z.object({ kind: z.literal('says-name'), name: z.string() }),
  z.object({ kind: z.literal('article'), title: z.string(), url: z.string() }),
])
export type WebsiteEvidence = z.infer<typeof WebsiteEvidence>

export const WebsiteSuggestion = z.object({
  companyId: z.number(),
  companyName: z.string(),
  website: z.string(),
  /** Enough evidence to accept it without a second look. */
  isSure: z.boolean(),
  evidence: z.array(WebsiteEvidence),
})
export type WebsiteSuggestion = z.infer<typeof WebsiteSuggestion>

export const WebsiteSuggestions = z.object({
  /** Companies without a website. */
  missing: z.number(),
  suggestions: z.array(WebsiteSuggestion),
})
export type WebsiteSuggestions = z.infer<typeof WebsiteSuggestions>

/** The kind under which a dismissed website is stored among the owner's rejections. */
export const DISMISSED_WEBSITE = 'website'

export const SUGGESTION_NOT_FOUND = 'This website is no longer suggested'

import { z } from 'zod'
import { Company } from '../companies/company.ts'
import { endpointsOf, json } from '../endpoint.ts'

/** What speaks for a website; sentences are made of it where it is shown. */
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

/** Its kind among what an owner rejects about a company. */
export const DISMISSED_WEBSITE = 'website'

export const SUGGESTION_NOT_FOUND = 'This website is no longer suggested'
const MAX_WEBSITE = 2048
const Website = z.object({ website: z.string().min(1).max(MAX_WEBSITE) })

const forSubscribers = endpointsOf({ access: 'entitled', tag: 'Companies' })

export const listWebsiteSuggestions = forSubscribers('get', '/api/website-suggestions', {
  summary: 'List suggested websites for your companies that have none',
  answer: json(WebsiteSuggestions, 'Suggestions with their evidence, sure ones first'),
})

export const acceptSureWebsites = forSubscribers('post', '/api/website-suggestions/accept-sure', {
  summary: 'Accept every sure suggestion',
  answer: json(z.object({ accepted: z.number() }), 'How many companies got a website'),
})

export const acceptWebsite = forSubscribers('post', '/api/companies/{id}/website-suggestions/accept', {
  summary: 'Accept a suggested website',
  body: Website,
  answer: json(Company, 'The company with its website'),
})

export const dismissWebsite = forSubscribers('post', '/api/companies/{id}/website-suggestions/dismiss', {
  summary: 'Dismiss a suggested website',
  body: Website,
  answer: json(WebsiteSuggestions, 'What is left'),
})

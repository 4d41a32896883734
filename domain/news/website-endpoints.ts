import { z } from 'zod'
import { Company, oneLine } from '../companies/company.ts'
import { endpointsOf, json } from '../endpoint.ts'
import { WebsiteSuggestions } from './website-suggestions.ts'

const MAX_WEBSITE = 2048
const Website = z.object({ website: z.string().transform(oneLine).pipe(z.string().min(1).max(MAX_WEBSITE)) })

const forSubscribers = endpointsOf({ access: 'entitled', tag: 'Website suggestions' })

export const listWebsiteSuggestions = forSubscribers('get', '/api/website-suggestions', {
  forSupport: true,
  summary: 'List suggested websites for your companies that have none',
  answer: json(WebsiteSuggestions, 'Suggestions with their evidence, sure ones first'),
})

export const acceptSureWebsites = forSubscribers('post', '/api/website-suggestions/accept-sure', {
  summary: 'Accept all suggestions that are certain',
  answer: json(z.object({ accepted: z.number() }), 'How many companies got a website'),
})

export const acceptWebsite = forSubscribers('post', '/api/companies/{id}/website-suggestions/accept', {
  summary: 'Accept a suggested website',
  body: Website,
  answer: json(Company, 'The company with its website'),
})

export const restoreWebsite = forSubscribers('post', '/api/companies/{id}/website-suggestions/restore', {
  summary: 'Suggest a dismissed website again',
  body: Website,
  answer: json(WebsiteSuggestions, 'The suggestions with it'),
})

export const dismissWebsite = forSubscribers('post', '/api/companies/{id}/website-suggestions/dismiss', {
  summary: 'Dismiss a suggested website',
  body: Website,
  answer: json(WebsiteSuggestions, 'What is left'),
})

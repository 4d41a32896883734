import { z } from 'zod'
import { endpointsOf, nothing } from '../endpoint.ts'

export const CHURN_REASONS = ['price', 'news', 'unused', 'other-product', 'something-else'] as const
export type ChurnReason = (typeof CHURN_REASONS)[number]

export const CHURN_TEXTS: Record<ChurnReason, string> = {
  price: 'It costs too much',
  news: 'I did not get the news I need',
  unused: 'I do not use it enough',
  'other-product': 'I use something else',
  'something-else': 'Another reason',
}

const REASON_UNKNOWN = 'Choose one of the reasons'
const ChurnAnswer = z.object({ reason: z.enum(CHURN_REASONS, { error: REASON_UNKNOWN }) })

export const NOT_CANCELED = 'There is no canceled subscription.'

export const tellWhy = endpointsOf({ access: 'user', tag: 'Billing' })('post', '/api/billing/cancel/reason', {
  summary: 'Say why you canceled, once for each subscription',
  description: 'Optional. Operators see only how often each reason was given.',
  body: ChurnAnswer,
  answer: nothing('Thank you'),
})

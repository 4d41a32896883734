import { z } from 'zod'

export const OutboxEmail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.string(),
})
export type OutboxEmail = z.infer<typeof OutboxEmail>

const DAYS_RANGE = 'Days must be a whole number from 0 to 365'

export const TrialDays = z.object({
  days: z.int(DAYS_RANGE).min(0, DAYS_RANGE).max(365, DAYS_RANGE),
})

/** Snake case because callers of this endpoint expect it. */
export const TrialSet = z.object({ message: z.string(), trial_ends_at: z.string() })
export type TrialSet = z.infer<typeof TrialSet>

export const SubscriptionRemoved = z.object({ message: z.string() })
export type SubscriptionRemoved = z.infer<typeof SubscriptionRemoved>

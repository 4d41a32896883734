import { z } from 'zod'

/** A letter in the outbox, as /test-email shows it. */
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

/** POST /api/test/set-trial-days. */
export const TrialDays = z.object({
  days: z.int(DAYS_RANGE).min(0, DAYS_RANGE).max(365, DAYS_RANGE),
})

/** `trial_ends_at` is in snake case because callers of this endpoint expect it so. */
export const TrialSet = z.object({ message: z.string(), trial_ends_at: z.string() })
export type TrialSet = z.infer<typeof TrialSet>

export const SubscriptionRemoved = z.object({ message: z.string() })
export type SubscriptionRemoved = z.infer<typeof SubscriptionRemoved>

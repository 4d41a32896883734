import { z } from 'zod'
import { PaymentsConfig } from './billing/subscriptions.ts'

/** Exactly what the browser may know of the server's settings. */
export const PublicConfig = z.object({
  auth: z.object({ url: z.string(), anonKey: z.string() }),
  /** The fewest characters a new password may have. */
  passwordMinLength: z.number(),
  developerPages: z.boolean(),
  supportEmail: z.string(),
  /** Whether a language model writes briefs here. */
  ai: z.boolean(),
  /** Who takes the card, and how the browser reaches them. */
  payments: PaymentsConfig,
  price: z.object({ cents: z.number(), currency: z.string(), interval: z.string() }),
})
export type PublicConfig = z.infer<typeof PublicConfig>

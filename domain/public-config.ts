import { z } from 'zod'
import { Price } from './account/price.ts'
import { Offers } from './billing/checkout.ts'
import { PaymentsConfig } from './billing/subscriptions.ts'

/** The only settings that are sent to the browser. */
export const PublicConfig = z.object({
  auth: z.object({
    url: z.string(),
    anonKey: z.string(),
    /** Whether the sign-in at a hosted service outlives the account. */
    keepsIdentity: z.boolean(),
  }),
  passwordMinLength: z.number(),
  developerPages: z.boolean(),
  supportEmail: z.string(),
  ai: z.boolean(),
  /** Whether this server receives emails. */
  founderUpdates: z.boolean(),
  /** Names of the news sources that are on. */
  sources: z.array(z.string()),
  payments: PaymentsConfig,
  price: Price,
  offers: Offers.optional(),
})
export type PublicConfig = z.infer<typeof PublicConfig>
/** What the auth client needs to reach its server. */
export type AuthAddress = Pick<PublicConfig['auth'], 'url' | 'anonKey'>

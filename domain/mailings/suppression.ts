import { z } from 'zod'

export const SUPPRESSION_REASONS = ['refused', 'bounced', 'complained'] as const

/** Why an address gets only emails about sign-in and security. */
export const ShownSuppression = z.object({ reason: z.enum(SUPPRESSION_REASONS), since: z.string() })
export type ShownSuppression = z.infer<typeof ShownSuppression>

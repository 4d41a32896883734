import { z } from 'zod'
import { TRIAL_DAYS } from './plan.ts'

const DAY_MS = 86_400_000

export const Entitlement = z.object({
  hasAccess: z.boolean(),
  reason: z.enum(['trial', 'expired']),
  endsAt: z.string(),
})
export type Entitlement = z.infer<typeof Entitlement>

export const trialEnd = (createdAt: Date) => new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS)

/** Whether a user may use the product now. A trial without an end date runs 14 days from the account's creation. */
export function entitlement(user: { createdAt: Date; trialEndsAt: Date | null }, now: Date): Entitlement {
  const end = user.trialEndsAt ?? trialEnd(user.createdAt)
  const running = now.getTime() < end.getTime()
  return { hasAccess: running, reason: running ? 'trial' : 'expired', endsAt: end.toISOString() }
}

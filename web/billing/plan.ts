import type { Profile } from '#domain/account.ts'
import { hasActiveSubscription } from '#domain/trial-banner.ts'

export type SubscribeMode = 'paid' | 'trial' | 'expired' | 'choose'

/** Spec section 4, subscribe modes; a running trial counts whatever its status says (decision W28). */
export function subscribeMode(profile: Profile | null, now: Date): SubscribeMode {
  if (!profile) return 'choose'
  if (hasActiveSubscription(profile)) return 'paid'
  const end = profile.trialEndsAt === null ? null : new Date(profile.trialEndsAt).getTime()
  if (end !== null && now.getTime() < end) return 'trial'
  if (profile.entitlement.hasAccess)
    return end === null && profile.subscriptionStatus === 'trial' ? 'trial' : 'paid'
  return end === null ? 'choose' : 'expired'
}

/** Spec section 2, profile: "badge Trial, Active or Expired". */
export const subscriptionBadge = (profile: Profile, now: Date) => {
  const mode = subscribeMode(profile, now)
  if (mode === 'paid') return { label: 'Active', tone: 'good' } as const
  return mode === 'trial'
    ? ({ label: 'Trial', tone: 'neutral' } as const)
    : ({ label: 'Expired', tone: 'bad' } as const)
}

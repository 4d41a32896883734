import type { SubscriptionState } from './payments.ts'

type Candidate = { id: string; state: SubscriptionState; createdAt: Date; currentPeriodEnd: Date | null }

const RANKS: Record<SubscriptionState, number> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 3,
  paused: 3,
  unknown: 3,
  incomplete: 4,
  canceled: 5,
  incomplete_expired: 5,
}
const PAID_UNTIL = 2

/** Nothing more happens to a subscription in these states. */
export const isOver = (state: SubscriptionState) => state === 'canceled' || state === 'incomplete_expired'

/**
 * Of all subscriptions a customer ever had, the one that counts: the liveliest, and of those the newest. One that was
 * cancelled but is paid for goes before one that was only begun, or opening the card form would end somebody's access.
 */
export function subscriptionThatCounts<T extends Candidate>(candidates: T[], now: Date): T | null {
  const rank = ({ state, currentPeriodEnd }: T) =>
    state === 'canceled' && currentPeriodEnd && now < currentPeriodEnd ? PAID_UNTIL : RANKS[state]
  const [first] = candidates.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  return first ?? null
}

import { z } from 'zod'
import { TRIAL_DAYS } from './plan.ts'

const DAY_MS = 86_400_000

/** A renewal may be told late: the provider's retry window, and an hourly look of our own. */
const RENEWAL_SLACK_DAYS = 3
/** How long a failed renewal keeps the product open while the provider tries the card again. */
const FAILED_PAYMENT_DAYS = 7

const REASONS = ['none', 'grant', 'paid', 'paid-grace', 'paid-until', 'trial', 'expired'] as const

/** Whether the product is open to somebody now, why, and until when. */
export const Entitlement = z.object({
  hasAccess: z.boolean(),
  reason: z.enum(REASONS),
  /** When that ends, or has ended, unless something else happens; null where no end is set: a grant for good, a subscription that renews. */
  endsAt: z.string().nullable(),
  /** When the next payment is due; null where none is. */
  renewsAt: z.string().nullable(),
  /** The subscription is in its free days: nothing was charged for it yet. */
  isTrialing: z.boolean().optional(),
})
export type Entitlement = z.infer<typeof Entitlement>

/** The provider's word as it is mirrored here. A status that is not known entitles to nothing. */
export type StoredSubscription = {
  status: string | null
  /** The end of the period that was paid for. */
  currentPeriodEnd: Date | null
  cancelAt: Date | null
}

export type EntitlementInput = {
  createdAt: Date
  trialEndsAt: Date | null
  disabledAt: Date | null
  grants: readonly { endsAt: Date | null; revokedAt: Date | null }[]
  subscription: StoredSubscription | null
}

export const trialEnd = (createdAt: Date) => new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS)

/** Whether a user may use the product now: the one place that decides it. */
export function entitlement(user: EntitlementInput, now: Date): Entitlement {
  if (user.disabledAt) return { hasAccess: false, reason: 'none', endsAt: null, renewsAt: null }
  const granted = grantedUntil(user.grants, now)
  const paid = paidAccess(user.subscription, now)
  // A subscription beside a grant goes on, and so do its payments.
  if (granted !== undefined)
    return { ...open('grant', granted), renewsAt: paid?.renewsAt ?? null, ...trialing(paid?.isTrialing) }
  if (paid) return paid
  const end = user.trialEndsAt ?? trialEnd(user.createdAt)
  if (isBefore(now, end)) return open('trial', end)
  return { hasAccess: false, reason: 'expired', endsAt: textOf(lastEnd(user, end)), renewsAt: null }
}

/** What the subscription alone entitles to; null where it entitles to nothing. */
export function paidAccess(subscription: StoredSubscription | null, now: Date): Entitlement | null {
  const last = subscription && paidUntil(subscription)
  if (!subscription?.currentPeriodEnd || !last || !isBefore(now, last)) return null
  const { status, currentPeriodEnd: end, cancelAt } = subscription
  if (status === 'past_due') return open('paid-grace', last)
  if (status === 'canceled') return open('paid-until', last)
  const running = cancelAt ? open('paid', cancelAt) : { ...open('paid', null), renewsAt: textOf(end) }
  return { ...running, ...trialing(status === 'trialing') }
}

const trialing = (is: boolean | undefined) => (is ? { isTrialing: true } : {})

/** Less than this is too short for the provider to be told of it, and more is longer than it takes. */
const SHORTEST_FREE_MS = 10 * 60_000
const LONGEST_FREE_MS = 700 * DAY_MS

/** When a subscription that begins now is charged first: free days that are left are kept. Null: at once. */
export function firstChargeAt({ reason, endsAt }: Entitlement, now: Date): Date | null {
  if ((reason !== 'trial' && reason !== 'grant') || endsAt === null) return null
  const left = new Date(endsAt).getTime() - now.getTime()
  return left < SHORTEST_FREE_MS ? null : new Date(now.getTime() + Math.min(left, LONGEST_FREE_MS))
}

/** How long the product is open at most by the provider's last word; null where that word opens nothing. */
function paidUntil({ status, currentPeriodEnd: end }: StoredSubscription): Date | null {
  if (!end) return null
  switch (status) {
    case 'active':
    case 'trialing':
      return later(end, RENEWAL_SLACK_DAYS)
    case 'past_due':
      return later(end, FAILED_PAYMENT_DAYS)
    case 'canceled':
      return end
    case null:
    default:
      return null
  }
}

/** The three statuses that the API names; every reason falls under one of them. */
export const statusOf = ({ hasAccess, reason }: Entitlement): 'trial' | 'active' | 'expired' =>
  hasAccess ? (reason === 'trial' ? 'trial' : 'active') : 'expired'

/** The end of the grant that lasts longest, null for good; undefined where none is in force. */
function grantedUntil(grants: EntitlementInput['grants'], now: Date): Date | null | undefined {
  const inForce = grants.filter(({ endsAt, revokedAt }) => !revokedAt && (endsAt === null || isBefore(now, endsAt)))
  if (inForce.some(({ endsAt }) => endsAt === null)) return null
  return inForce.map(({ endsAt }) => endsAt).reduce(latest, undefined)
}

/** When the last of what was open ended: the trial, what was paid for, or what was given. */
function lastEnd({ grants, subscription }: EntitlementInput, trial: Date): Date {
  const given = grants.flatMap(({ endsAt, revokedAt }) => (endsAt && !revokedAt ? [endsAt] : []))
  const paid = subscription && paidUntil(subscription)
  return [...given, ...(paid ? [paid] : [])].reduce((a, b) => (isBefore(a, b) ? b : a), trial)
}

const latest = (a: Date | null | undefined, b: Date | null) => (a && b && isBefore(b, a) ? a : b)

const open = (reason: Entitlement['reason'], end: Date | null): Entitlement => ({
  hasAccess: true,
  reason,
  endsAt: end && textOf(end),
  renewsAt: null,
})

const later = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)
const isBefore = (a: Date, b: Date) => a.getTime() < b.getTime()
const textOf = (moment: Date) => moment.toISOString()

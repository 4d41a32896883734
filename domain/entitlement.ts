import { z } from 'zod'
import { TRIAL_DAYS } from './plan.ts'

const DAY_MS = 86_400_000

/** A renewal may be told late: the provider's retry window, and an hourly look of our own. */
export const RENEWAL_SLACK_DAYS = 3
/** How long a failed renewal keeps the product open while the provider tries the card again. */
export const FAILED_PAYMENT_DAYS = 7

export const REASONS = ['none', 'grant', 'paid', 'paid-grace', 'paid-until', 'trial', 'expired'] as const

/** Whether the product is open to somebody now, why, and until when. */
export const Entitlement = z.object({
  hasAccess: z.boolean(),
  reason: z.enum(REASONS),
  /** When that ends, or has ended, unless something else happens; null where no end is set: a grant for good, a subscription that renews. */
  endsAt: z.string().nullable(),
  /** When the next payment is due; null where none is. */
  renewsAt: z.string().nullable(),
})
export type Entitlement = z.infer<typeof Entitlement>

/** The provider's word as it is mirrored here. A status that is not known entitles to nothing. */
export type MirroredSubscription = {
  status: string | null
  /** The end of the period that was paid for. */
  currentPeriodEnd: Date | null
  cancelAt: Date | null
}

export type Standing = {
  createdAt: Date
  trialEndsAt: Date | null
  disabledAt: Date | null
  grants: readonly { endsAt: Date | null; revokedAt: Date | null }[]
  subscription: MirroredSubscription | null
}

export const trialEnd = (createdAt: Date) => new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS)

/** Whether a user may use the product now: the one place that decides it. */
export function entitlement(user: Standing, now: Date): Entitlement {
  if (user.disabledAt) return { hasAccess: false, reason: 'none', endsAt: null, renewsAt: null }
  const granted = grantedUntil(user.grants, now)
  if (granted !== undefined) return open('grant', granted)
  const paid = paidAccess(user.subscription, now)
  if (paid) return paid
  const end = user.trialEndsAt ?? trialEnd(user.createdAt)
  if (isBefore(now, end)) return open('trial', end)
  return { hasAccess: false, reason: 'expired', endsAt: textOf(end), renewsAt: null }
}

/** What the subscription alone entitles to; null where it entitles to nothing. */
export function paidAccess(subscription: MirroredSubscription | null, now: Date): Entitlement | null {
  if (!subscription?.currentPeriodEnd) return null
  const { status, currentPeriodEnd: end, cancelAt } = subscription
  switch (status) {
    case 'active':
    case 'trialing':
      if (!isBefore(now, later(end, RENEWAL_SLACK_DAYS))) return null
      return cancelAt ? open('paid', cancelAt) : { ...open('paid', null), renewsAt: textOf(end) }
    case 'past_due': {
      const last = later(end, FAILED_PAYMENT_DAYS)
      return isBefore(now, last) ? open('paid-grace', last) : null
    }
    case 'canceled':
      return isBefore(now, end) ? open('paid-until', end) : null
    case null:
    default:
      return null
  }
}

/** Spec section 4, "Subscription: trial, active, expired": the word that a reason comes under. */
export const statusOf = ({ hasAccess, reason }: Entitlement): 'trial' | 'active' | 'expired' =>
  hasAccess ? (reason === 'trial' ? 'trial' : 'active') : 'expired'

/** The end of the grant that lasts longest, null for good; undefined where none is in force. */
function grantedUntil(grants: Standing['grants'], now: Date): Date | null | undefined {
  const inForce = grants.filter(
    ({ endsAt, revokedAt }) => !revokedAt && (endsAt === null || isBefore(now, endsAt)),
  )
  if (inForce.some(({ endsAt }) => endsAt === null)) return null
  return inForce.map(({ endsAt }) => endsAt).reduce(latest, undefined)
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

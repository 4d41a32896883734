import { z } from 'zod'
import { TRIAL_DAYS } from './plan.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

/** Covers a late renewal event: the provider's retry window plus our hourly reconciliation. */
const RENEWAL_SLACK_DAYS = 3
const FAILED_PAYMENT_DAYS = 7

const REASONS = ['none', 'grant', 'paid', 'paid-grace', 'paid-until', 'trial', 'expired'] as const

export const Entitlement = z.object({
  hasAccess: z.boolean(),
  reason: z.enum(REASONS),
  /** Null if there is no end: a permanent grant or a subscription that renews. */
  endsAt: z.string().nullable(),
  renewsAt: z.string().nullable(),
  isTrialing: z.boolean().optional(),
})
export type Entitlement = z.infer<typeof Entitlement>

/** An unknown status grants no access. */
export type StoredSubscription = {
  status: string | null
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

/** The only place that decides access. */
export function entitlement(user: EntitlementInput, now: Date): Entitlement {
  if (user.disabledAt) return { hasAccess: false, reason: 'none', endsAt: null, renewsAt: null }
  const granted = grantedUntil(user.grants, now)
  const paid = paidAccess(user.subscription, now)
  if (granted !== undefined)
    return { ...open('grant', granted), renewsAt: paid?.renewsAt ?? null, ...trialing(paid?.isTrialing) }
  if (paid) return paid
  const end = user.trialEndsAt ?? trialEnd(user.createdAt)
  if (isBefore(now, end)) return open('trial', end)
  return { hasAccess: false, reason: 'expired', endsAt: textOf(lastEnd(user, end)), renewsAt: null }
}

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

/** The provider accepts trials between these limits. */
const MIN_FREE_MS = 10 * MINUTE_MS
const MAX_FREE_MS = 700 * DAY_MS

/** Remaining free days are kept. Null charges immediately. */
export function firstChargeAt({ reason, endsAt }: Entitlement, now: Date): Date | null {
  if ((reason !== 'trial' && reason !== 'grant') || endsAt === null) return null
  const left = new Date(endsAt).getTime() - now.getTime()
  return left < MIN_FREE_MS ? null : new Date(now.getTime() + Math.min(left, MAX_FREE_MS))
}

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

export const statusOf = ({ hasAccess, reason }: Entitlement): 'trial' | 'active' | 'expired' =>
  hasAccess ? (reason === 'trial' ? 'trial' : 'active') : 'expired'

/** Null is permanent; undefined means no grant is active. */
function grantedUntil(grants: EntitlementInput['grants'], now: Date): Date | null | undefined {
  const inForce = grants.filter(({ endsAt, revokedAt }) => !revokedAt && (endsAt === null || isBefore(now, endsAt)))
  if (inForce.some(({ endsAt }) => endsAt === null)) return null
  return inForce.map(({ endsAt }) => endsAt).reduce(latest, undefined)
}

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

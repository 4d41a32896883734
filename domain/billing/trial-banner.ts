import type { Entitlement } from '../account/entitlement.ts'
import { priceText } from '../account/plan.ts'
import { DAY_MS, shortDate } from '../time.ts'

const WARNING_DAYS = 3

type Subscriber = {
  subscriptionStatus: 'trial' | 'active' | 'expired'
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
  trialEndsAt: string | null
  entitlement?: Pick<Entitlement, 'reason' | 'endsAt'>
}

export type TrialBanner = {
  kind: 'active' | 'welcome' | 'expired' | 'ending' | 'remaining' | 'payment-failed'
  title: string
  text: string
  action: 'Upgrade' | 'Upgrade Now' | 'Update Card' | null
}

export const hasActiveSubscription = (user: Subscriber) =>
  user.stripeSubscriptionId !== null || (user.subscriptionStatus === 'active' && user.stripeCustomerId !== null)

export function trialBanner(user: Subscriber, now: Date): TrialBanner | null {
  const { reason, endsAt } = user.entitlement ?? { reason: null, endsAt: null }
  if (reason === 'paid-grace') return paymentFailed(endsAt)
  if (hasActiveSubscription(user) || reason === 'none') return null
  if (reason === 'grant') return welcome(endsAt)
  if (user.trialEndsAt === null) return withoutEnd(user)
  const left = new Date(user.trialEndsAt).getTime() - now.getTime()
  if (Number.isNaN(left)) return null
  if (left <= 0) {
    const text = `Your free trial has ended. Upgrade for ${priceText()}/month to keep reading your news.`
    return { kind: 'expired', title: 'Trial Expired', text, action: 'Upgrade Now' }
  }
  if (Math.floor(left / DAY_MS) <= WARNING_DAYS) {
    const text = `${timeLeftText(user.trialEndsAt, now)} left. You will not be charged unless you add a card.`
    return { kind: 'ending', title: 'Trial Ending Soon', text, action: 'Upgrade' }
  }
  return {
    kind: 'remaining',
    title: daysLeftText(user.trialEndsAt, now),
    text: 'remaining until billing begins. You will not be charged unless you add a card.',
    action: 'Upgrade',
  }
}

function withoutEnd(user: Subscriber): TrialBanner | null {
  if (user.subscriptionStatus === 'trial') {
    const text = `Then ${priceText()}/month. You will not be charged unless you add a card.`
    return { kind: 'active', title: 'Free Trial Active!', text, action: null }
  }
  return user.subscriptionStatus === 'active' ? welcome(null) : null
}

/** Also for users with neither a payment customer nor a trial date. */
const welcome = (end: string | null): TrialBanner => ({
  kind: 'welcome',
  title: 'Welcome to Tidings.',
  text: end ? `Your access is complimentary until ${shortDate(end)}.` : 'Your access is complimentary.',
  action: null,
})

const paymentFailed = (end: string | null): TrialBanner => ({
  kind: 'payment-failed',
  title: 'Payment failed.',
  text: `We will retry your card until ${shortDate(end)}. Update it to keep reading your news.`,
  action: 'Update Card',
})

export type TrialLine = { kind: TrialBanner['kind']; text: string; action: string }

/** The banner in a few words, for the bottom of every page; null if there is nothing to do. */
export function trialLine(user: Subscriber, now: Date): TrialLine | null {
  const banner = trialBanner(user, now)
  if (!banner?.action) return null
  const { kind, action, title } = banner
  const isRunning = kind === 'ending' || kind === 'remaining'
  const left = timeLeftText(user.trialEndsAt, now).replace(/^L/, 'l')
  return { kind, action, text: isRunning ? `Trial: ${left} left` : title.replace(/\.$/, '') }
}

export function daysLeftText(end: string | null, now: Date): string {
  const left = end === null ? 0 : new Date(end).getTime() - now.getTime()
  const days = left > 0 ? Math.floor(left / DAY_MS) : 0
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** Unlike `daysLeftText`, never says 0 days while the trial is running. */
export function timeLeftText(end: string | null, now: Date): string {
  const left = end === null ? 0 : new Date(end).getTime() - now.getTime()
  return left > 0 && left < DAY_MS ? 'Less than 1 day' : daysLeftText(end, now)
}

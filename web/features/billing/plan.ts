import type { Profile } from '#domain/account/profile.ts'
import { firstChargeAt } from '#domain/account/entitlement.ts'
import { PRICE, priceText } from '#domain/account/plan.ts'
import { costText, centsText, type Price } from '#domain/account/price.ts'
import type { Quote } from '#domain/billing/checkout.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { discountText } from './checkout/discount-text.ts'
import { hasActiveSubscription, timeLeftText } from '#domain/billing/trial-banner.ts'

/** `complimentary` (a grant) and `closed` are in addition to the four modes in the specification. */
export type SubscribeMode = 'paid' | 'complimentary' | 'trial' | 'expired' | 'closed' | 'choose'

/** A running trial counts regardless of its status. */
export function subscribeMode(profile: Profile | null, now: Date): SubscribeMode {
  if (!profile) return 'choose'
  const { reason } = profile.entitlement
  if (reason === 'none') return 'closed'
  if (hasActiveSubscription(profile)) return 'paid'
  if (reason === 'grant') return 'complimentary'
  if (reason !== 'trial' && reason !== 'expired') return 'paid'
  const end = trialEndOf(profile)
  if (reason === 'expired' && end === null) return 'choose'
  // The page may stay open past the end of the trial.
  const isOver = end !== null && new Date(end).getTime() <= now.getTime()
  return reason === 'expired' || isOver ? 'expired' : 'trial'
}

export function isPayable(profile: Profile, now: Date): boolean {
  const { reason, endsAt } = profile.entitlement
  const mode = subscribeMode(profile, now)
  if (mode === 'paid') return reason === 'paid-grace'
  return mode === 'complimentary' ? endsAt !== null : mode !== 'closed'
}

export const trialEndOf = ({ trialEndsAt, entitlement }: Profile) => trialEndsAt ?? entitlement.endsAt

export const subscriptionBadge = (profile: Profile, now: Date) => {
  const mode = subscribeMode(profile, now)
  if (mode === 'paid' && profile.entitlement.reason === 'paid-grace') return { label: 'Active', tone: 'warn' } as const
  if (mode === 'paid' || mode === 'complimentary') return { label: 'Active', tone: 'good' } as const
  return mode === 'trial'
    ? ({ label: 'Trial', tone: 'neutral' } as const)
    : ({ label: 'Expired', tone: 'bad' } as const)
}

export function planStatusText(profile: Profile, now: Date): string {
  const { reason, endsAt, renewsAt, isTrialing } = profile.entitlement
  const mode = subscribeMode(profile, now)
  const price = priceOf(profile)
  if (mode === 'closed') return 'This account is closed.'
  if (mode === 'expired') return endedText(profile)
  if (mode === 'trial') {
    const end = trialEndOf(profile)
    return `${timeLeftText(end, now)} left, until ${dateAndTime(end)}. Then ${priceText()} per month, if you add a card.`
  }
  if (reason === 'grant') {
    const given = endsAt ? `Complimentary, until ${shortDate(endsAt)}.` : 'Complimentary, no end date.'
    if (renewsAt && isTrialing) return `${given} ${firstChargeText(profile, renewsAt)}`
    return renewsAt
      ? `${given} Your subscription still renews on ${shortDate(renewsAt)}${price ? `, for ${costText(price)},` : ''} unless you cancel it.`
      : given
  }
  if (reason === 'paid-grace') return `Payment failed, retrying until ${shortDate(endsAt)}.`
  if (isTrialing && endsAt) return `Canceled. Free until ${shortDate(endsAt)}; you will not be charged.`
  if (isTrialing && renewsAt) return `Premium, free until ${shortDate(renewsAt)}. ${firstChargeText(profile, renewsAt)}`
  if (endsAt) return `Ends on ${shortDate(endsAt)}. You are not charged again.`
  const what = price ? `Premium, ${costText(price)} per ${price.interval}.` : 'Premium, with a discount.'
  return renewsAt ? `${what} Renews on ${shortDate(renewsAt)}.` : what
}

/** Null if a discount decides what is charged. */
export const priceOf = ({ price }: Profile): Price | null => (price === undefined ? PRICE : price)

/** The open invoice may be for less than the price, so without the plain price no amount is named. */
export function openInvoiceTexts(profile: Profile): { action: string; note: string } {
  const price = priceOf(profile)
  return {
    action: price ? `Pay ${costText(price)}` : 'Pay Invoice',
    note: `${price ? `${costText(price)} today` : 'Today’s payment is'} for the open invoice. The card is used for future payments.`,
  }
}

export function endedLater({ trialEndsAt, entitlement: { reason, endsAt } }: Profile): string | null {
  if (reason !== 'expired' || !trialEndsAt || !endsAt) return null
  return new Date(endsAt) > new Date(trialEndsAt) ? endsAt : null
}

/** A user who has paid is never told that their trial ended. */
export function endedText(profile: Profile): string {
  const end = endedLater(profile)
  const what = end ? `Your access ended on ${shortDate(end)}.` : 'Your free trial has ended.'
  return `${what} Your companies and their news are kept.`
}

export function statusBesidePrice(profile: Profile, now: Date): string {
  const { reason, renewsAt, isTrialing } = profile.entitlement
  if (reason !== 'paid' || !renewsAt) return planStatusText(profile, now)
  return isTrialing ? firstChargeText(profile, renewsAt) : `Renews on ${shortDate(renewsAt)}.`
}

function firstChargeText(profile: Profile, at: string): string {
  const price = priceOf(profile)
  return price ? `First charge: ${costText(price)} on ${shortDate(at)}.` : `First charge on ${shortDate(at)}.`
}

type Charge = { price: Price; quote: Quote | null }

export function chargeNote(
  profile: Profile | null,
  now: Date,
  { price, quote }: Charge = { price: PRICE, quote: null },
): string {
  const first = profile && firstChargeAt(profile.entitlement, now)
  const amount = quote ? centsText(quote.dueCents, quote.currency) : costText(price)
  const then = quote?.discount
    ? `with ${discountText(quote.discount)}. Without the discount it is ${costText(price)} a ${price.interval}, until you cancel`
    : `then every ${price.interval} until you cancel`
  if (!first) return `${amount} today, ${then}. You can cancel at any time on the billing page.`
  const what = profile.entitlement.reason === 'trial' ? 'free trial' : 'complimentary access'
  return `Nothing is charged today. Your ${what} runs to its end: the first ${amount} is charged on ${shortDate(first.toISOString())}, ${then}. Cancel before then and you pay nothing.`
}

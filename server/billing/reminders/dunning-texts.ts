import { priceText, PRICE } from '#domain/account/plan.ts'
import { longDate as day, longMoment as moment, type Paragraph } from '../../platform/email/email-layout.ts'

type Text = { subject: string; paragraphs: Paragraph[]; because: string }

/** Reminders that the reader can turn off, so each has its link. */
export type DunningFacts = { unsubscribe: string } & (
  | { kind: 'payment-failed-again' | 'payment-failed-last'; opensUntil: Date; card: string | null }
  | { kind: 'card-expiring'; card: string; renewsAt: Date }
  | { kind: 'trial-missed'; endedAt: Date }
  | { kind: 'subscription-missed'; endedAt: Date }
)

type Of<Kind extends DunningFacts['kind']> = Extract<DunningFacts, { kind: Kind }>

const from = (card: string | null) => (card ? ` from your ${card}` : '')

export const failedAgain = ({ card, opensUntil }: Of<'payment-failed-again'>, siteUrl: string): Text => ({
  subject: 'Your payment is still open',
  paragraphs: [
    `We tried again and could not take your payment for Tidings Premium${from(card)}. Another card usually solves it, and we charge it right away.`,
    { button: 'Update card', href: `${siteUrl}/profile/billing` },
    `You keep your access until ${moment(opensUntil)}.`,
  ],
  because: 'you have a subscription',
})

export const failedLast = ({ card, opensUntil }: Of<'payment-failed-last'>, siteUrl: string): Text => ({
  subject: `Your access ends on ${day(opensUntil)}`,
  paragraphs: [
    `Your payment for Tidings Premium is still open: we could not take it${from(card)}. Your access ends on ${moment(opensUntil)} unless it is paid.`,
    { button: 'Pay now', href: `${siteUrl}/subscribe?pay=card` },
    'Your portfolio is kept either way. If you meant to leave, you do not need to do anything.',
  ],
  because: 'you have a subscription',
})

export const cardExpiring = ({ card, renewsAt }: Of<'card-expiring'>, siteUrl: string): Text => ({
  subject: 'Your card expires this month',
  paragraphs: [
    `Your ${card} expires at the end of this month. Your next payment for Tidings Premium is due on ${day(renewsAt)}.`,
    'If your bank sent you a new card, add it now so that nothing is interrupted.',
    { button: 'Update card', href: `${siteUrl}/profile/billing` },
  ],
  because: 'you have a subscription',
})

export const trialMissed = (
  { endedAt, companies }: Of<'trial-missed'> & { companies: number },
  siteUrl: string,
): Text => ({
  subject: companies === 0 ? 'Your Tidings account is still there' : 'Your companies are still in Tidings',
  paragraphs: [
    `Your free trial ended on ${day(endedAt)}. Your portfolio is as you left it. When you subscribe, we look for news of your companies again.`,
    `Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time.`,
    { button: 'Subscribe', href: `${siteUrl}/subscribe` },
    'If Tidings is not for you, reply and tell us why. We will not write about this again.',
  ],
  because: 'your account was in its free trial',
})

export const subscriptionMissed = ({ endedAt }: Of<'subscription-missed'>, siteUrl: string): Text => ({
  subject: 'Your portfolio is still in Tidings',
  paragraphs: [
    `Your subscription ended on ${day(endedAt)}. Your portfolio is as you left it, and you can come back at any time.`,
    `Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time.`,
    { button: 'Subscribe again', href: `${siteUrl}/subscribe` },
    'If something was missing, reply and tell us. We will not write about this again.',
  ],
  because: 'you had a subscription',
})

import type { Card } from '#domain/billing/subscriptions.ts'
import { PRICE, priceText } from '#domain/account/plan.ts'
import { costText, centsText, type Price } from '#domain/account/price.ts'
import type { Email } from '../../platform/email/transport.ts'
import {
  composeEmail,
  longDate as day,
  longMoment as moment,
  type Paragraph,
} from '../../platform/email/email-layout.ts'
import { DAY_MS } from '#domain/time.ts'
import {
  cardExpiring,
  failedAgain,
  failedLast,
  subscriptionMissed,
  trialMissed,
  type DunningFacts,
} from './dunning-texts.ts'
import { accountViewed, factorReset, type SupportFacts } from './support-texts.ts'

export type Receipt = { number: string | null; amountCents: number; currency: string; date: string }

/** The payload of an email job about a trial or payment; sent at most once per `kind` and `about`. */
export type Reminder = { userId: string; about: string; at?: string } & (
  | { kind: 'trial-ending' | 'trial-ended' | 'payment-failed' | 'account-closed' }
  | { kind: 'cancellation' | 'subscription-ended' | 'grant-given' | 'grant-ending' }
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: DunningFacts['kind'] }
  | { kind: 'account-viewed'; reason: string }
  | { kind: 'factor-reset'; dueAt: string }
)

const LONG_LIVED: Reminder['kind'][] = ['account-closed', 'receipt', 'account-viewed']

/** An email delayed longer than this is dropped, because it would only be confusing. */
export const maxDelayMs = (kind: Reminder['kind']): number => (LONG_LIVED.includes(kind) ? 7 : 3) * DAY_MS

/** The price is null if a discount decides the amount. */
type Charge = { card: Card | null; price: Price | null; interval: Price['interval'] }

export type ReminderFacts = { companies: number } & (
  | { kind: 'trial-ending'; endsAt: Date; unsubscribe: string; charged: Charge | null }
  | { kind: 'trial-ended'; endsAt: Date; unsubscribe: string }
  | ({ kind: 'payment-failed'; opensUntil: Date | null } & Charge)
  | { kind: 'account-closed'; hadSubscription: boolean }
  | NoticeFacts
  | SupportFacts
  | DunningFacts
  | { kind: 'receipt'; receipt: Receipt; renewsAt: Date | null; isTest: boolean }
)

type Sender = { siteUrl: string; supportEmail: string; postalAddress: string }
type Text = { subject: string; paragraphs: Paragraph[]; because: string }

const NOT_CHARGED = 'You will not be charged unless you add a card.'

export function writeReminder(
  facts: ReminderFacts,
  { id, to, siteUrl, supportEmail, postalAddress }: Sender & { id: string; to: string },
): Email {
  const { host, hostname } = new URL(siteUrl)
  const { subject, paragraphs, because } = (TEXTS[facts.kind] as Write<ReminderFacts>)(facts, siteUrl)
  const email = composeEmail({
    id: `${id}@${hostname}`,
    kind: facts.kind,
    to,
    subject,
    paragraphs,
    footer: `You received this email because ${because} at ${host}.`,
    supportEmail,
    ...('unsubscribe' in facts ? { unsubscribe: facts.unsubscribe, postalAddress } : {}),
  })
  // The safety of an account is announced to an address that refused other emails, too.
  return SAFETY.has(facts.kind) ? { ...email, isAboutSignIn: true } : email
}

const SAFETY = new Set<ReminderFacts['kind']>(['account-viewed', 'factor-reset'])

export const UNSUBSCRIBE_TEXTS = {
  ask: {
    title: 'No more reminders?',
    text: 'We remind you of your trial, of a payment that keeps failing, and of a card that expires.',
    button: 'Unsubscribe',
  },
  refused: {
    title: 'You are unsubscribed',
    text: 'You will get no more reminders. You still receive emails about payments and security.',
    button: 'Send reminders again',
  },
  wanted: {
    title: 'Reminders are on',
    text: 'You will get them again.',
    button: 'Unsubscribe',
  },
}

type Of<Kind extends ReminderFacts['kind']> = Extract<ReminderFacts, { kind: Kind }>
type Write<Facts> = (facts: Facts, siteUrl: string) => Text

/** Sent while there is still time to cancel. */
const firstCharge = (endsAt: Date, { card, price, interval }: Charge, siteUrl: string): Text => ({
  subject: `Your first payment is due on ${day(endsAt)}`,
  paragraphs: [
    `Your free trial of Tidings ends on ${moment(endsAt)}. Your subscription begins then: we will ${price ? `charge ${costText(price)}` : 'take the first payment'}${card ? ` ${price ? 'to' : 'from'} your ${nameOf(card)}` : ''}, and then every ${interval} until you cancel.`,
    'If you cancel before then, you pay nothing.',
    { button: 'Manage subscription', href: `${siteUrl}/profile/billing` },
  ],
  because: 'you added a card during your free trial',
})

const trialEnding: Write<Of<'trial-ending'>> = ({ endsAt, companies }, siteUrl) => ({
  subject: `Your free trial ends on ${day(endsAt)}`,
  paragraphs: [
    `Your free trial of Tidings ends on ${moment(endsAt)}. Until then nothing changes.`,
    `To keep reading about ${portfolio(companies)} after that, subscribe: Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time. ${NOT_CHARGED}`,
    { button: 'Upgrade Now', href: `${siteUrl}/subscribe` },
    'If you do not, your portfolio is kept as it is, and you can export or delete it on your profile page whenever you like.',
  ],
  because: 'your account is in its free trial',
})

const trialEnded: Write<Of<'trial-ended'>> = ({ endsAt, companies }, siteUrl) => ({
  subject: 'Your free trial has ended',
  paragraphs: [
    `Your free trial of Tidings ended on ${moment(endsAt)}. You were not charged, and nothing was deleted: ${portfolio(companies)} ${companies === 1 ? 'is' : 'are'} kept.`,
    `Subscribe to continue. Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time.`,
    { button: 'Subscribe', href: `${siteUrl}/subscribe` },
    'You can export your data or delete your account on your profile page whenever you like. We write once more about it, in two weeks.',
  ],
  because: 'your account was in its free trial',
})

const paymentFailed: Write<Of<'payment-failed'>> = ({ card, price, interval, opensUntil }, siteUrl) => ({
  subject: 'Your payment did not go through',
  paragraphs: [
    `We could not take the ${price ? costText(price) : 'payment'} for this ${interval} of Tidings${card ? ` from your ${nameOf(card)}` : ''}. This happens when a card has expired, has no funds left, or the bank wants you to confirm.`,
    opensUntil
      ? `You keep your access until ${moment(opensUntil)}. We will retry the payment until then. If you update your card, we charge it right away.`
      : 'We will retry the payment. If you update your card, we charge it right away.',
    { button: 'Update card', href: `${siteUrl}/profile/billing` },
    'If you meant to leave, you do not need to do anything. Your subscription ends if the payment keeps failing, and you can cancel it on the same page.',
  ],
  because: 'you have a subscription',
})

const accountClosed: Write<Of<'account-closed'>> = ({ hadSubscription }, siteUrl) => ({
  subject: 'Your Tidings account has been closed',
  paragraphs: [
    'An administrator closed your account. You have been signed out on every device and can no longer use Tidings.',
    ...(hadSubscription ? ['We canceled your subscription. You will not be charged again.'] : []),
    'Your data has not been deleted. You can still sign in to export it or to delete your account.',
    { button: 'Export or delete my data', href: `${siteUrl}/profile/security` },
    'If you think this is a mistake, please write to us.',
  ],
  because: 'you have an account',
})

const receiptOf: Write<Of<'receipt'>> = ({ receipt, renewsAt, isTest }, siteUrl) => ({
  subject: `Receipt: ${amount(receipt)} for Tidings Premium`,
  paragraphs: [
    ...(isTest ? ['This is a test: payments of this installation run in test mode, and no money was taken.'] : []),
    `Thank you. We received ${amount(receipt)} for Tidings Premium, invoiced on ${day(new Date(receipt.date))}${receipt.number ? ` under number ${receipt.number}` : ''}.`,
    renewsAt
      ? `The next payment is due on ${day(renewsAt)}. You can cancel before then, on your billing page.`
      : 'No further payment is due.',
    { button: 'Billing and receipts', href: `${siteUrl}/profile/billing` },
  ],
  because: 'a payment was made for your account',
})

const canceled: Write<Of<'cancellation'>> = ({ endsAt }, siteUrl) => ({
  subject: 'Your subscription is canceled',
  paragraphs: [
    `You canceled Tidings Premium. You have full access until ${moment(endsAt)}, and you will not be charged again.`,
    'Changed your mind? You can resume your subscription at any time before then.',
    { button: 'Resume subscription', href: `${siteUrl}/profile/billing` },
    'After that, your portfolio is kept as it is. You can export or delete it on your profile page.',
  ],
  because: 'you canceled a subscription',
})

const ended: Write<Of<'subscription-ended'>> = ({ isUnpaid, accessUntil }, siteUrl) => ({
  subject: 'Your subscription has ended',
  paragraphs: [
    isUnpaid
      ? 'We could not collect the payment for Tidings Premium, so your subscription has ended. You will not be charged again.'
      : 'Your Tidings Premium subscription has ended. You will not be charged again.',
    accessUntil
      ? `You still have access until ${moment(accessUntil)}.`
      : 'Your portfolio is kept as it is. You can export or delete it on your profile page.',
    `You can come back at any time: Premium costs ${priceText()} a ${PRICE.interval}.`,
    { button: 'Subscribe again', href: `${siteUrl}/subscribe` },
  ],
  because: 'you had a subscription',
})

const grantGiven: Write<Of<'grant-given'>> = ({ endsAt }, siteUrl) => ({
  subject: 'You have complimentary access to Tidings',
  paragraphs: [
    endsAt
      ? `You have complimentary access to everything in Tidings Premium until ${day(endsAt)}. There is nothing to pay, and it ends automatically.`
      : 'You have complimentary access to everything in Tidings Premium, with no end date. There is nothing to pay.',
    { button: 'Open Tidings', href: `${siteUrl}/dashboard` },
  ],
  because: 'someone gave your account complimentary access',
})

const grantEnding: Write<Of<'grant-ending'>> = ({ endsAt }, siteUrl) => ({
  subject: `Your complimentary access ends on ${day(endsAt)}`,
  paragraphs: [
    `Your complimentary access to Tidings ends on ${moment(endsAt)}. Until then nothing changes.`,
    `To keep reading after that, subscribe: Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time. ${NOT_CHARGED}`,
    { button: 'Upgrade Now', href: `${siteUrl}/subscribe` },
    'If you do not, your portfolio is kept as it is. You can export or delete it on your profile page.',
  ],
  because: 'your account has complimentary access',
})

const portfolio = (companies: number) =>
  companies === 0
    ? 'your companies'
    : companies === 1
      ? 'your company'
      : `your ${companies.toLocaleString('en-US')} companies`

export const nameOf = ({ brand, last4 }: Card) => `${BRANDS[brand] ?? 'card'} ending in ${last4}`

const BRANDS: Partial<Record<string, string>> = {
  visa: 'Visa card',
  mastercard: 'Mastercard',
  amex: 'American Express card',
  discover: 'Discover card',
}

const amount = ({ amountCents, currency }: Receipt) => centsText(amountCents, currency)

export type NoticeFacts =
  | { kind: 'cancellation'; endsAt: Date }
  | { kind: 'subscription-ended'; accessUntil: Date | null; isUnpaid: boolean }
  | { kind: 'grant-given'; endsAt: Date | null }
  | { kind: 'grant-ending'; endsAt: Date; unsubscribe: string }

const TEXTS: { [Kind in ReminderFacts['kind']]: Write<Of<Kind>> } = {
  'trial-ending': (facts, siteUrl) =>
    facts.charged ? firstCharge(facts.endsAt, facts.charged, siteUrl) : trialEnding(facts, siteUrl),
  'trial-ended': trialEnded,
  'payment-failed': paymentFailed,
  'account-closed': accountClosed,
  receipt: receiptOf,
  cancellation: canceled,
  'subscription-ended': ended,
  'grant-given': grantGiven,
  'grant-ending': grantEnding,
  'payment-failed-again': failedAgain,
  'payment-failed-last': failedLast,
  'card-expiring': cardExpiring,
  'trial-missed': trialMissed,
  'subscription-missed': subscriptionMissed,
  'account-viewed': accountViewed,
  'factor-reset': factorReset,
}

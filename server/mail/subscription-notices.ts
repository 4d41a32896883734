import { PRICE, priceText } from '#domain/plan.ts'
import { longDate, longMoment, type Paragraph } from './letter.ts'

export type NoticeFacts =
  | { kind: 'cancellation'; endsAt: Date }
  | { kind: 'subscription-ended'; accessUntil: Date | null; isUnpaid: boolean }
  | { kind: 'grant-given'; endsAt: Date | null }
  | { kind: 'grant-ending'; endsAt: Date; unsubscribe: string }

export type NoticeText = { subject: string; paragraphs: Paragraph[]; because: string }

/** What changes in somebody's access, said once. */
export function noticeText(facts: NoticeFacts, siteUrl: string): NoticeText {
  const billing = { href: `${siteUrl}/profile/billing` }
  const subscribe = { href: `${siteUrl}/subscribe` }
  switch (facts.kind) {
    case 'cancellation':
      return {
        subject: 'Your subscription is canceled',
        paragraphs: [
          `You canceled Tidings Premium. You have full access until ${longMoment(facts.endsAt)}, and you will not be charged again.`,
          'Changed your mind? You can resume your subscription at any time before then.',
          { button: 'Resume subscription', ...billing },
          'After that, your portfolio is kept as it is. You can export or delete it on your profile page.',
        ],
        because: 'you canceled a subscription',
      }
    case 'subscription-ended':
      return {
        subject: 'Your subscription has ended',
        paragraphs: [
          facts.isUnpaid
            ? 'We could not collect the payment for Tidings Premium, so your subscription has ended. You will not be charged again.'
            : 'Your Tidings Premium subscription has ended. You will not be charged again.',
          facts.accessUntil
            ? `You still have access until ${longMoment(facts.accessUntil)}.`
            : 'Your portfolio is kept as it is. You can export or delete it on your profile page.',
          `You can come back at any time: Premium costs ${priceText()} a ${PRICE.interval}.`,
          { button: 'Subscribe again', ...subscribe },
        ],
        because: 'you had a subscription',
      }
    case 'grant-given':
      return {
        subject: 'You have complimentary access to Tidings',
        paragraphs: [
          facts.endsAt
            ? `You have complimentary access to everything in Tidings Premium until ${longDate(facts.endsAt)}. There is nothing to pay, and it ends by itself.`
            : 'You have complimentary access to everything in Tidings Premium, with no end date. There is nothing to pay.',
          { button: 'Open Tidings', href: `${siteUrl}/dashboard` },
        ],
        because: 'somebody gave your account complimentary access',
      }
    case 'grant-ending':
      return {
        subject: `Your complimentary access ends on ${longDate(facts.endsAt)}`,
        paragraphs: [
          `Your complimentary access to Tidings ends on ${longMoment(facts.endsAt)}. Until then nothing changes.`,
          `To keep reading after that, subscribe: Premium costs ${priceText()} a ${PRICE.interval}, and you can cancel at any time. You will not be charged unless you add a card.`,
          { button: 'Upgrade Now', ...subscribe },
          'If you do not, your portfolio is kept as it is. You can export or delete it on your profile page.',
        ],
        because: 'your account has complimentary access',
      }
  }
}

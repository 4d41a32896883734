import { z } from 'zod'

/** What the card provider can say of a subscription; anything it says besides is `unknown`, and entitles to nothing. */
export const SUBSCRIPTION_STATES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'unknown',
] as const
export const SubscriptionState = z.enum(SUBSCRIPTION_STATES)
export type SubscriptionState = z.infer<typeof SubscriptionState>

/** How a browser reaches whoever takes the card: the provider itself, or the embedded test mode. */
export const PaymentsConfig = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('stripe'), publishableKey: z.string() }),
  z.object({
    mode: z.literal('test'),
    publishableKey: z.literal('pk_test_embedded'),
    base: z.literal('/test-payments'),
  }),
])
export type PaymentsConfig = z.infer<typeof PaymentsConfig>

/** POST /api/get-or-create-subscription. Without a secret there is nothing left to pay: it is active already. */
export const StartedSubscription = z.object({
  subscriptionId: z.string(),
  clientSecret: z.string().nullable(),
})
export type StartedSubscription = z.infer<typeof StartedSubscription>

/** POST /api/verify-payment-success, body and answer; not a success yet means pending. */
export const PaymentToVerify = z.object({
  subscriptionId: z.string().min(1, 'No subscription named').max(255, 'No subscription named'),
})
export const VerifiedPayment = z.object({ success: z.boolean() })
export type VerifiedPayment = z.infer<typeof VerifiedPayment>

export const Card = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
})
export type Card = z.infer<typeof Card>

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'refunded', 'open', 'uncollectible', 'void']),
  /** The receipt as a page, and as a file. */
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** GET /api/billing, and the answer of cancel, resume and a changed card. */
export const Billing = z.object({
  /** What the subscription is for, at the one price there is; null while there is no subscription. */
  plan: z.object({ name: z.string(), amountCents: z.number(), currency: z.string(), interval: z.string() }).nullable(),
  /** Of the subscription that counts; null while there is none. */
  status: SubscriptionState.nullable(),
  currentPeriodEnd: z.string().nullable(),
  /** When it ends, if it was cancelled and still runs. */
  cancelAt: z.string().nullable(),
  card: Card.nullable(),
  /** Null only before they were copied for the first time, while the card provider cannot be asked. */
  invoices: z.array(Invoice).nullable(),
})
export type Billing = z.infer<typeof Billing>

/** POST /api/billing/portal: where the provider's own pages are; the address works for a short while only. */
export const PortalRequest = z.object({ flow: z.enum(['payment_method_update']).optional() })
export const PortalAddress = z.object({ url: z.string() })

/** POST /api/billing/card: the secret a browser saves another card with (a set-up, nothing is charged). */
export const CardSetup = z.object({ clientSecret: z.string() })
export type CardSetup = z.infer<typeof CardSetup>

/** POST /api/billing/card/saved: the set-up the browser has confirmed. An unpaid invoice is then tried with the new card. */
export const SavedCard = z.object({
  setupIntentId: z.string().regex(/^seti_\w{1,250}$/, 'No such card set-up'),
})

/**
 * What the test mode answers a browser at `/test-payments/v1/{payment_intents,setup_intents}/:id/confirm`
 * (form: client_secret, payment_method = a test card's token) and at `…/:id/_authenticate`
 * (form: client_secret, outcome = succeed or fail), in the provider's own shape.
 */
export const TestIntent = z.object({
  id: z.string(),
  status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
})
export type TestIntent = z.infer<typeof TestIntent>

export const NOT_CREATED = 'Failed to create subscription'
export const ALREADY_SUBSCRIBED = 'You already have an active subscription.'

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
export const isEnded = (state: SubscriptionState) => state === 'canceled' || state === 'incomplete_expired'

/**
 * Of all subscriptions a customer ever had, the one that counts: the liveliest, and of those the newest. One that was
 * cancelled but is paid for goes before one that was only begun, or opening the card form would end somebody's access.
 */
export function currentSubscription<T extends Candidate>(candidates: T[], now: Date): T | null {
  const rank = ({ state, currentPeriodEnd }: T) =>
    state === 'canceled' && currentPeriodEnd && now < currentPeriodEnd ? PAID_UNTIL : RANKS[state]
  const [first] = candidates.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  return first ?? null
}

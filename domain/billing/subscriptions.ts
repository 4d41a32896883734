import { z } from 'zod'
import { Discount } from './checkout.ts'
import { CreditNote, InvoiceTax } from './tax.ts'

/** Any other status becomes `unknown` and grants no access. */
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

export const stateOf = (status: string): SubscriptionState => SubscriptionState.catch('unknown').parse(status)

export const PaymentsConfig = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('stripe'), publishableKey: z.string() }),
  z.object({
    mode: z.literal('test'),
    publishableKey: z.literal('pk_test_embedded'),
    base: z.literal('/test-payments'),
  }),
])
export type PaymentsConfig = z.infer<typeof PaymentsConfig>

/** Without a secret there is nothing left to pay: the subscription is active. */
export const StartedSubscription = z.object({
  subscriptionId: z.string(),
  clientSecret: z.string().nullable(),
})
export type StartedSubscription = z.infer<typeof StartedSubscription>

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
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  tax: InvoiceTax.nullable().optional(),
  creditNotes: z.array(CreditNote).optional(),
})
export type Invoice = z.infer<typeof Invoice>

export const Billing = z.object({
  plan: z.object({ name: z.string(), amountCents: z.number(), currency: z.string(), interval: z.string() }).nullable(),
  status: SubscriptionState.nullable(),
  currentPeriodEnd: z.string().nullable(),
  /** Set if the subscription was canceled but is still running. */
  cancelAt: z.string().nullable(),
  card: Card.nullable(),
  priceId: z.string().nullable().optional(),
  discount: Discount.nullable().optional(),
  /** Null only before the first sync, while the provider is unreachable. */
  invoices: z.array(Invoice).nullable(),
})
export type Billing = z.infer<typeof Billing>

export const PortalRequest = z.object({ flow: z.enum(['payment_method_update']).optional() })
export const PortalAddress = z.object({ url: z.string() })

export const CardSetup = z.object({ clientSecret: z.string() })
export type CardSetup = z.infer<typeof CardSetup>

/** Saving a card also retries an unpaid invoice with it. */
export const SavedCard = z.object({
  setupIntentId: z.string().regex(/^seti_\w{1,250}$/, 'No such card set-up'),
})

/** The test mode's response to `/test-payments/v1/{payment_intents,setup_intents}/:id/{confirm,_authenticate}`. */
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

export const isEnded = (state: SubscriptionState) => state === 'canceled' || state === 'incomplete_expired'

// A canceled but paid subscription ranks before one that was only started, or opening the card form
// would end somebody's access.
export function currentSubscription<T extends Candidate>(candidates: T[], now: Date): T | null {
  const rank = ({ state, currentPeriodEnd }: T) =>
    state === 'canceled' && currentPeriodEnd && now < currentPeriodEnd ? PAID_UNTIL : RANKS[state]
  const [first] = candidates.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  return first ?? null
}

import type { Card, Invoice, SubscriptionState } from '#domain/billing/subscriptions.ts'

export type SubscriptionSnapshot = {
  id: string
  customerId: string
  state: SubscriptionState
  priceId: string
  createdAt: Date
  /** The end of the paid period; an unpaid renewal doesn't count. */
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  card: Card | null
  trialEndsAt: Date | null
  /** True if a card was saved during the trial but isn't attached to the subscription yet; see `adoptCard`. */
  needsCard: boolean
  /** Lets a browser pay the open invoice or save the card for the first charge. */
  clientSecret: string | null
}

export type ProviderEvent = { id: string; type: string; createdAt: Date; customerId: string | null }

/** Every rejection or failure is thrown as an AppError with a message for the user. */
export type PaymentProvider = {
  priceId: string
  /** Returns a problem that the operator must fix before anyone can pay. */
  checkPrice: () => Promise<{ fault: string; isRefused: boolean } | null>
  /** `gone` is the id of a customer that the provider no longer has. */
  ensureCustomer: (user: { userId: string; email: string; gone?: string }) => Promise<string>
  hasCustomer: (customerId: string) => Promise<boolean>
  /** Null if the customer was deleted or isn't one of this product's users. */
  ownerOf: (customerId: string) => Promise<string | null>
  /** Idempotent. */
  deleteCustomer: (customerId: string) => Promise<void>
  startSubscription: (start: {
    userId: string
    customerId: string
    attempt: number
    /** Null charges the first period immediately. */
    firstChargeAt: Date | null
  }) => Promise<SubscriptionSnapshot>
  adoptCard: (subscription: { id: string; customerId: string }) => Promise<void>
  findSubscription: (id: string) => Promise<SubscriptionSnapshot | null>
  /** Includes subscriptions in every state, newest first. */
  listSubscriptions: (customerId: string) => Promise<SubscriptionSnapshot[]>
  setCancelAtPeriodEnd: (id: string, isOn: boolean) => Promise<void>
  /** Voids any open invoice; `forfeit` also gives up the rest of the paid period. */
  cancelNow: (id: string, options?: { forfeit: boolean }) => Promise<void>
  /** Null when there is nothing to refund. */
  refundLastPayment: (
    customerId: string,
  ) => Promise<{ invoiceId: string; amountCents: number; currency: string } | null>
  /** Newest first, without drafts. */
  listInvoices: (customerId: string) => Promise<Invoice[]>
  portalUrl: (customerId: string, returnUrl: string, flow?: 'payment_method_update') => Promise<string>
  startCardSetup: (customerId: string) => Promise<string>
  useCard: (use: { customerId: string; subscriptionId: string | null; setupIntentId: string }) => Promise<void>
  /** Null when the signature is invalid or old; throws when the signed payload is not an event. */
  readEvent: (rawBody: string, signature: string) => Promise<ProviderEvent | null>
  customersOfMissedEvents: () => Promise<string[]>
}

/** Opened on first use, because most processes run for a long time before anyone pays. */
export function lazyProvider(priceId: string, open: () => Promise<PaymentProvider>): PaymentProvider {
  let opened: Promise<PaymentProvider> | undefined
  const provider = () => (opened ??= open())
  return {
    priceId,
    checkPrice: async () => (await provider()).checkPrice(),
    ensureCustomer: async (...given) => (await provider()).ensureCustomer(...given),
    hasCustomer: async (...given) => (await provider()).hasCustomer(...given),
    ownerOf: async (...given) => (await provider()).ownerOf(...given),
    deleteCustomer: async (...given) => (await provider()).deleteCustomer(...given),
    startSubscription: async (...given) => (await provider()).startSubscription(...given),
    adoptCard: async (...given) => (await provider()).adoptCard(...given),
    findSubscription: async (...given) => (await provider()).findSubscription(...given),
    listSubscriptions: async (...given) => (await provider()).listSubscriptions(...given),
    setCancelAtPeriodEnd: async (...given) => (await provider()).setCancelAtPeriodEnd(...given),
    cancelNow: async (...given) => (await provider()).cancelNow(...given),
    refundLastPayment: async (...given) => (await provider()).refundLastPayment(...given),
    listInvoices: async (...given) => (await provider()).listInvoices(...given),
    portalUrl: async (...given) => (await provider()).portalUrl(...given),
    startCardSetup: async (...given) => (await provider()).startCardSetup(...given),
    useCard: async (...given) => (await provider()).useCard(...given),
    readEvent: async (...given) => (await provider()).readEvent(...given),
    customersOfMissedEvents: async () => (await provider()).customersOfMissedEvents(),
  }
}

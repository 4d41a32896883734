import type { Card, Invoice, SubscriptionState } from '#domain/billing/subscriptions.ts'

export type SubscriptionSnapshot = {
  id: string
  customerId: string
  state: SubscriptionState
  priceId: string
  createdAt: Date
  /** An unpaid renewal does not count. */
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  card: Card | null
  trialEndsAt: Date | null
  /** A card was saved for the free days but is not set to be charged; see `adoptCard`. */
  needsCard: boolean
  /** Lets a browser pay the open invoice or save the card for the first charge. */
  clientSecret: string | null
}

export type ProviderEvent = { id: string; type: string; createdAt: Date; customerId: string | null }

/** Every refusal or failure is thrown as an AppError worded for the user. */
export type PaymentProvider = {
  priceId: string
  /** A fault that the operator must fix before anybody can pay. */
  checkPrice: () => Promise<{ fault: string; isRefused: boolean } | null>
  /** `gone` names a customer that the provider no longer has. */
  ensureCustomer: (user: { userId: string; email: string; gone?: string }) => Promise<string>
  hasCustomer: (customerId: string) => Promise<boolean>
  /** Null when the customer was deleted or never ours. */
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
  /** In every state, newest first. */
  listSubscriptions: (customerId: string) => Promise<SubscriptionSnapshot[]>
  setCancelAtPeriodEnd: (id: string, isOn: boolean) => Promise<void>
  /** Voids what is owed; `forfeit` also gives up the paid period. */
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

/** Opened on first use: most processes wait long for a payment. */
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

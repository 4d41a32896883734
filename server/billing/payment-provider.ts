import type { Card, Invoice, SubscriptionState } from '#domain/billing/subscriptions.ts'

/** A subscription as the card provider tells it now; nothing of the provider's own shapes goes further than this. */
export type SubscriptionSnapshot = {
  id: string
  customerId: string
  state: SubscriptionState
  priceId: string
  createdAt: Date
  /** Until when it is paid for: an unpaid renewal does not count. */
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  card: Card | null
  /** Until when it is free; null where it is charged from the start. */
  trialEndsAt: Date | null
  /** A card was saved for its free days, and is not charged for it yet: `adoptCard`. */
  needsCard: boolean
  /** With it a browser pays the invoice that is open, or saves the card for the first charge. */
  clientSecret: string | null
}

/** All that is believed of what comes to the webhook. */
export type ProviderEvent = { id: string; type: string; createdAt: Date; customerId: string | null }

/** The card provider. Whatever it refuses or fails at is thrown as an AppError, worded for the user. */
export type PaymentProvider = {
  priceId: string
  /** What the operator has to repair before anybody can pay; null when the price is the one that is shown. */
  checkPrice: () => Promise<{ fault: string; isRefused: boolean } | null>
  /** The customer that stands for this user, made when there is none yet, or none but the one that is gone. */
  ensureCustomer: (user: { userId: string; email: string; gone?: string }) => Promise<string>
  hasCustomer: (customerId: string) => Promise<boolean>
  /** Whom a customer stands for; null when it is gone, or was never ours. */
  ownerOf: (customerId: string) => Promise<string | null>
  /** Cancels whatever runs and forgets the person. Deleting what is gone is no fault. */
  deleteCustomer: (customerId: string) => Promise<void>
  startSubscription: (start: {
    userId: string
    customerId: string
    attempt: number
    /** Nothing is charged before; without it the first period is charged at once. */
    firstChargeAt: Date | null
  }) => Promise<SubscriptionSnapshot>
  /** The card that the customer saved last is charged for this subscription from now on. */
  adoptCard: (subscription: { id: string; customerId: string }) => Promise<void>
  findSubscription: (id: string) => Promise<SubscriptionSnapshot | null>
  /** In every state, the newest first. */
  listSubscriptions: (customerId: string) => Promise<SubscriptionSnapshot[]>
  setCancelAtPeriodEnd: (id: string, isOn: boolean) => Promise<void>
  /** At once, and what is still owed is voided; `forfeit` gives up what was paid for, too. */
  cancelNow: (id: string, options?: { forfeit: boolean }) => Promise<void>
  /** In full, to the card it came from; null where there is no payment that could be refunded. */
  refundLastPayment: (
    customerId: string,
  ) => Promise<{ invoiceId: string; amountCents: number; currency: string } | null>
  /** The newest first; drafts are none yet. */
  listInvoices: (customerId: string) => Promise<Invoice[]>
  portalUrl: (customerId: string, returnUrl: string, flow?: 'payment_method_update') => Promise<string>
  /** The secret with which a browser saves a card. */
  startCardSetup: (customerId: string) => Promise<string>
  /** From now on the card of a confirmed set-up pays, and what is open is paid with it at once. */
  useCard: (use: { customerId: string; subscriptionId: string | null; setupIntentId: string }) => Promise<void>
  /** Null when it was not the provider who signed it, or not now; throws when what was signed is no event. */
  readEvent: (rawBody: string, signature: string) => Promise<ProviderEvent | null>
  /** Customers of whom something happened that we have not been told. */
  customersOfMissedEvents: () => Promise<string[]>
}

/** A provider that is opened by whoever asks it first: most processes wait long for a payment. */
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

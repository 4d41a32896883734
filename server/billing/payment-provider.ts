import type { OfferedPrice, Price } from '#domain/account/price.ts'
import type { Discount, Quote } from '#domain/billing/checkout.ts'
import type { BillingDetails } from '#domain/billing/tax.ts'
import type { Card, Invoice, SubscriptionState } from '#domain/billing/subscriptions.ts'

export type SubscriptionSnapshot = {
  id: string
  customerId: string
  state: SubscriptionState
  priceId: string
  /** Null if it isn't a plain monthly or yearly price. */
  price: Price | null
  discount: Discount | null
  /** What it was started with; a discount for one payment is gone once that is invoiced. */
  promotionId: string | null
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

export type PriceSwitch = { id: string; priceId: string }

/** Every rejection or failure is thrown as an AppError with a message for the user. */
export type PaymentProvider = {
  /** The first is the default. */
  prices: readonly OfferedPrice[]
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
    priceId: string
    promotionId: string | null
    attempt: number
    /** Null charges the first period immediately. */
    firstChargeAt: Date | null
  }) => Promise<SubscriptionSnapshot>
  /** Null until they were saved. */
  findDetails: (customerId: string) => Promise<BillingDetails | null>
  /** Throws if tax can't be determined for the address, or the tax id isn't valid. */
  saveDetails: (customerId: string, details: BillingDetails) => Promise<void>
  /** Null unless customers can redeem it now. */
  findPromotion: (code: string) => Promise<string | null>
  quoteSubscription: (start: { customerId: string; priceId: string; promotionId: string | null }) => Promise<Quote>
  quoteSwitch: (change: PriceSwitch) => Promise<Quote>
  /** Charges or credits the difference at once. If the card is declined, it throws and nothing changes. */
  switchPrice: (change: PriceSwitch) => Promise<void>
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
export function lazyProvider(prices: PaymentProvider['prices'], open: () => Promise<PaymentProvider>): PaymentProvider {
  let opened: Promise<PaymentProvider> | undefined
  const provider = () => (opened ??= open())
  return {
    prices,
    checkPrice: async () => (await provider()).checkPrice(),
    ensureCustomer: async (...given) => (await provider()).ensureCustomer(...given),
    hasCustomer: async (...given) => (await provider()).hasCustomer(...given),
    ownerOf: async (...given) => (await provider()).ownerOf(...given),
    deleteCustomer: async (...given) => (await provider()).deleteCustomer(...given),
    startSubscription: async (...given) => (await provider()).startSubscription(...given),
    findDetails: async (...given) => (await provider()).findDetails(...given),
    saveDetails: async (...given) => (await provider()).saveDetails(...given),
    findPromotion: async (...given) => (await provider()).findPromotion(...given),
    quoteSubscription: async (...given) => (await provider()).quoteSubscription(...given),
    quoteSwitch: async (...given) => (await provider()).quoteSwitch(...given),
    switchPrice: async (...given) => (await provider()).switchPrice(...given),
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

import type { PaymentProvider } from '../../payment-port.ts'

/** A provider that is opened by whoever asks it first: most processes wait long for a payment. */
export function whenNeeded(priceId: string, open: () => Promise<PaymentProvider>): PaymentProvider {
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

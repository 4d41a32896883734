import type Stripe from 'stripe'
import { z } from 'zod'
import { Price } from '#domain/account/price.ts'
import type { Discount, Quote } from '#domain/billing/checkout.ts'
import type { InvoiceTax } from '#domain/billing/tax.ts'
import { Invoice, stateOf, type Card } from '#domain/billing/subscriptions.ts'
import type { ProviderEvent, SubscriptionSnapshot } from '../payment-provider.ts'

export const SUBSCRIPTION_PARTS = [
  'latest_invoice.confirmation_secret',
  'default_payment_method',
  'pending_setup_intent',
  'discounts.source.coupon',
]

export function toSnapshot(subscription: Stripe.Subscription): SubscriptionSnapshot {
  const [item] = subscription.items.data
  const invoice = objectOf(subscription.latest_invoice)
  const endedAt = dateOf(subscription.ended_at)
  const paidUntil = item ? dateOf(paidUntilSeconds(subscription, item, invoice)) : null
  const setup = objectOf(subscription.pending_setup_intent)
  // The provider reports `trialing` even without a card; here, that counts as incomplete.
  const lacksCard = subscription.status === 'trialing' && subscription.default_payment_method === null
  const isSetupPending = subscription.pending_setup_intent !== null && setup?.status !== 'succeeded'
  const isForfeited = Boolean(subscription.metadata.forfeited) && endedAt !== null
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    state: lacksCard ? 'incomplete' : stateOf(subscription.status),
    priceId: item?.price.id ?? '',
    // Other API versions may not say.
    price: priceOf(item, subscription.automatic_tax?.enabled),
    discount: discountOf(subscription.discounts),
    promotionId: subscription.metadata.promotion ?? null,
    createdAt: new Date(subscription.created * 1000),
    currentPeriodEnd: isForfeited ? earlier(paidUntil, endedAt) : paidUntil,
    cancelAt: cancelAtOf(subscription, item),
    canceledAt: dateOf(subscription.canceled_at),
    endedAt,
    card: cardOf(objectOf(subscription.default_payment_method)),
    trialEndsAt: dateOf(subscription.trial_end),
    needsCard: lacksCard && !isSetupPending,
    clientSecret:
      lacksCard && isSetupPending
        ? (setup?.client_secret ?? null)
        : invoice?.status === 'open'
          ? (invoice.confirmation_secret?.client_secret ?? null)
          : null,
  }
}

function priceOf(item: Stripe.SubscriptionItem | undefined, hasTax: boolean): Price | null {
  const { unit_amount: cents, currency, recurring } = item?.price ?? {}
  const plusTax = hasTax && item?.price.tax_behavior === 'exclusive' ? { plusTax: true } : {}
  const price = Price.safeParse({ cents, currency, interval: recurring?.interval, ...plusTax })
  return price.success && recurring?.interval_count === 1 ? price.data : null
}

/** With several, the first is named; every amount comes from the provider anyway. */
function discountOf(
  discounts: Stripe.Subscription['discounts'] | Stripe.Invoice['discounts'] | undefined,
): Discount | null {
  const discount = Array.isArray(discounts) ? discounts.find((one) => typeof one !== 'string' && !one.deleted) : null
  const coupon = discount && typeof discount !== 'string' ? objectOf(discount.source.coupon) : null
  if (!discount || typeof discount === 'string' || discount.deleted || !coupon) return null
  return {
    percentOff: coupon.percent_off,
    amountOffCents: coupon.amount_off,
    currency: coupon.currency,
    months: coupon.duration === 'forever' ? null : (coupon.duration_in_months ?? 0),
    endsAt: dateOf(discount.end)?.toISOString() ?? null,
  }
}

export function toQuote(invoice: Stripe.Invoice): Quote {
  return {
    currency: invoice.currency,
    totalCents: invoice.total,
    discountCents: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    dueCents: invoice.total < 0 ? invoice.total : invoice.amount_due,
    discount: discountOf(invoice.discounts),
    tax: taxOf(invoice),
  }
}

/** Null where no tax is calculated. */
function taxOf({ total_taxes: taxes }: Stripe.Invoice): InvoiceTax | null {
  if (!taxes || taxes.length === 0) return null
  return {
    cents: taxes.reduce((sum, { amount }) => sum + amount, 0),
    isIncluded: taxes.every((tax) => tax.tax_behavior === 'inclusive'),
    isReverseCharge: taxes.some((tax) => tax.taxability_reason === 'reverse_charge'),
  }
}

// A period starts when it is invoiced, not when it is paid. If the newest invoice is unpaid, the paid time ended when
// the current period began, unless that invoice was issued after the period.
function paidUntilSeconds(
  { status }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  invoice: Stripe.Invoice | null,
): number {
  const isUnpaid = invoice
    ? invoice.status !== 'paid' && !(invoice.created >= item.current_period_end)
    : ['incomplete', 'past_due', 'unpaid'].includes(status)
  return isUnpaid ? item.current_period_start : item.current_period_end
}

/** The provider's pages set a date; the cancel button sets a flag. */
function cancelAtOf(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): Date | null {
  if (subscription.ended_at !== null) return null
  const periodEnd = subscription.cancel_at_period_end ? (item?.current_period_end ?? null) : null
  return dateOf(subscription.cancel_at ?? periodEnd)
}

const earlier = (a: Date | null, b: Date | null) => (a && b && a < b ? a : b)

function cardOf(method: Stripe.PaymentMethod | null): Card | null {
  const card = method?.card
  return card ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null
}

const InvoiceStatus = Invoice.shape.status

/** Credit may have paid a part, and only what the card paid is refunded. */
export const isRefunded = ({ status, amount_paid: paid, post_payment_credit_notes_amount: credited }: Stripe.Invoice) =>
  status === 'paid' && paid > 0 && credited >= paid

/** Null for drafts and zero-amount invoices, such as those of a free trial. */
export function toInvoice(invoice: Stripe.Invoice, credits: Stripe.CreditNote[] = []): Invoice | null {
  const status = InvoiceStatus.safeParse(invoice.status)
  if (!status.success || invoice.total === 0) return null
  return {
    id: invoice.id,
    number: invoice.number,
    date: new Date(invoice.created * 1000).toISOString(),
    amountCents: invoice.total,
    currency: invoice.currency,
    status: isRefunded(invoice) ? 'refunded' : status.data,
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    tax: taxOf(invoice),
    creditNotes: credits.map(({ number, total, pdf }) => ({ number, amountCents: total, pdfUrl: pdf || null })),
  }
}

const Id = z.string().regex(/^[\w-]{1,255}$/)
const SentEvent = z.object({
  id: Id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  created: z.number().int().min(0).max(8_640_000_000_000),
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('customer'), id: Id }),
      z.object({
        object: z
          .string()
          .refine((object) => object !== 'customer')
          .optional(),
        customer: z.union([Id, z.object({ id: Id })]).nullish(),
      }),
    ]),
  }),
})

/** Takes only the customer id from the payload; everything else is read from the provider. */
export function toEvent(event: unknown): ProviderEvent | null {
  const sent = SentEvent.safeParse(event)
  if (!sent.success) return null
  const { id, type, created, data } = sent.data
  const object = data.object
  const customerId = 'id' in object ? object.id : idOf(object.customer)
  return { id, type, createdAt: new Date(created * 1000), customerId }
}

export function idOf(reference: string | { id?: unknown } | null | undefined): string | null {
  if (typeof reference === 'string') return reference
  return typeof reference?.id === 'string' ? reference.id : null
}

const objectOf = <T>(reference: string | T | null): T | null => (typeof reference === 'string' ? null : reference)

/** The value may be missing in other API versions. */
const dateOf = (seconds: number | null) => (Number.isFinite(seconds) ? new Date(Number(seconds) * 1000) : null)

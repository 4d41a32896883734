import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { TaxBehavior } from '#domain/billing/tax.ts'
import type { PaymentProvider, PriceSwitch } from '../payment-provider.ts'
import { nullIfMissing, refusedCode, withAppErrors } from './failures.ts'
import { idOf, toQuote } from './snapshot.ts'

const TERMS = ['discounts.source.coupon']

/** Amounts are previews by the provider, so that nothing is computed here. */
export function stripeOffers(stripe: Stripe, { tax }: { tax: TaxBehavior | null }) {
  async function findPromotion(code: string): Promise<string | null> {
    const found = await nullIfMissing(stripe.promotionCodes.list({ code, active: true, limit: 1 }))
    return found?.data[0]?.id ?? null
  }

  async function quoteSubscription({
    customerId: customer,
    priceId,
    promotionId,
  }: Parameters<PaymentProvider['quoteSubscription']>[0]) {
    const preview = stripe.invoices.createPreview({
      customer,
      automatic_tax: { enabled: tax !== null },
      subscription_details: { items: [{ price: priceId }] },
      expand: TERMS,
      ...(promotionId ? { discounts: [{ promotion_code: promotionId }] } : {}),
    })
    return toQuote(await withAppErrors(preview, promotionId ? refusedCode : undefined))
  }

  async function itemOf(id: string) {
    const subscription = await withAppErrors(stripe.subscriptions.retrieve(id))
    const [item] = subscription.items.data
    if (!item) throw new Error('a subscription without an item')
    return { item: item.id, customer: idOf(subscription.customer) ?? '' }
  }

  async function quoteSwitch({ id, priceId }: PriceSwitch) {
    const { item, customer } = await itemOf(id)
    const preview = stripe.invoices.createPreview({
      customer,
      subscription: id,
      subscription_details: { items: [{ id: item, price: priceId }], proration_behavior: 'always_invoice' },
      expand: TERMS,
    })
    return toQuote(await withAppErrors(preview))
  }

  async function switchPrice({ id, priceId }: PriceSwitch) {
    const { item } = await itemOf(id)
    const change = stripe.subscriptions.update(
      id,
      {
        items: [{ id: item, price: priceId }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      // New for each call, because a user may switch there and back; repeated only by the transport.
      { idempotencyKey: `switch:${randomUUID()}` },
    )
    await withAppErrors(change)
  }

  return { findPromotion, quoteSubscription, quoteSwitch, switchPrice }
}

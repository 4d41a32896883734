import type Stripe from 'stripe'
import type { TaxBehavior } from '#domain/billing/tax.ts'
import { AppError } from '#domain/errors.ts'
import type { OfferedPrice } from '#domain/account/price.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { type Clock, MINUTE_MS } from '#domain/time.ts'
import { idOf, SUBSCRIPTION_PARTS, toEvent, toInvoice, toSnapshot } from './snapshot.ts'
import type { stripeChanges } from './changes.ts'
import type { stripeDetails } from './details.ts'
import type { stripeOffers } from './offers.ts'
import {
  withAppErrors,
  nullIfMissing,
  isBadSignature,
  refusedCode,
  isPersistentFailure,
  configErrorOf,
  toAppError,
} from './failures.ts'

const TOLERANCE_SECONDS = 300

export type StripeSettings = {
  prices: readonly OfferedPrice[]
  tax: TaxBehavior | null
  webhookSecret: string
  isLive: boolean
  clock: Clock
}

export function stripeReading(
  stripe: Stripe,
  settings: StripeSettings,
): Omit<
  PaymentProvider,
  keyof (ReturnType<typeof stripeChanges> & ReturnType<typeof stripeOffers> & ReturnType<typeof stripeDetails>)
> {
  const { prices, tax, webhookSecret, isLive, clock } = settings

  async function readEvent(rawBody: string, signature: string) {
    // The SDK rejects only old timestamps; reject future and repeated ones too.
    const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds))
    const ahead = (times[0] ?? 0) - Math.floor(clock().getTime() / 1000)
    if (times.length !== 1 || ahead > TOLERANCE_SECONDS) return null
    try {
      const event = await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        clock().getTime(),
      )
      const parsed = event.object === 'event' && event.livemode === isLive ? toEvent(event) : null
      if (!parsed) throw new AppError('bad-request', NOT_AN_EVENT)
      return parsed
    } catch (error) {
      if (isBadSignature(error)) return null
      throw error instanceof AppError ? error : new AppError('bad-request', NOT_AN_EVENT, { cause: error })
    }
  }

  // The provider replays its own failures for a day and rejects changed parameters under the same key. In those cases,
  // the call is repeated with a key that changes every minute.
  async function once<T>(parts: (string | number)[], make: (key: { idempotencyKey: string }) => Promise<T>) {
    const key = parts.join(':')
    try {
      return await make({ idempotencyKey: key })
    } catch (error) {
      if (!isPersistentFailure(error)) throw error
      return make({ idempotencyKey: `${key}:${Math.floor(clock().getTime() / MINUTE_MS)}` })
    }
  }

  async function ensureCustomer({ userId, email, gone }: Parameters<PaymentProvider['ensureCustomer']>[0]) {
    // Finds a customer whose id was never stored, even after the idempotency key has expired.
    const known = await nullIfMissing(stripe.customers.list({ email, limit: 100 }))
    const own = known?.data.find(({ id, metadata }) => metadata.userId === userId && id !== gone)
    if (own) return own.id
    const made = await withAppErrors(
      once(['cus', userId, ...(gone ? [gone] : [])], (key) =>
        stripe.customers.create({ email, metadata: { userId } }, key),
      ),
    )
    return made.id
  }

  return {
    prices,
    readEvent,
    ensureCustomer,

    async checkPrice() {
      for (const [index, shown] of prices.entries()) {
        const setting = index === 0 ? 'STRIPE_PRICE_ID' : `PRICES, ${shown.id}`
        const price = await stripe.prices.retrieve(shown.id).catch((error: unknown) => {
          const fault = configErrorOf(error, setting)
          if (fault) return { fault, isRefused: true }
          throw toAppError(error)
        })
        if ('fault' in price) return price
        const { active, unit_amount: cents, currency, recurring } = price
        const actual = [active, cents, currency, recurring?.interval, recurring?.interval_count].join()
        if (actual !== [true, shown.cents, shown.currency, shown.interval, 1].join())
          return {
            fault: `${setting}: the product shows ${shown.cents} ${shown.currency} a ${shown.interval}, the provider would charge something else`,
            isRefused: false,
          }
        if (tax !== null && price.tax_behavior !== tax)
          return {
            fault: `TAX: is ${tax}, but the price ${shown.id} is ${price.tax_behavior ?? 'unspecified'} at the provider`,
            isRefused: false,
          }
      }
      return null
    },

    async ownerOf(customerId) {
      const customer = await nullIfMissing(stripe.customers.retrieve(customerId))
      return customer && !customer.deleted ? (customer.metadata.userId ?? null) : null
    },

    async hasCustomer(customerId) {
      const customer = await nullIfMissing(stripe.customers.retrieve(customerId))
      return customer !== null && !customer.deleted
    },

    async deleteCustomer(customerId) {
      await nullIfMissing(stripe.customers.del(customerId))
    },

    async startSubscription({ userId, customerId, priceId, promotionId, attempt, firstChargeAt }) {
      const subscription = await withAppErrors(
        once(['sub', customerId, priceId, attempt, ...(promotionId ? [promotionId] : [])], (key) =>
          stripe.subscriptions.create(
            {
              customer: customerId,
              items: [{ price: priceId }],
              automatic_tax: { enabled: tax !== null },
              payment_behavior: 'default_incomplete',
              payment_settings: {
                save_default_payment_method: 'on_subscription',
                payment_method_types: ['card'],
              },
              metadata: { userId, ...(promotionId ? { promotion: promotionId } : {}) },
              expand: SUBSCRIPTION_PARTS,
              ...(promotionId ? { discounts: [{ promotion_code: promotionId }] } : {}),
              ...(firstChargeAt
                ? {
                    trial_end: Math.floor(firstChargeAt.getTime() / 1000),
                    // If there is no card by then, the subscription ends and nothing is owed.
                    trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
                  }
                : {}),
            },
            key,
          ),
        ),
        promotionId ? refusedCode : undefined,
      )
      return toSnapshot(subscription)
    },

    async findSubscription(id) {
      // Other characters would change the path of the request.
      if (!/^[\w-]+$/.test(id)) return null
      const found = await nullIfMissing(stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS }))
      return found && toSnapshot(found)
    },

    async listSubscriptions(customer) {
      const expand = SUBSCRIPTION_PARTS.map((part) => `data.${part}`)
      const found = await nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand }))
      // Never count a subscription that belongs to another customer.
      return (found?.data ?? [])
        .map(toSnapshot)
        .filter(({ customerId }) => customerId === customer)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    },

    async listInvoices(customer) {
      const found = await nullIfMissing(stripe.invoices.list({ customer, limit: 100 }))
      const own = (found?.data ?? []).filter((invoice) => idOf(invoice.customer) === customer)
      const hasCredits = own.some(({ post_payment_credit_notes_amount: credited }) => credited > 0)
      const credits = hasCredits ? await nullIfMissing(stripe.creditNotes.list({ customer, limit: 100 })) : null
      return own.flatMap((invoice) => {
        const notes = credits?.data.filter((note) => idOf(note.invoice) === invoice.id) ?? []
        return toInvoice(invoice, notes) ?? []
      })
    },

    async portalUrl(customer, returnUrl, flow) {
      const session = await withAppErrors(
        stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          ...(flow ? { flow_data: { type: flow } } : {}),
        }),
      )
      return session.url
    },

    async startCardSetup(customer) {
      const setup = await withAppErrors(
        stripe.setupIntents.create({
          customer,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        }),
      )
      if (!setup.client_secret) throw new AppError('unavailable', 'The card form cannot be opened right now.')
      return setup.client_secret
    },

    async customersOfMissedEvents() {
      const found = await withAppErrors(stripe.events.list({ delivery_success: false, limit: 100 }))
      return [...new Set(found.data.flatMap((event) => toEvent(event)?.customerId ?? []))]
    },
  }
}

const NOT_AN_EVENT = 'The event could not be read'

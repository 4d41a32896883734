import {
  CODE_NOT_VALID,
  OPEN_INVOICE_FIRST,
  OTHER_CURRENCY,
  RESUME_FIRST,
  UNKNOWN_PRICE,
  type Checkout,
  type Quote,
} from '#domain/billing/checkout.ts'
import type { BillingDetails } from '#domain/billing/tax.ts'
import { AppError } from '#domain/errors.ts'
import { runningSubscription, type snapshotStore } from './store.ts'
import type { BillingParts, createCustomers } from './sync.ts'

export type ChosenCheckout = { priceId: string; promotionId: string | null }

type Needs = Pick<BillingParts, 'provider' | 'lock' | 'sync'> & {
  customers: ReturnType<typeof createCustomers>
  snapshots: ReturnType<typeof snapshotStore>
  hasPromotionCodes: boolean
  hasTax: boolean
}

const NO_DETAILS = 'Billing details are not needed here.'
const NOTHING_TO_SWITCH = 'There is no subscription to switch.'

/** Which price and discount are wanted, before and during a subscription. */
export function createCheckout({ provider, lock, sync, customers, snapshots, hasPromotionCodes, hasTax }: Needs) {
  function offered(priceId: string | undefined) {
    const price = priceId === undefined ? provider.prices[0] : provider.prices.find(({ id }) => id === priceId)
    if (!price) throw new AppError('invalid-input', UNKNOWN_PRICE)
    return price
  }

  async function choose({ priceId, promotionCode }: Checkout): Promise<ChosenCheckout> {
    const { id } = offered(priceId)
    if (promotionCode === undefined) return { priceId: id, promotionId: null }
    const promotionId = hasPromotionCodes ? await provider.findPromotion(promotionCode) : null
    if (promotionId === null) throw new AppError('invalid-input', CODE_NOT_VALID)
    return { priceId: id, promotionId }
  }

  /** The stored snapshot may be older than another tab's switch, so the provider is asked. */
  async function switchable(userId: string, priceId: string) {
    const wanted = offered(priceId)
    const { subscriptionId, customerId } = runningSubscription(await snapshots.find(userId), NOTHING_TO_SWITCH)
    const current = await provider.findSubscription(subscriptionId)
    if (!current || current.customerId !== customerId || !['active', 'trialing', 'past_due'].includes(current.state))
      throw new AppError('conflict', NOTHING_TO_SWITCH)
    if (current.state === 'past_due') throw new AppError('conflict', OPEN_INVOICE_FIRST)
    if (current.cancelAt) throw new AppError('conflict', RESUME_FIRST)
    if (current.price && current.price.currency !== wanted.currency) throw new AppError('conflict', OTHER_CURRENCY)
    return { customerId, change: { id: subscriptionId, priceId }, isSame: current.priceId === priceId }
  }

  /** Without tax, nobody is asked for an address. */
  function requireTax() {
    if (!hasTax) throw new AppError('not-found', NO_DETAILS)
  }

  return {
    choose,

    async details(userId: string): Promise<BillingDetails | null> {
      requireTax()
      const row = await snapshots.find(userId)
      return row && provider.findDetails(row.customerId)
    },

    saveDetails: (userId: string, email: string, details: BillingDetails): Promise<void> => {
      requireTax()
      return lock(userId, async () => provider.saveDetails(await customers.ensure(userId, email), details))
    },

    quote: (userId: string, email: string, wanted: Checkout): Promise<Quote> =>
      lock(userId, async () => {
        const chosen = await choose(wanted)
        return provider.quoteSubscription({ ...chosen, customerId: await customers.ensure(userId, email) })
      }),

    async quoteSwitch(userId: string, priceId: string): Promise<Quote> {
      return provider.quoteSwitch((await switchable(userId, priceId)).change)
    },

    /** A second click finds the price already switched. */
    switchPrice: (userId: string, priceId: string): Promise<void> =>
      lock(userId, async (queries) => {
        const { customerId, change, isSame } = await switchable(userId, priceId)
        if (!isSame) await provider.switchPrice(change)
        await sync(queries, userId, customerId)
      }),
  }
}

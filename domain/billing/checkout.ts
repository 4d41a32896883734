import { z } from 'zod'
import { InvoiceTax, TaxBehavior } from './tax.ts'
import { OfferedPrice } from '../account/price.ts'

/** What test mode calls the plan's price. */
export const TEST_PRICE_ID = 'price_premium_monthly'

export const UNKNOWN_PRICE = 'This price is not offered.'
export const CODE_NOT_VALID = 'This promotion code is not valid.'
export const OTHER_CURRENCY = 'A running subscription keeps its currency.'
export const OPEN_INVOICE_FIRST = 'Pay the open invoice first.'
export const RESUME_FIRST = 'Your subscription is canceled. Resume it first.'

const priceId = z.string({ error: UNKNOWN_PRICE }).min(1, UNKNOWN_PRICE).max(255, UNKNOWN_PRICE)
const promotionCode = z
  .string({ error: CODE_NOT_VALID })
  .trim()
  .regex(/^[\w-]{1,100}$/, CODE_NOT_VALID)

/** Without a price, the first one offered. */
export const Checkout = z.object({ priceId: priceId.optional(), promotionCode: promotionCode.optional() })
export type Checkout = z.infer<typeof Checkout>

export const PriceChoice = z.object({ priceId })

export const Discount = z.object({
  percentOff: z.number().nullable(),
  amountOffCents: z.number().nullable(),
  currency: z.string().nullable(),
  /** Null while it lasts as long as the subscription; 0 for one payment. */
  months: z.number().nullable(),
  /** Set once it runs out at a known time. */
  endsAt: z.string().nullable(),
})
export type Discount = z.infer<typeof Discount>

/** Every amount is the payment provider's. */
export const Quote = z.object({
  currency: z.string(),
  totalCents: z.number(),
  discountCents: z.number(),
  /** What the card is charged: the total, less any credit. Below zero, the rest is credited. */
  dueCents: z.number(),
  discount: Discount.nullable(),
  tax: InvoiceTax.nullable(),
})
export type Quote = z.infer<typeof Quote>

/** What can be chosen; absent unless the operator offers more than the plan's one price. */
export const Offers = z.object({
  prices: z.array(OfferedPrice),
  hasPromotionCodes: z.boolean(),
  tax: TaxBehavior.nullable(),
})
export type Offers = z.infer<typeof Offers>

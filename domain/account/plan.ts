export const TRIAL_DAYS = 14

export const PRICE = { cents: 499, currency: 'usd', interval: 'month' } as const

/** Spec section 1: "a plan called Premium". */
export const PLAN = 'Premium'

/** "$4.99", from the one price there is. */
export const priceText = (price: typeof PRICE = PRICE) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency }).format(price.cents / 100)

/** Spec section 1, "Premium features listed to the user". */
export const PREMIUM_FEATURES = [
  'Real-time news updates',
  'Unlimited company tracking',
  'Bulk portfolio upload',
  'AI-powered news curation',
  'Advanced filtering and search',
  'Export of portfolio analytics',
]

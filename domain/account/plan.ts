export const TRIAL_DAYS = 14

export const PRICE = { cents: 499, currency: 'usd', interval: 'month' } as const

export const PLAN = 'Premium'

export const priceText = (price: typeof PRICE = PRICE) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency }).format(price.cents / 100)

export const PREMIUM_FEATURES = [
  'Real-time news updates',
  'Unlimited company tracking',
  'Bulk portfolio upload',
  'AI-powered news curation',
  'Advanced filtering and search',
  'Export of portfolio analytics',
]

export const PRICE = { cents: 499, currency: 'usd', interval: 'month' } as const

/** "$4.99", from the one price there is. */
export const priceText = (price: typeof PRICE = PRICE) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency }).format(price.cents / 100)

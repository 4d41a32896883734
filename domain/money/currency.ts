/** Unambiguous signs. "$" and "¥" alone are used for the currencies of several countries. */
export const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
  SG$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₪': 'ILS',
  '₩': 'KRW',
  '₽': 'RUB',
  '฿': 'THB',
  '₫': 'VND',
  '₦': 'NGN',
  '₱': 'PHP',
  '₺': 'TRY',
  '₴': 'UAH',
}

/** Source of a regular expression, for headlines. */
export const COMMON_SIGN = '[$€£]'

/** In running text, an ambiguous sign is read as the most common currency. */
export const TEXT_CURRENCY_SIGNS: Readonly<Record<string, string>> = { ...CURRENCY_SIGNS, $: 'USD', '¥': 'JPY' }

/**
 * Codes that people write next to an amount in running text. Not TRY, which is more likely a word: "we try 3 channels".
 */
export const TEXT_CURRENCY_CODES =
  'USD EUR GBP CHF SEK NOK DKK ISK INR SGD AUD CAD JPY CNY AED ZAR BRL MXN KRW PLN CZK HUF ILS HKD NZD'.split(' ')

/** Source of a regular expression that finds any of `TEXT_CURRENCY_SIGNS`. */
export const TEXT_CURRENCY_SIGN = Object.keys(TEXT_CURRENCY_SIGNS)
  .toSorted((a, b) => b.length - a.length)
  .map((sign) => sign.replace('$', String.raw`\$`))
  .join('|')

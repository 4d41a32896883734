import { text, webAddress } from './settings.ts'

export const ConversionSettings = {
  CONVERSION_ID: text('').describe(
    'Advertising conversion, such as `AW-123456789/label`: reported once per session after consent; empty is off',
  ),
  CONVERSION_URL: webAddress()
    .default('https://www.googleadservices.com/pagead/conversion')
    .describe('Where the visitor’s browser reports it'),
}

/** Where a browser reports a conversion, and the origin that the content policy has to allow for it. */
export type Conversion = { url: string; origin: string }

/**
 * The provider's image request for a landing conversion. An ID as its console shows it, `AW-123456789/label`, becomes
 * account and label; any other is one path segment.
 */
export function conversionOf(id: string, base: string): Conversion | null {
  if (id === '') return null
  const [, account = id, label] = /^AW-(\d+)(?:\/([\w-]+))?$/.exec(id) ?? []
  const url = new URL(`${base.replace(/\/+$/, '')}/${encodeURIComponent(account)}/`)
  if (label !== undefined) url.searchParams.set('label', label)
  url.searchParams.set('guid', 'ON')
  url.searchParams.set('script', '0')
  return { url: url.href, origin: url.origin }
}

/** An absolute web address, or null. */
export function webAddress(written: string, base: string): string | null {
  const url = URL.parse(written.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.href.length > 2000) return null
  url.hash = ''
  return url.href
}

/** The whole host of an address, as one. */
export const originOf = (url: string): string => new URL('/', url).href

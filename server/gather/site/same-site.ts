import { getDomain } from 'tldts'

/** What makes two addresses one company's: the registrable domain, or the host where there is none. */
export function siteOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? ''
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other)

/** An absolute web address, or null. */
export function webAddress(written: string, base: string): string | null {
  const url = URL.parse(written.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.href.length > 2000) return null
  url.hash = ''
  return url.href
}

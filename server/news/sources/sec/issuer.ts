import { nameKey } from '#domain/companies/company-key.ts'
import { isOwnAddress, siteOf } from '../../site/site.ts'
import type { TrackedCompany } from '../source.ts'
import type { Filing } from './filing.ts'

/**
 * Two companies seldom share a name of several words, but a single word such as "Compass" is used by many. For those,
 * the filing's city must be one that the company's own site mentions.
 */
export function isSureIssuer(trackedCompany: TrackedCompany, { issuer, place }: Pick<Filing, 'issuer' | 'place'>) {
  if (nameKey(issuer).includes(' ')) return true
  const city = cityIn(place)
  return city !== '' && trackedCompany.facts.some(({ kind, value }) => kind === 'place' && cityIn(value) === city)
}

const cityIn = (place: string) => place.split(',')[0]?.trim().toLowerCase() ?? ''

/** Issuers write their website in different ways: "www.acme.com", "https://acme.com/invest". */
export function isWebsiteOf({ website, domain }: TrackedCompany, written: string): boolean {
  const own = siteOf(website ?? domain ?? '')
  return own === null || isOwnAddress(own, written)
}

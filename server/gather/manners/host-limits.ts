import { getDomain } from 'tldts'

/** How often somebody may be asked: steadily so many a second, and so many at once after a rest. */
export type Limit = {
  /** Whom it counts for: everything that bears this name is counted together. */
  name: string
  perSecond: number
  burst: number
  /** Whether all processes count together; they do where each of them asks the same service. */
  isShared: boolean
}

const shared = (name: string, perSecond: number, burst: number): Limit => ({
  name,
  perSecond,
  burst,
  isShared: true,
})

/** Both addresses of the commission count together: it allows 10 a second. */
const SEC = shared('sec', 8, 2)

/** By the setting that says where the service is. In any span of time no more than `burst + perSecond × span` go out. */
const LIMITS = {
  // 10,000 an hour.
  HACKER_NEWS_URL: shared('hacker-news', 2.5, 500),
  SEC_URL: SEC,
  SEC_SEARCH_URL: SEC,
  // 2 a second.
  LEVER_URL: shared('lever', 1.9, 1),
  // 1 in 5 seconds.
  GDELT_URL: shared('gdelt', 0.19, 1),
  // The others name no number; this is what nobody minds.
  GREENHOUSE_URL: shared('greenhouse', 4, 8),
  ASHBY_URL: shared('ashby', 4, 8),
  GITHUB_URL: shared('github', 2, 20),
  GOOGLE_NEWS_URL: shared('google-news', 0.5, 5),
  BING_NEWS_URL: shared('bing-news', 0.5, 5),
}

/** Where each service is: the public address, or the one that the operator named instead. */
export type ServiceOrigins = Record<keyof typeof LIMITS, string>

/** A site that says nothing: a survey with all its pages fits into the burst, and then it is a page a second. */
const ANY_SITE = { perSecond: 1, burst: 30 }

/** Which limit an address falls under. A limit follows the service, wherever the operator says that it is. */
export function createLimits(origins: ServiceOrigins): (url: string) => Limit {
  const services = (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .map((setting) => ({ limit: LIMITS[setting], prefix: `${origins[setting].replace(/\/+$/, '')}/` }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)

  return (address) => {
    const url = URL.parse(address)
    const known = url && services.find(({ prefix }) => url.href.startsWith(prefix))
    if (known) return known.limit
    if (/(?:^|\.)sec\.gov$/.test(url?.hostname ?? '')) return SEC
    return {
      ...ANY_SITE,
      name: getDomain(address, { allowPrivateDomains: true }) ?? url?.host ?? '',
      isShared: false,
    }
  }
}

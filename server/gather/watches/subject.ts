import { getDomain } from 'tldts'

/** Which shared record a company belongs to: its registrable domain, else its name. */
export type SubjectKey = { key: string; website: string | null; domain: string | null; name: string }

export function subjectKey(company: { name: string; nameKey: string; website: string | null }): SubjectKey {
  const url = company.website ? URL.parse(company.website) : null
  const domain = url ? (getDomain(url.hostname, { allowPrivateDomains: true }) ?? siteOf(url)) : null
  if (!url || domain === null)
    return { key: `name:${company.nameKey}`, website: null, domain: null, name: company.nameKey }
  // A page on somebody else's site (a profile, a repository) is a subject of its own.
  const isOwnSite = url.pathname === '/' || !SHARED_SITES.has(domain)
  const website = isOwnSite ? url.origin : url.origin + url.pathname
  return {
    key: isOwnSite ? siteOf(url, domain) : `${domain}${url.pathname.replace(/\/$/, '')}`,
    website,
    domain,
    name: nameOf(domain),
  }
}

/** Hosts without a registrable domain, such as addresses on one's own network, are told apart by port. */
const siteOf = (url: URL, domain?: string) =>
  url.port ? `${url.hostname}:${url.port}` : (domain ?? url.hostname)

/** As people would write it: "cedar-robotics" is Cedar Robotics. */
const nameOf = (domain: string) =>
  /^[\d.:[\]a-f]+$/.test(domain)
    ? domain
    : (domain.split('.')[0] ?? domain)
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')

const SHARED_SITES = new Set(
  'linkedin.com github.com gitlab.com facebook.com x.com twitter.com instagram.com medium.com angel.co wellfound.com crunchbase.com ycombinator.com notion.site google.com apple.com'.split(
    ' ',
  ),
)

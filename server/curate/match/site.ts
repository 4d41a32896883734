import { parse } from 'tldts'

const LONGEST = 2000
const SHARED = { allowPrivateDomains: true, validateHostname: false }

/** Where everybody has a page, a page is a site of its own. */
const HOSTS_OF_MANY = new Set(
  `angel.co apple.com crunchbase.com facebook.com github.com gitlab.com google.com instagram.com linkedin.com medium.com
  notion.site substack.com t.me tiktok.com twitter.com wellfound.com x.com ycombinator.com youtube.com`.split(
    /\s+/,
  ),
)

export type Site = {
  /** What makes two addresses the same: the registered domain, with the first step of the path where many share it. */
  key: string
  /** What somebody chose of the domain: "acme" of www.acme.co.uk; empty where many share it. */
  label: string
}

export function siteOf(address: string): Site | null {
  const { domain, domainWithoutSuffix } = parse(address.slice(0, LONGEST), SHARED)
  if (domain === null) return null
  if (!HOSTS_OF_MANY.has(domain))
    return { key: domain, label: (domainWithoutSuffix ?? '').replaceAll(/[^a-z0-9]/g, '') }
  const step = address
    .slice(0, LONGEST)
    .replace(/^[a-z]+:\/\//i, '')
    .split(/[/?#]/)[1]
  return step ? { key: `${domain}/${step.toLowerCase()}`, label: '' } : null
}

/** Whether a text names the site, as in "visit acme.com", and not one whose name only ends with it. */
export function namesSite(text: string, site: string): boolean {
  for (let at = text.indexOf(site); at >= 0; at = text.indexOf(site, at + site.length)) {
    const [before, after] = [text.charAt(at - 1), text.slice(at + site.length, at + site.length + 2)]
    if (!/[\p{L}\p{N}-]/u.test(before) && !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(after)) return true
  }
  return false
}

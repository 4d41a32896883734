import { parse } from 'tldts'
import { isCaseless, isHostByName, isHostByPath, isOwnPart, isParking, ownerSteps } from './shared-hosts.ts'

/** Where a company is on the web: a host, or a part of one. */
export type Site = {
  /** What makes two addresses one site: the host without `www.`, and the path where it has one. */
  key: string
  /** The same as an address to begin at, whatever its users typed. */
  url: string
  /** Without `www.`, with the port where one is named. */
  host: string
  path: string
  /** The path below which everything is its own; empty for the whole host. */
  scope: string
  /** The registered label: "acme" of www.acme.co.uk, "petfood" of petfood.wordpress.com; empty where a path is the name. */
  label: string
  /** The host belongs to somebody else, such as a site builder. */
  isShared: boolean
  /** The front page of such a host itself, not of a site there. */
  isHostOfMany: boolean
}

const LONGEST = 2000
const SUFFIXES = { allowPrivateDomains: true }

/** The site that an address is at; null for what is no web address. */
export function siteOf(address: string): Site | null {
  const written = address.trim().slice(0, LONGEST)
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username) return null
  const name = url.hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '')
  const host = name + (url.port ? `:${url.port}` : '')
  const domain = registeredDomain(name) ?? name
  const isTenant = name !== domain && isHostByName(domain)
  const byPath = isHostByPath(domain) && !isTenant
  const isShared = byPath || isTenant || isHostByName(domain) || isParking(domain)
  const path = pathOf(url, byPath ? domain : null)
  const isWhole = path === '' || (!byPath && isLanding(path))
  // On a port that it names, a site is behind one scheme alone; elsewhere http and https are the same site.
  const scheme = url.port && url.protocol === 'http:' ? 'http://' : ''
  return {
    key: `${scheme}${host}${path}`,
    url: `${scheme || 'https://'}${host}${path || '/'}`,
    host,
    path,
    scope: isWhole ? '' : path,
    label: isWhole ? labelOf(name, isTenant ? domain : null) : '',
    isShared,
    isHostOfMany: isShared && isWhole && !isTenant,
  }
}

/** The registered domain, at a shared host the host's; null where there is none. */
export function registeredDomain(host: string): string | null {
  const { domain } = parse(host, { allowPrivateDomains: false })
  if (domain !== null && (isHostByName(domain) || isHostByPath(domain))) return domain
  return parse(host, SUFFIXES).domain
}

/** Whose pages an address is one of: a name at a shared host is its own. */
export function publisherDomain(address: string): string | null {
  const host = URL.parse(address)?.hostname ?? ''
  const domain = parse(host, SUFFIXES).domain
  if (domain === null || !isHostByName(domain) || host === domain) return domain
  const label = labelOf(host, domain)
  return label === '' || label === 'www' ? domain : `${label}.${domain}`
}

/** Whether an address is a page of the site. */
export function isInSite(site: Site, address: string | Site): boolean {
  const other = typeof address === 'string' ? siteOf(address) : address
  if (!other || other.host !== site.host) return false
  if (site.path.includes('?')) return other.key === site.key
  if (site.isHostOfMany) return other.scope === ''
  return site.scope === '' || withoutQuery(other.path) === site.scope || other.path.startsWith(`${site.scope}/`)
}

/** The same, or on a part that the organization of a host gave a name of its own, such as blog.acme.com. */
export function isOwnAddress(site: Site, address: string | Site): boolean {
  const other = typeof address === 'string' ? siteOf(address) : address
  if (!other) return false
  if (isInSite(site, other)) return true
  const ahead = site.scope === '' && !site.isShared ? aheadOf(other.host, site.host) : null
  return ahead !== null && isOwnPart(ahead)
}

/** Every key that a site could have of which the address is a page. */
export function possibleOwners(address: string): string[] {
  const site = siteOf(address)
  if (!site) return []
  const root = site.key.slice(0, site.key.length - site.path.length)
  const steps = withoutQuery(site.path).split('/').slice(1, MOST_STEPS)
  const paths = steps.map((_, at) => `${root}/${steps.slice(0, at + 1).join('/')}`)
  const [part = '', ...rest] = site.host.split('.')
  const parent = rest.length > 1 && isOwnPart(part) && !site.isShared ? [rest.join('.')] : []
  return [...new Set([site.key, ...paths, root, ...parent])]
}

/** What stands before a host in the name of another one below it; null where it is not below. */
export const aheadOf = (host: string, parent: string): string | null =>
  host.endsWith(`.${parent}`) ? host.slice(0, -parent.length - 1) : null

/** Whether a text names the site, as in "visit acme.com", and not one whose name only ends with it. */
export function namesSite(text: string, site: Site): boolean {
  const name = site.key.toLowerCase()
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const before = text.slice(Math.max(0, at - 20), at)
    const after = text.slice(at + name.length, at + name.length + 2)
    if (/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(after)) continue
    if (site.isHostOfMany && /^\/[\p{L}\p{N}@]/u.test(after)) continue
    const part = /([\p{L}\p{N}-]*)\.$/u.exec(before)?.[1]
    if (part === undefined ? !/[\p{L}\p{N}-]$/u.test(before) : isPartOf(site, part)) return true
  }
  return false
}

const isPartOf = (site: Site, part: string) =>
  part === '' || part === 'www' || (isOwnPart(part) && site.scope === '' && !site.isShared)

const MOST_STEPS = 5
const INDEX = /\/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$/i
const NOT_THE_PAGE =
  /^(?:utm_.*|mc_.*|_hs.*|_ga|_gl|ref|ref_src|referrer|source|src|via|gclid|fbclid|msclkid|igshid|trk)$/i

/** Without the slash at its end and tracking parameters. */
function pathOf(url: URL, sharedBy: string | null): string {
  const most = sharedBy === null ? null : ownerSteps(sharedBy)
  const steps = url.pathname
    .replace(INDEX, '')
    .split('/')
    .filter((step) => step !== '')
  const kept = most === null ? steps : steps.slice(0, most)
  const path = kept.map((step) => `/${step}`).join('')
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !NOT_THE_PAGE.test(name)))
  query.sort()
  const search = most === null && query.size > 0 ? `${path === '' ? '/' : ''}?${query}` : ''
  return sharedBy !== null && isCaseless(sharedBy) ? (path + search).toLowerCase() : path + search
}

const withoutQuery = (path: string) => path.replace(/\?.*$/, '').replace(/\/$/, '')

const LANDING = new Set(
  `home homepage index start welcome main default about about-us aboutus company contact contact-us team product products
  pricing platform solutions services customers careers jobs news newsroom press blog media investors learn-more
  en de fr es it pt nl sv no nb da fi pl cs sk ja zh ko ru tr ar he hu ro el uk bg et lt lv hr sl vi th id`.split(
    /\s+/,
  ),
)

/** A page that every site has, such as /about: it stands for the whole host. */
function isLanding(path: string): boolean {
  const steps = path.replace(/^\//, '').toLowerCase().split('/')
  return steps.length <= 2 && steps.every((step) => LANDING.has(step) || /^[a-z]{2}[-_][a-z]{2,4}$/.test(step))
}

function labelOf(name: string, sharedBy: string | null): string {
  const label =
    sharedBy === null ? parse(name, SUFFIXES).domainWithoutSuffix : aheadOf(name, sharedBy)?.split('.').at(-1)
  return label ?? ''
}

/** An absolute web address, or null. */
export function webAddress(written: string, base: string): string | null {
  const url = URL.parse(written.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.href.length > 2000) return null
  url.hash = ''
  return url.href
}

/** The whole host of an address, as one. */
export const originOf = (url: string): string => new URL('/', url).href

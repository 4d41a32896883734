import { parse } from 'tldts'
import { isCaseless, isHostByName, isHostByPath, isOwnPart, isParking, ownerSteps } from './shared-hosts.ts'

export type Site = {
  /** The host without `www.`, plus the path if there is one. URLs with the same key are the same site. */
  key: string
  /** Where a scan starts, regardless of how users typed the URL. */
  url: string
  /** Without `www.`, with the port if one is given. */
  host: string
  path: string
  /** The path prefix that belongs to the site; empty for the whole host. */
  scope: string
  /** "acme" in www.acme.co.uk, "petfood" in petfood.wordpress.com; empty if a path is the name. */
  label: string
  /** The host belongs to somebody else, such as a site builder. */
  isShared: boolean
  /** The front page of a shared host itself. */
  isHostOfMany: boolean
}

const LONGEST = 2000
const SUFFIXES = { allowPrivateDomains: true }

/** Null if it's not a web address. */
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
  // With an explicit port the scheme matters; elsewhere http and https are the same site.
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

export function registeredDomain(host: string): string | null {
  const { domain } = parse(host, { allowPrivateDomains: false })
  if (domain !== null && (isHostByName(domain) || isHostByPath(domain))) return domain
  return parse(host, SUFFIXES).domain
}

export function publisherDomain(address: string): string | null {
  const host = URL.parse(address)?.hostname ?? ''
  const domain = parse(host, SUFFIXES).domain
  if (domain === null || !isHostByName(domain) || host === domain) return domain
  const label = labelOf(host, domain)
  return label === '' || label === 'www' ? domain : `${label}.${domain}`
}

export function isInSite(site: Site, address: string | Site): boolean {
  const other = typeof address === 'string' ? siteOf(address) : address
  if (!other || other.host !== site.host) return false
  if (site.path.includes('?')) return other.key === site.key
  if (site.isHostOfMany) return other.scope === ''
  return site.scope === '' || withoutQuery(other.path) === site.scope || other.path.startsWith(`${site.scope}/`)
}

/** The same site, or a subdomain such as blog.acme.com. */
export function isOwnAddress(site: Site, address: string | Site): boolean {
  const other = typeof address === 'string' ? siteOf(address) : address
  if (!other) return false
  if (isInSite(site, other)) return true
  const ahead = site.scope === '' && !site.isShared ? aheadOf(other.host, site.host) : null
  return ahead !== null && isOwnPart(ahead)
}

export function possibleOwners(address: string): string[] {
  const site = siteOf(address)
  if (!site) return []
  const root = site.key.slice(0, site.key.length - site.path.length)
  const steps = withoutQuery(site.path).split('/').slice(1, MAX_STEPS)
  const paths = steps.map((_, at) => `${root}/${steps.slice(0, at + 1).join('/')}`)
  const [part = '', ...rest] = site.host.split('.')
  const parent = rest.length > 1 && isOwnPart(part) && !site.isShared ? [rest.join('.')] : []
  return [...new Set([site.key, ...paths, root, ...parent])]
}

/** The subdomain part; null if `host` isn't below `parent`. */
export const aheadOf = (host: string, parent: string): string | null =>
  host.endsWith(`.${parent}`) ? host.slice(0, -parent.length - 1) : null

/** Matches "visit acme.com", but not a longer name that ends with it. */
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

const MAX_STEPS = 5
const INDEX = /\/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$/i
const NOT_THE_PAGE =
  /^(?:utm_.*|mc_.*|_hs.*|_ga|_gl|ref|ref_src|referrer|source|src|via|gclid|fbclid|msclkid|igshid|trk)$/i

function pathOf(url: URL, sharedBy: string | null): string {
  const max = sharedBy === null ? null : ownerSteps(sharedBy)
  const steps = url.pathname
    .replace(INDEX, '')
    .split('/')
    .filter((step) => step !== '')
  const kept = max === null ? steps : steps.slice(0, max)
  const path = kept.map((step) => `/${step}`).join('')
  const query = max === null && url.search !== '' ? queryOf(url) : ''
  const search = query === '' ? '' : `${path === '' ? '/' : ''}?${query}`
  return sharedBy !== null && isCaseless(sharedBy) ? (path + search).toLowerCase() : path + search
}

function queryOf(url: URL): string {
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !NOT_THE_PAGE.test(name)))
  query.sort()
  return query.toString()
}

const withoutQuery = (path: string) => path.replace(/\?.*$/, '').replace(/\/$/, '')

const LANDING = new Set(
  `home homepage index start welcome main default about about-us aboutus company contact contact-us team product products
  pricing platform solutions services customers careers jobs news newsroom press blog media investors learn-more
  en de fr es it pt nl sv no nb da fi pl cs sk ja zh ko ru tr ar he hu ro el uk bg et lt lv hr sl vi th id`.split(
    /\s+/,
  ),
)

/** A page that every site has, such as /about, stands for the whole host. */
function isLanding(path: string): boolean {
  const steps = path.replace(/^\//, '').toLowerCase().split('/')
  return steps.length <= 2 && steps.every((step) => LANDING.has(step) || /^[a-z]{2}[-_][a-z]{2,4}$/.test(step))
}

function labelOf(name: string, sharedBy: string | null): string {
  const label =
    sharedBy === null ? parse(name, SUFFIXES).domainWithoutSuffix : aheadOf(name, sharedBy)?.split('.').at(-1)
  return label ?? ''
}

export function webAddress(written: string, base: string): string | null {
  const url = URL.parse(written.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.href.length > 2000) return null
  url.hash = ''
  return url.href
}

export const originOf = (url: string): string => new URL('/', url).href

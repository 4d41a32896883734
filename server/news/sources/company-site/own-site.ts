import { isHostByName, isHostByPath, isParking } from '../../site/shared-hosts.ts'
import { aheadOf, isOwnAddress, registeredDomain, siteOf, type Site, originOf } from '../../site/site.ts'
import type { Page } from './page.ts'

/** Evidence that two sites belong to one company; the first is then tracked as the second. */
export type SiteJoin = { from: Site; to: Site; evidence: 'redirect' | 'canonical' | 'feed' }

export type SiteEvidence = { trackedCompanyId: number; joins: SiteJoin[]; feeds: string[] }

export function isOwnFeed(site: Site, address: string): boolean {
  const feed = siteOf(address)
  if (!feed) return false
  if (isOwnAddress(site, feed)) return true
  if (feed.host === site.host) return site.isShared && namesOwner(site, address)
  if (isHostByName(feed.host) && !isHostByPath(feed.host)) return false
  if (feed.isHostOfMany || aheadOf(site.host, feed.host) !== null) return false
  if (aheadOf(feed.host, site.host) !== null) return site.scope === '' && !site.isShared
  return !areNeighbors(site, feed)
}

/** Shared hosts keep feeds separate from pages, as in /feed/@acme. */
const namesOwner = (site: Site, address: string) => {
  const owner = site.path.split('/').at(-1) ?? ''
  return owner !== '' && new URL(address).pathname.toLowerCase().split('/').includes(owner)
}

const domainOf = ({ host }: Site) => registeredDomain(host.replace(/:\d+$/, ''))
export const areNeighbors = (one: Site, other: Site) => domainOf(one) !== null && domainOf(one) === domainOf(other)

const NO_SITE =
  /(?:log-?in|sign-?in|sign-?up|auth|authwall|sso|captcha|consent|suspended|expired|parking|not-?found|error|404|typo)(?:[/?.]|$)/i

/**
 * `join`: the other site is the company's own; `follow`: a page shown in place of the site; `nowhere`: a page that
 * hosts show for anything that was removed.
 */
export function whereLeads(site: Site, landed: Site): 'join' | 'follow' | 'nowhere' {
  if (landed.isHostOfMany || isParking(domainOf(landed) ?? '') || NO_SITE.test(landed.path)) return 'nowhere'
  if (landed.host === site.host) return landed.scope === '' ? 'nowhere' : 'follow'
  return landed.scope === '' ? 'join' : 'follow'
}

export const wholeSite = (site: Site): Site =>
  (site.scope === '' && site.path !== '' ? siteOf(originOf(site.url)) : null) ?? site

/** Canonical URLs can't always be trusted, because some templates name their makers. */
export const isSamePage = (one: Page, other: Page): boolean => {
  const names = (page: Page) => new Set([page.title, page.siteName, ...page.names].map(letters))
  return [...names(one)].some((name) => name !== '' && names(other).has(name))
}

export const areOfOneDomain = (one: Site, other: Site) =>
  one.host.replace(/:\d+$/, '') === other.host.replace(/:\d+$/, '') ||
  (!one.isShared && !other.isShared && areNeighbors(one, other))

export function joinByFeed(one: Site, other: Site, feed: string): SiteJoin | null {
  const [to, from] = isBroader(one, other) ? [one, other] : [other, one]
  if (!isBroader(to, from)) return null
  const isOfOne = isOwnAddress(to, feed) || isOwnAddress(from, feed)
  return isOfOne ? { from, to, evidence: 'feed' } : null
}

const isBroader = (one: Site, other: Site): boolean =>
  one.path === '' &&
  !one.isShared &&
  ((one.host === other.host && other.path !== '' && other.scope === '') ||
    (aheadOf(other.host, one.host) !== null && other.scope === ''))

const letters = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What a page or feed on another host calls itself, and where it links. */
export type Named = { url: string; titles: (string | null)[]; links: string[] }

/** A linked blog belongs to the site if it links back to it or is named after the company or the site. */
export function isBlogOf(site: Site, companyNames: string[], { url, titles, links }: Named): boolean {
  const names = [site.label, ...companyNames].map(letters).filter((name) => name.length > 2)
  const blog = siteOf(url)
  const owners = [blog?.label ?? '', blog?.path.split('/')[1] ?? '', ...titles].map(letters)
  return (
    links.some((link) => isOwnAddress(site, link)) || owners.some((owner) => names.some((name) => isIn(name, owner)))
  )
}

/** Matches "Acme" in "The Acme Blog"; a short name must match as a whole. */
const isIn = (name: string, owner: string) => owner === name || (name.length > 3 && owner.includes(name))

import { isInSite, isOwnAddress, siteOf, type Site } from '../../site/site.ts'
import type { Fetch, Fetched } from '../../../platform/fetch/fetch.ts'
import { parseFeed } from '../../formats/feed/parse-feed.ts'
import { EMPTY_MEMORY, type SourceResult, type FactKind, type TrackedCompany } from '../source.ts'
import { createSiteRequests, firstPage, PAGE_ACCEPT } from './site-requests.ts'
import { isNewsAddress } from './newsroom.ts'
import {
  githubOrganization,
  specialFeeds,
  specialFeedsOfPage,
  isStillThere,
  wellKnownFeeds,
  wellKnownPages,
} from './known-sites.ts'
import { readPage, type Page } from './page.ts'
import { areOfOneDomain, isOwnFeed, isSamePage, whereLeads, wholeSite, type SiteJoin } from '../../site/own-site.ts'
import { readSitemap, sitemapsIn } from '../../formats/xml/sitemap.ts'
import { FEED_ACCEPT, readFeedAnswer } from '../feed.ts'

export type FoundFact = { kind: FactKind; value: string; foundAt: string }

export type Discovery = {
  /**
   * `dead`: no answer; `blocked`: the site refuses us; `too-slow`: out of time; `no-feed`: it answers, other watches
   * must do.
   */
  state: 'found' | 'no-feed' | 'blocked' | 'dead' | 'too-slow' | 'no-website'
  facts: FoundFact[]
  /** Each feed found, with its first result, so that it is not requested twice. */
  feeds: { url: string; result: SourceResult }[]
  joins: SiteJoin[]
  /** Worded for the user. */
  notes: string[]
  retryAt: Date | null
  requests: number
}

type Needs = {
  fetch: Fetch
  now: Date
  /** According to robots.txt. The front page and feeds are public. */
  mayFetch: (url: string) => Promise<boolean>
  signal?: AbortSignal
}

const MAX_REQUESTS = 12
/** Reserved for robots.txt and two sitemaps. */
const FOR_SITEMAPS = 3
const MAX_FEEDS = 3

export async function discover(
  trackedCompany: TrackedCompany,
  { fetch, now, mayFetch, signal }: Needs,
): Promise<Discovery> {
  const website = siteOf(trackedCompany.website ?? trackedCompany.domain ?? '')
  const requests = createSiteRequests(fetch, MAX_REQUESTS, signal)
  const found: Omit<Discovery, 'state' | 'requests' | 'retryAt'> = {
    facts: [],
    feeds: [],
    joins: [],
    notes: [],
  }
  const end = (state: Discovery['state']): Discovery => {
    // What an unfinished scan did not find may still be there.
    const isCutShort = signal?.aborted === true && found.feeds.length === 0
    const sent = { retryAt: requests.retryAt(), requests: requests.count() }
    return { ...found, ...sent, ...(isCutShort ? { state: 'too-slow', notes: [TOO_SLOW] } : { state }) }
  }
  if (website === null) return end('no-website')
  const own: Site = website
  let site = own
  const start = own.url

  const keep = (kind: FactKind, value: string | null, foundAt: string) => {
    if (value !== null && !found.facts.some((fact) => fact.kind === kind && fact.value === value))
      found.facts.push({ kind, value, foundAt })
  }
  const special = new Set(specialFeeds(start))
  const mayKeepFeed = (url: string) => special.has(url) || isOwnFeed(site, url)
  const keepFeed = (answer: Fetched, requestedUrl: string, foundAt: string): boolean => {
    if (found.feeds.some(({ url }) => url === requestedUrl || url === answer.url)) return true
    if (!mayKeepFeed(answer.url)) return false
    const result = readFeedAnswer(answer, requestedUrl, EMPTY_MEMORY, now)
    if (!GOOD.has(result.state)) return false
    keep('feed', requestedUrl, foundAt)
    found.feeds.push({ url: requestedUrl, result })
    return true
  }
  const tryFeeds = async (candidates: string[], foundAt: string, max: number, isGuess = false) => {
    for (const candidate of candidates.filter(mayKeepFeed).slice(0, max)) {
      if (found.feeds.length >= MAX_FEEDS || requests.left() <= FOR_SITEMAPS) return
      const answer = await requests.get(candidate, FEED_ACCEPT)
      if (!answer || (isGuess && !isStillThere(candidate, answer.url))) continue
      // One guessed feed is enough: the others are mostly the same under another name.
      if (keepFeed(answer, candidate, isGuess ? answer.url : foundAt) && isGuess) return
    }
  }

  let isDisallowed = false
  const organization = githubOrganization(start)
  keep('github', organization, start)
  await tryFeeds([...special], start, 1)

  let first = await firstPage(own, requests)
  if (!first) {
    found.notes.push(requests.isRefused() ? REFUSED : (requests.problem() ?? UNREACHABLE))
    return end(found.feeds.length > 0 ? 'found' : requests.isRefused() ? 'blocked' : 'dead')
  }
  if (keepFeed(first, start, start)) {
    const home = parseFeed(first.bytes, first.headers['content-type'] ?? null, first.url)?.siteUrl
    const page = home && isOwnAddress(site, home) ? await requests.get(home, PAGE_ACCEPT) : null
    if (!page) return end('found')
    first = page
  }
  const landed = siteOf(first.url)
  if (landed && !isOwnAddress(own, landed)) {
    const leads = whereLeads(own, landed)
    if (leads === 'join') {
      found.joins.push({ from: own, to: wholeSite(landed), evidence: 'redirect' })
      return end('found')
    }
    found.notes.push(`The website leads to another site: ${new URL(first.url).hostname}.`)
    if (leads === 'nowhere') return end('no-feed')
    site = landed
  } else if (landed) keepInnerJoin(landed, 'redirect')
  const page = toPage(first, site)
  if (await isNamedElsewhere(page)) return end('found')
  keepPage(page, keep)
  for (const url of specialFeedsOfPage(page.url, page.canonicalUrl)) special.add(url)
  await tryFeeds([...special, ...page.feeds.filter((url) => !isComments(url))], page.url, MAX_FEEDS)

  await findBoards(page)
  if (found.feeds.length === 0) await pollNewsrooms(page)
  if (found.feeds.length === 0) await tryFeeds(wellKnownFeeds(page.url).filter(isInside), page.url, 4, true)
  if (found.feeds.length === 0) await findSitemap(page.url)
  if (found.feeds.length > 0) return end('found')
  found.notes.push(isDisallowed ? DISALLOWED : NO_FEED)
  return end('no-feed')

  /** A page on the same host, such as its English front page, is the site under another URL. */
  function keepInnerJoin(from: Site, evidence: SiteJoin['evidence']) {
    if (from.key !== own.key && from.host === own.host && from.scope === '' && own.path === '')
      found.joins.push({ from, to: own, evidence })
  }

  async function isNamedElsewhere(home: Page): Promise<boolean> {
    const named = home.canonicalUrl === null ? null : siteOf(home.canonicalUrl)
    if (!named || home.canonicalUrl === null || site !== own) return false
    if (isOwnAddress(own, named)) {
      keepInnerJoin(named, 'canonical')
      return false
    }
    if (whereLeads(own, named) !== 'join') return false
    const answer = await requests.get(home.canonicalUrl, PAGE_ACCEPT)
    const answeredBy = answer && siteOf(answer.url)
    if (!answer || !answeredBy || !isOwnAddress(named, answeredBy)) return false
    if (!areOfOneDomain(own, named) && !isSamePage(home, toPage(answer, named))) return false
    found.joins.push({ from: own, to: wholeSite(named), evidence: 'canonical' })
    return true
  }

  function isInside(url: string) {
    return isInSite(site, url)
  }

  /** The job board is rarely on the front page, mostly on the careers page. */
  async function findBoards({ boards, careers: [careers] }: Page) {
    if (boards.length > 0 || careers === undefined || !(await mayFetch(careers))) return
    const answer = await requests.get(careers, PAGE_ACCEPT)
    if (!answer || !isOwnAddress(site, answer.url)) return
    for (const { kind, value } of toPage(answer, site).boards) keep(kind, value, answer.url)
  }

  async function pollNewsrooms(home: Page) {
    const linked = home.newsrooms.length > 0
    for (const address of (linked ? home.newsrooms : wellKnownPages(home.url, site.scope)).slice(0, 3)) {
      if (found.feeds.length > 0 || requests.left() <= FOR_SITEMAPS + 2) return
      if (!(await mayFetch(address))) {
        isDisallowed = true
        continue
      }
      const answer = await requests.get(address, PAGE_ACCEPT)
      if (!answer || !isOwnAddress(site, answer.url) || (!linked && !isStillThere(address, answer.url))) continue
      if (keepFeed(answer, address, home.url)) return
      const newsroom = toPage(answer, site)
      if (newsroom.links.some(({ url }) => isNewsAddress(url, answer.url)))
        keep('newsroom', answer.url, linked ? home.url : answer.url)
      for (const board of newsroom.boards) keep(board.kind, board.value, answer.url)
      await tryFeeds(
        newsroom.feeds.filter((url) => !isComments(url)),
        answer.url,
        1,
      )
      if (found.feeds.length === 0)
        await tryFeeds(
          wellKnownFeeds(answer.url).filter((url) => isOwnAddress(site, url)),
          answer.url,
          1,
          true,
        )
    }
  }

  async function findSitemap(home: string) {
    const robots = await requests.get(new URL('/robots.txt', home).href, 'text/plain')
    const named = robots ? sitemapsIn(robots.bytes.toString('utf8'), robots.url) : []
    for (const address of [
      ...named.filter((url) => isOwnAddress(site, url)),
      new URL(`${site.scope}/sitemap.xml`, home).href,
    ].slice(0, 2)) {
      const answer = await requests.get(address, 'application/xml, text/xml, */*;q=0.5')
      const sitemap = answer && readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
      if (!sitemap) continue
      const hasNews =
        sitemap.kind === 'index' || sitemap.entries.some(({ url, title }) => title !== null || isNewsAddress(url))
      if (!hasNews) continue
      keep('sitemap', address, named.includes(address) ? (robots?.url ?? address) : address)
      return
    }
  }
}

const toPage = (answer: Fetched, site: Site): Page =>
  readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url, site)

function keepPage(page: Page, keep: (kind: FactKind, value: string | null, foundAt: string) => void) {
  keep('title', page.title, page.url)
  keep('description', page.description, page.url)
  keep('text', page.text, page.url)
  for (const name of [page.siteName, ...page.names]) keep('name', name, page.url)
  for (const person of page.people) keep('person', person, page.url)
  for (const place of page.places) keep('place', place, page.url)
  for (const address of page.careers.slice(0, 2)) keep('careers', address, page.url)
  for (const { kind, value } of page.boards) keep(kind, value, page.url)
  keep('github', page.github, page.url)
}

const isComments = (url: string) => /comments?(?:\/|$)/i.test(url)
const GOOD = new Set<SourceResult['state']>(['ok', 'empty', 'partial'])
const TOO_SLOW = 'The website is too slow: we could not scan it in time.'
const UNREACHABLE = 'The website could not be reached.'
const REFUSED = 'The website does not let us read it.'
const DISALLOWED = 'The site does not allow automated access.'
const NO_FEED = 'The website has no feed that could be found.'

import type { Fetched } from '../../../platform/fetch/fetch.ts'
import type { SiteJoin } from './own-site.ts'
import { isOwnAddress, siteOf } from '../../site/site.ts'
import type { DiscoveredWatch, FactKind, SourceResult, TrackedCompany } from '../source.ts'
import { keepTopics, readAboutPage } from './about-page.ts'
import { findBlogs, findChannels } from './channels.ts'
import { feedsOf, findLists } from './lists/find-lists.ts'
import { readFrontPage, toPage } from './front-page.ts'
import { lostDomain } from './lost-domain.ts'
import { DISALLOWED } from '../poll-result.ts'
import { githubOrganization, specialFeeds, specialFeedsOfPage } from './known-sites.ts'
import type { Page } from './page.ts'
import { createScan, type Scan, type ScanNeeds } from './scan.ts'
import { PAGE_ACCEPT } from './site-requests.ts'

export type FoundFact = { kind: FactKind; value: string; foundAt: string }

export type Discovery = {
  /**
   * `dead`: no response; `blocked`: the site, or what may be its news, refuses requests or can't be read; `lost`: the
   * domain is no longer the company's; `too-slow`: out of time; `no-feed`: it responds, but other watches are needed.
   */
  state: 'found' | 'no-feed' | 'blocked' | 'dead' | 'lost' | 'too-slow' | 'no-website'
  facts: FoundFact[]
  /** Each feed found, with its first result, so that it isn't requested twice. */
  feeds: { url: string; result: SourceResult }[]
  /** Lists of posts and sitemaps with their first result, used if there is no active feed. */
  pages: DiscoveredWatch[]
  joins: SiteJoin[]
  /** User-facing messages. */
  notes: string[]
  retryAt: Date | null
  requests: number
}

const MAX_DECLARED = 5

export async function discover(trackedCompany: TrackedCompany, needs: ScanNeeds): Promise<Discovery> {
  const own = siteOf(trackedCompany.website ?? trackedCompany.domain ?? '')
  if (own === null) return { ...NOTHING, state: 'no-website' }
  const scan = createScan(own, needs)
  const special = specialFeeds(own.url)
  scan.keep('github', githubOrganization(own.url), own.url)
  await scan.tryFeeds(special, { foundAt: own.url, max: 1, isOurs: () => true })

  const { joins, note, next } = await readFrontPage(scan, (answer, home) =>
    lostDomain(trackedCompany, own, answer, home),
  )
  const notes = note === null ? [] : [note]
  if (next === 'unreachable') {
    const { requests } = scan
    const problem = requests.problem() ?? UNREACHABLE
    const state = scan.hasLivingFeed() ? 'found' : requests.isRefused() ? 'blocked' : 'dead'
    return ended(scan, { state, joins, notes: [...notes, problem] }, needs.signal)
  }
  if (next === 'lost') return { ...NOTHING, state: 'lost', notes, requests: scan.requests.count() }
  if (next === 'end') return ended(scan, { state: 'found', joins, notes }, needs.signal)
  if (next === 'nowhere') return ended(scan, { state: 'no-feed', joins, notes }, needs.signal)

  const { page, answer } = next
  keepPage(scan, page)
  const [isDisallowed] = await Promise.all([findNews(scan, page, answer, trackedCompany), findBoards(scan, page)])
  await readAboutPage(scan, page)
  keepTopics(scan)
  const isFound = scan.feeds().length > 0
  const hindrance = scan.pages.length > 0 ? null : isDisallowed ? DISALLOWED : limitOf(scan)
  if (!isFound) notes.push(hindrance ?? NO_FEED)
  const state = isFound ? 'found' : hindrance === null ? 'no-feed' : 'blocked'
  return ended(scan, { state, joins, notes }, needs.signal)
}

/** Tries the site's feeds, then a blog elsewhere, then lists of posts. Channels such as videos never replace these. */
async function findNews(scan: Scan, page: Page, answer: Fetched, { name }: TrackedCompany): Promise<boolean> {
  const ofPage = specialFeedsOfPage(page.url, page.canonicalUrl)
  await scan.tryFeeds(ofPage, { foundAt: page.url, max: 1, isOurs: () => true })
  await scan.tryFeeds(feedsOf(scan, page), { foundAt: page.url, max: MAX_DECLARED })
  const names = [name, page.siteName ?? '', ...page.names]
  if (!scan.hasLivingFeed()) await findBlogs(scan, page, names)
  await findChannels(scan, page, names)
  return !scan.hasLivingFeed() && (await findLists(scan, page, answer)).isDisallowed
}

/** The job board is rarely on the front page and usually on the careers page. */
async function findBoards(scan: Scan, { boards, careers: [careers] }: Page): Promise<void> {
  if (boards.length > 0 || careers === undefined || !(await scan.mayFetch(careers))) return
  const answer = await scan.requests.get(careers, PAGE_ACCEPT)
  if (!answer || !isOwnAddress(scan.site(), answer.url)) return
  for (const { kind, value } of toPage(answer, scan.site()).boards) scan.keep(kind, value, answer.url)
}

function keepPage({ keep }: Scan, page: Page): void {
  keep('title', page.title, page.url)
  keep('description', page.description, page.url)
  keep('text', page.text, page.url)
  for (const name of [page.siteName, ...page.names]) keep('name', name, page.url)
  for (const person of page.people) keep('person', person, page.url)
  for (const place of page.places) keep('place', place, page.url)
  for (const address of page.careers.slice(0, 2)) keep('careers', address, page.url)
  for (const { kind, value } of page.boards) keep(kind, value, page.url)
  keep('github', page.github, page.url)
  keep('companies-house', page.registerNumber, page.url)
  for (const { kind, value } of page.accounts) keep(kind, value, page.url)
}

function ended(scan: Scan, found: Pick<Discovery, 'state' | 'joins' | 'notes'>, signal?: AbortSignal): Discovery {
  const feeds = scan.feeds().map(({ url, result }) => ({ url, result }))
  const { facts, pages, requests } = scan
  const whole = { ...found, facts, feeds, pages, retryAt: requests.retryAt(), requests: requests.count() }
  // What an unfinished scan didn't find may still exist.
  const isCutShort = signal?.aborted === true && feeds.length + pages.length === 0
  return isCutShort ? { ...whole, state: 'too-slow', notes: [TOO_SLOW] } : whole
}

/** A page that the scan couldn't read may have been the one with the news. */
const limitOf = ({ requests }: Scan): string | null =>
  requests.isLimited('too-large') ? TOO_LARGE : requests.isLimited('timeout') ? SLOW_PAGE : null

const NOTHING = { facts: [], feeds: [], pages: [], joins: [], notes: [], retryAt: null, requests: 0 }
const TOO_SLOW = 'The website is too slow: we could not scan it in time.'
const SLOW_PAGE = 'A page of the website took too long to answer.'
const TOO_LARGE = 'A page of the website is too large to read.'
const UNREACHABLE = 'The website could not be reached.'
const NO_FEED = 'We found no feed or news page on the website.'

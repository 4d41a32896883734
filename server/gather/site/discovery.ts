import type { Fetch, Fetched } from '../../ports.ts'
import { parseFeed } from '../feed/parse-feed.ts'
import { EMPTY_MEMORY } from '../ingest/failed-check.ts'
import type { Check, FactKind, SubjectView } from '../item.ts'
import { createAsker, type Asker } from './asker.ts'
import { isNewsAddress } from './news-address.ts'
import { githubOrganisation } from './outside-profiles.ts'
import { readPage, type Page } from './page.ts'
import { isSameSite, webAddress } from './same-site.ts'
import { readSitemap, sitemapsIn } from './sitemap.ts'
import { specialFeeds, specialFeedsOfPage } from './special-sites.ts'
import { FEED_ACCEPT, readFeedAnswer } from './watch-feed.ts'
import { isStillThere, wellKnownFeeds, wellKnownPages } from './well-known.ts'

/** Something public about a company, and the address where it stands. */
export type FoundFact = { kind: FactKind; value: string; foundAt: string }

export type Discovery = {
  /** `dead`: nobody answers; `blocked`: the site refuses us; `no-feed`: it answers, and other watches must do. */
  state: 'found' | 'no-feed' | 'blocked' | 'dead' | 'no-website'
  facts: FoundFact[]
  /** The first look at each feed found, so that nobody has to ask for it twice. */
  feeds: { url: string; check: Check }[]
  /** What was found wanting, worded for the user. */
  notes: string[]
  retryAt: Date | null
  requests: number
}

type Needs = {
  fetch: Fetch
  now: Date
  /** Whether the site lets robots read this page. Its front page and its feeds are for everybody. */
  mayFetch: (url: string) => Promise<boolean>
}

const MAX_REQUESTS = 12
/** Kept back for robots.txt and two sitemaps. */
const FOR_SITEMAPS = 3
const MAX_FEEDS = 3
const PAGE_ACCEPT =
  'text/html, application/xhtml+xml, application/rss+xml;q=0.9, application/atom+xml;q=0.9, */*;q=0.5'

/** Everything that a company's own site tells about where its news are, in few and polite requests, one after another. */
export async function discover(subject: SubjectView, { fetch, now, mayFetch }: Needs): Promise<Discovery> {
  const website = subject.website ?? (subject.domain === null ? null : `https://${subject.domain}/`)
  const start =
    website === null
      ? null
      : webAddress(/^https?:\/\//i.test(website) ? website : `https://${website}`, 'https://x.invalid/')
  const asker = createAsker(fetch, MAX_REQUESTS)
  const found: Omit<Discovery, 'state' | 'requests' | 'retryAt'> = { facts: [], feeds: [], notes: [] }
  const end = (state: Discovery['state']): Discovery => ({
    state,
    ...found,
    retryAt: asker.retryAt(),
    requests: asker.count(),
  })
  if (start === null) return end('no-website')

  const keep = (kind: FactKind, value: string | null, foundAt: string) => {
    if (value !== null && !found.facts.some((fact) => fact.kind === kind && fact.value === value))
      found.facts.push({ kind, value, foundAt })
  }
  const keepFeed = (answer: Fetched, asked: string, foundAt: string): boolean => {
    if (found.feeds.some(({ url }) => url === asked || url === answer.url)) return true
    const check = readFeedAnswer(answer, asked, EMPTY_MEMORY, now)
    if (!GOOD.has(check.state)) return false
    keep('feed', asked, foundAt)
    found.feeds.push({ url: asked, check })
    return true
  }
  const tryFeeds = async (candidates: string[], foundAt: string, most: number, isGuess = false) => {
    for (const candidate of candidates.slice(0, most)) {
      if (found.feeds.length >= MAX_FEEDS || asker.left() <= FOR_SITEMAPS) return
      const answer = await asker.ask(candidate, FEED_ACCEPT)
      if (!answer || (isGuess && !isStillThere(candidate, answer.url))) continue
      // One that was guessed is enough: the others are mostly the same under another name.
      if (keepFeed(answer, candidate, isGuess ? answer.url : foundAt) && isGuess) return
    }
  }

  let isKeptOut = false
  const organisation = githubOrganisation(start)
  keep('github', organisation, start)
  await tryFeeds(specialFeeds(start), start, 1)

  let first = await firstPage(start, asker)
  if (!first) {
    found.notes.push(asker.isRefused() ? REFUSED : (asker.problem() ?? UNREACHABLE))
    return end(found.feeds.length > 0 ? 'found' : asker.isRefused() ? 'blocked' : 'dead')
  }
  if (keepFeed(first, start, start)) {
    const home = parseFeed(first.bytes, first.headers['content-type'] ?? null, first.url)?.siteUrl
    const page = home && isSameSite(home, start) ? await asker.ask(home, PAGE_ACCEPT) : null
    if (!page) return end('found')
    first = page
  }
  const page = toPage(first)
  if (!isSameSite(page.url, start))
    found.notes.push(`The website leads to another site: ${new URL(page.url).hostname}.`)
  keepPage(page, keep)
  await tryFeeds(
    [...specialFeedsOfPage(page.url, page.canonicalUrl), ...page.feeds.filter((url) => !isComments(url))],
    page.url,
    MAX_FEEDS,
  )

  await lookForBoards(page)
  if (found.feeds.length === 0) await lookIntoNewsrooms(page)
  if (found.feeds.length === 0) await tryFeeds(wellKnownFeeds(page.url), page.url, 4, true)
  if (found.feeds.length === 0) await lookForSitemap(page.url)
  if (found.feeds.length > 0) return end('found')
  found.notes.push(isKeptOut ? KEPT_OUT : NO_FEED)
  return end('no-feed')

  /** A job board is seldom named on the first page, mostly on the one about careers. */
  async function lookForBoards({ boards, careers: [careers], url }: Page) {
    if (boards.length > 0 || careers === undefined || !(await mayFetch(careers))) return
    const answer = await asker.ask(careers, PAGE_ACCEPT)
    if (!answer || !isSameSite(answer.url, url)) return
    for (const { kind, value } of toPage(answer).boards) keep(kind, value, answer.url)
  }

  /** Those that the first page links to; where it links to none, those that sites usually have. */
  async function lookIntoNewsrooms(home: Page) {
    const linked = home.newsrooms.length > 0
    for (const address of (linked ? home.newsrooms : wellKnownPages(home.url)).slice(0, 3)) {
      if (found.feeds.length > 0 || asker.left() <= FOR_SITEMAPS + 2) return
      if (!(await mayFetch(address))) {
        isKeptOut = true
        continue
      }
      const answer = await asker.ask(address, PAGE_ACCEPT)
      if (!answer || !isSameSite(answer.url, home.url) || (!linked && !isStillThere(address, answer.url)))
        continue
      if (keepFeed(answer, address, home.url)) return
      const newsroom = toPage(answer)
      if (newsroom.links.some(({ url }) => isNewsAddress(url, answer.url)))
        keep('newsroom', answer.url, linked ? home.url : answer.url)
      for (const board of newsroom.boards) keep(board.kind, board.value, answer.url)
      await tryFeeds(
        newsroom.feeds.filter((url) => !isComments(url)),
        answer.url,
        1,
      )
      if (found.feeds.length === 0) await tryFeeds(wellKnownFeeds(answer.url), answer.url, 1, true)
    }
  }

  async function lookForSitemap(home: string) {
    const robots = await asker.ask(new URL('/robots.txt', home).href, 'text/plain')
    const named = robots ? sitemapsIn(robots.bytes.toString('utf8'), robots.url) : []
    for (const address of [
      ...named.filter((url) => isSameSite(url, home)),
      new URL('/sitemap.xml', home).href,
    ].slice(0, 2)) {
      const answer = await asker.ask(address, 'application/xml, text/xml, */*;q=0.5')
      const sitemap = answer && readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
      if (!sitemap) continue
      const hasNews =
        sitemap.kind === 'index' ||
        sitemap.entries.some(({ url, title }) => title !== null || isNewsAddress(url))
      if (!hasNews) continue
      keep('sitemap', address, named.includes(address) ? (robots?.url ?? address) : address)
      return
    }
  }
}

/** The site under its other usual name when it does not answer under the first, and its root when the page is gone. */
async function firstPage(start: string, asker: Asker): Promise<Fetched | null> {
  const answer = await asker.ask(start, PAGE_ACCEPT)
  if (answer || asker.isRefused()) return answer
  const url = new URL(start)
  const others = [new URL('/', url).href]
  if (/[a-z]/i.test(url.hostname) && url.hostname !== 'localhost') {
    const other = new URL('/', url)
    other.hostname = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`
    others.push(other.href)
  }
  for (const other of others.filter((each) => each !== start)) {
    const found = await asker.ask(other, PAGE_ACCEPT)
    if (found) return found
  }
  return null
}

const toPage = (answer: Fetched): Page =>
  readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url)

function keepPage(page: Page, keep: (kind: FactKind, value: string | null, foundAt: string) => void) {
  keep('title', page.title, page.url)
  keep('description', page.description, page.url)
  for (const name of [page.siteName, ...page.names]) keep('name', name, page.url)
  for (const person of page.people) keep('person', person, page.url)
  for (const place of page.places) keep('place', place, page.url)
  for (const address of page.careers.slice(0, 2)) keep('careers', address, page.url)
  for (const { kind, value } of page.boards) keep(kind, value, page.url)
  keep('github', page.github, page.url)
}

const isComments = (url: string) => /comments?(?:\/|$)/i.test(url)
const GOOD = new Set<Check['state']>(['ok', 'empty', 'partial'])
const UNREACHABLE = 'The website could not be reached.'
const REFUSED = 'The website does not let us read it.'
const KEPT_OUT = 'The site does not want robots there.'
const NO_FEED = 'The website has no feed that could be found.'

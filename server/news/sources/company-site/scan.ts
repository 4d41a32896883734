import { DAY_MS } from '#domain/time.ts'
import type { Fetch, Fetched } from '../../../platform/fetch/fetch.ts'
import { isOwnFeed } from './own-site.ts'
import type { Site } from '../../site/site.ts'
import { FEED_ACCEPT, readFeedAnswer } from '../feed.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import { EMPTY_MEMORY, type DiscoveredWatch, type FactKind, type SourceResult } from '../source.ts'
import type { FoundFact } from './discovery.ts'
import type { PagePollRequest } from './lists/list-items.ts'
import { createSiteRequests } from './site-requests.ts'

export type ScanNeeds = {
  fetch: Fetch
  now: Date
  /** According to robots.txt, which `fetch` obeys too, except for feeds. */
  mayFetch: (url: string) => Promise<boolean>
  /** The sitemaps listed in robots.txt. */
  sitemapsOf: (url: string) => Promise<string[]>
  signal?: AbortSignal
}

type FoundFeed = {
  url: string
  foundAt: string
  result: SourceResult
  /** Supplements the news, as videos do, and never replaces it. */
  isChannel: boolean
}

type Attempt = {
  foundAt: string
  max: number
  isGuess?: boolean
  isChannel?: boolean
  isOurs?: (answer: Fetched) => boolean
}

/** Not counting the request for robots.txt. */
const MAX_REQUESTS = 15
const MAX_FEEDS = 4
/** A feed whose newest item is older may be abandoned, and the site may publish its news elsewhere by now. */
const RECENT_MS = 90 * DAY_MS

export type Scan = ReturnType<typeof createScan>

/** Collects what one scan of a site finds, and limits its requests. */
export function createScan(own: Site, { fetch, now, mayFetch, sitemapsOf, signal }: ScanNeeds) {
  const requests = createSiteRequests(fetch, MAX_REQUESTS, signal)
  const facts: FoundFact[] = []
  const feeds: FoundFeed[] = []
  const pages: DiscoveredWatch[] = []
  let site = own

  const isLiving = ({ result: { items } }: FoundFeed) =>
    items.some(({ publishedAt }) => publishedAt === null || now.getTime() - publishedAt.getTime() < RECENT_MS)
  const hasItems = ({ result: { items } }: FoundFeed) => items.length > 0

  const keep = (kind: FactKind, value: string | null, foundAt: string) => {
    if (value !== null && !facts.some((fact) => fact.kind === kind && fact.value === value))
      facts.push({ kind, value, foundAt })
  }

  /** Returns true for any feed, even one that repeats another. */
  const keepFeed = (answer: Fetched, requestedUrl: string, foundAt: string, isChannel = false): boolean => {
    if (feeds.some(({ url }) => url === requestedUrl || url === answer.url)) return true
    const result = readFeedAnswer(answer, requestedUrl, EMPTY_MEMORY, now)
    if (!GOOD.has(result.state)) return false
    if (!feeds.some((other) => isSameFeed(other.result.items, result.items)))
      feeds.push({ url: requestedUrl, foundAt, result, isChannel })
    return true
  }

  const request: PagePollRequest = {
    now,
    mayFetch,
    fetch: async ({ url, accept = '*/*' }) =>
      (await requests.get(url, accept)) ?? { url, status: requests.left() > 0 ? 404 : 503, ...NO_ANSWER },
  }

  return {
    own,
    requests,
    mayFetch,
    sitemapsOf,
    facts,
    pages,
    keep,
    keepFeed,
    site: () => site,
    /** Called when the site leads to a page elsewhere that takes its place. */
    follow: (landed: Site) => (site = landed),
    /** For reading a list and opening its newest posts, within the same request limit. */
    request: (): PagePollRequest => ({ ...request, site }),
    isOwnFeed: (url: string) => isOwnFeed(site, url),

    /** Sends all requests at once. One guessed feed is enough, because the others usually repeat it at another URL. */
    async tryFeeds(
      candidates: string[],
      { foundAt, max, isGuess = false, isChannel = false, isOurs = (answer) => isOwnFeed(site, answer.url) }: Attempt,
    ): Promise<void> {
      const tried = [...new Set(candidates)].slice(0, Math.max(0, Math.min(max, requests.left())))
      const answers = await Promise.all(tried.map((url) => requests.get(url, FEED_ACCEPT)))
      for (const [at, answer] of answers.entries()) {
        const url = tried[at]
        if (!answer || url === undefined || !isOurs(answer)) continue
        const isFeed = keepFeed(answer, url, isGuess ? answer.url : foundAt, isChannel)
        if (isFeed && isGuess && feeds.some(isLiving)) return
      }
    },

    hasFeed: () => feeds.some((feed) => hasItems(feed) && !feed.isChannel),
    hasLivingFeed: () => feeds.some((feed) => isLiving(feed) && !feed.isChannel),

    /** Active feeds first, and an empty one only if there's no other. Also keeps a fact for each. */
    feeds(): FoundFeed[] {
      const older = feeds.filter((feed) => hasItems(feed) && !isLiving(feed))
      const kept = feeds.some(hasItems) ? [...feeds.filter(isLiving), ...older].slice(0, MAX_FEEDS) : feeds.slice(0, 1)
      for (const { url, foundAt } of kept) keep('feed', url, foundAt)
      return kept
    },
  }
}

const NO_ANSWER = { headers: {}, bytes: Buffer.alloc(0), notModified: false }
const GOOD = new Set<SourceResult['state']>(['ok', 'empty', 'partial'])

/** For example, an RSS and an Atom feed of the same posts. */
function isSameFeed(one: FoundItem[], other: FoundItem[]): boolean {
  const known = new Set(one.map(({ url }) => url))
  const newest = other.slice(0, 5)
  return newest.length > 0 && newest.every(({ url }) => known.has(url))
}

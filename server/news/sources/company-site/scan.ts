import type { Fetch, Fetched } from '../../../platform/fetch/fetch.ts'
import { isOwnFeed } from '../../site/own-site.ts'
import type { Site } from '../../site/site.ts'
import { FEED_ACCEPT, readFeedAnswer } from '../feed.ts'
import { EMPTY_MEMORY, type DiscoveredWatch, type FactKind, type FoundItem, type SourceResult } from '../source.ts'
import type { FoundFact } from './discovery.ts'
import type { PagePollRequest } from './lists/list-items.ts'
import { createSiteRequests } from './site-requests.ts'

export type ScanNeeds = {
  fetch: Fetch
  now: Date
  /** According to robots.txt, which `fetch` follows too; feeds are public. */
  mayFetch: (url: string) => Promise<boolean>
  /** As robots.txt names them. */
  sitemapsOf: (url: string) => Promise<string[]>
  signal?: AbortSignal
}

type FoundFeed = {
  url: string
  foundAt: string
  result: SourceResult
  /** Beside the news, such as videos: it never stands for them. */
  isChannel: boolean
}

type Attempt = {
  foundAt: string
  max: number
  isGuess?: boolean
  isChannel?: boolean
  isOurs?: (answer: Fetched) => boolean
}

/** With robots.txt, which is read besides, at most 16. */
const MAX_REQUESTS = 15
const MAX_FEEDS = 4
/** A feed whose newest item is older may be forgotten: the site may have its news elsewhere by now. */
const RECENT_MS = 90 * 24 * 60 * 60_000

export type Scan = ReturnType<typeof createScan>

/** What one scan of a site has found so far, within its limit of requests. */
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

  /** True for a feed, also where it repeats another. */
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
    /** The site leads to a page elsewhere that stands in its place. */
    follow: (landed: Site) => (site = landed),
    /** For reading a list and opening its newest posts, within the same limit. */
    request: (): PagePollRequest => ({ ...request, site }),
    isOwnFeed: (url: string) => isOwnFeed(site, url),

    /** All at once. One guessed feed is enough: the others are mostly the same under another name. */
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

    /** Living ones first; an empty one only where there is no other. Each with its fact. */
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

/** RSS and Atom of the same posts, for instance. */
function isSameFeed(one: FoundItem[], other: FoundItem[]): boolean {
  const known = new Set(one.map(({ url }) => url))
  const newest = other.slice(0, 5)
  return newest.length > 0 && newest.every(({ url }) => known.has(url))
}

import type { Fetched } from '../../../platform/fetch/fetch.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, SourceResult, TrackedCompany } from '../source.ts'
import { pollNewsSearch, type SearchRequest } from './poll-search.ts'
import { foundNames, mentions, phrase, searchedNames, spokenName } from '../search-names.ts'
import { publisherOf } from '../../formats/publisher.ts'
import { canonical } from '../../formats/canonical-url.ts'
import { hasOwnPage } from '../../formats/feed/entry-urls.ts'
import { parseFeed } from '../../formats/feed/parse-feed.ts'
import { believable } from '../../formats/fields.ts'

const RSS = 'application/rss+xml'
export const GOOGLE_NEWS = 'https://news.google.com'

export function pollGoogleNews(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SearchRequest,
): Promise<SourceResult> {
  const names = foundNames(trackedCompany)
  const search = {
    url: googleNewsRequest(trackedCompany, request.origin),
    accept: RSS,
    parse: ({ bytes, headers }: Fetched) => parseGoogleNews(bytes, headers['content-type'], request.now),
    // The search returns a hundred headlines even when few of them match.
    isMatch: ({ title }: FoundItem) => mentions(title, names),
  }
  return pollNewsSearch(search, memory, request)
}

export const googleNewsRequest = (trackedCompany: TrackedCompany, origin: string): string =>
  `${origin}/rss/search?${new URLSearchParams({ q: `${searchedNames(trackedCompany).map(phrase).join(' OR ')} when:7d`, hl: 'en-US', gl: 'US', ceid: 'US:en' })}`

/** Null if the response isn't RSS. Item URLs are tokens that only Google can resolve. */
export function parseGoogleNews(bytes: Buffer, contentType: string | undefined, now: Date): FoundItem[] | null {
  const items = rssAnswer(bytes, contentType, { url: GOOGLE_NEWS, now })
  if (!items) return null
  return items.map((item) => {
    const { title } = publisherOf({ ...item, url: '' })
    // The description only repeats the headline as links.
    return { ...item, ...honestDate(item), title, text: '' }
  })
}

/** Google gives midnight in California for "some time that day". */
const honestDate = ({ publishedAt }: FoundItem): Pick<FoundItem, 'publishedAt' | 'precision'> | null =>
  publishedAt && /T0[78]:00:00\.000Z$/.test(publishedAt.toISOString()) ? { publishedAt, precision: 'day' } : null

export const BING_NEWS = 'https://www.bing.com'

/** Returns a dozen results at most, of any age. */
export function pollBingNews(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SearchRequest,
): Promise<SourceResult> {
  const names = foundNames(trackedCompany)
  const search = {
    url: bingNewsRequest(trackedCompany, request.origin),
    accept: RSS,
    parse: ({ bytes, headers }: Fetched) => parseBingNews(bytes, headers['content-type'], request.now),
    isMatch: ({ title, text }: FoundItem) => mentions(`${title} ${text}`, names),
  }
  return pollNewsSearch(search, memory, request)
}

/** Omits quotes, which make Bing's results worse, and sets the market, which Bing would guess from the IP address. */
export const bingNewsRequest = (trackedCompany: TrackedCompany, origin: string): string =>
  `${origin}/news/search?${new URLSearchParams({ q: searchedNames(trackedCompany).map(spokenName).join(' OR '), format: 'rss', mkt: 'en-US' })}`

export function parseBingNews(bytes: Buffer, contentType: string | undefined, now: Date): FoundItem[] | null {
  const items = rssAnswer(bytes, contentType, { url: BING_NEWS, now })
  if (!items) return null
  return items.flatMap((item) => {
    // Bing's own link contains a token that changes with every response.
    const url = canonical(item.url)?.address
    return url ? { ...item, url, publisher: publisherOf({ ...item, url }).publisher } : []
  })
}

/** Null if the response isn't RSS or is truncated. */
function rssAnswer(
  bytes: Buffer,
  contentType: string | undefined,
  { url, now }: { url: string; now: Date },
): FoundItem[] | null {
  const feed = parseFeed(bytes, contentType ?? null, url)
  if (feed?.kind !== 'rss' || feed.isCut) return null
  // A valid channel has a title or a link even when nothing was found.
  if (feed.items.length === 0 && feed.title === null && feed.siteUrl === null) return null
  return feed.items
    .filter((item) => hasOwnPage(item) && item.title !== item.url)
    .map((item) => ({
      ...believable(item, now),
      // The channel title names the search service, not the publisher.
      publisher: item.publisher === feed.title ? null : item.publisher,
      language: null,
      kind: 'press',
    }))
}

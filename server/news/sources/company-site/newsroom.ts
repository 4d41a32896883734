import { hash } from 'node:crypto'
import { isOwnAddress, siteOf, type Site, originOf } from '../../site/site.ts'
import type { Fetch } from '../../../platform/fetch/fetch.ts'
import { parseFeedDate } from '../../formats/feed/feed-date.ts'
import { badResult, errorResult, goodResult, refusedResult } from '../poll-result.ts'
import type { FoundItem, Memory, PollRequest, SourceResult } from '../source.ts'
import { readPage, type PageLink } from './page.ts'
import { readSitemap, type SitemapEntry } from '../../formats/xml/sitemap.ts'

/** The second is larger, so that nothing returns as new. */
const MAX_LINKS_READ = 1500
const MAX_REMEMBERED = 4000
const MAX_NEW = 50
const MAX_OPENED = 5
const MAX_CHILDREN = 2
/** When a larger share of a longer list is new at once, the site was rebuilt. */
const REBUILT = 0.6
const REBUILT_FROM = 15
/** A sitemap keeps old pages forever; what changed before this is not news. */
const RECENT_MS = 30 * 24 * 60 * 60_000

const EMPTY_PAGE = 'The page lists nothing that can be read without running its scripts.'
const REBUILT_PAGE = 'The site was rebuilt, so new items cannot be identified this time.'
const NO_PARTS = 'The parts of the sitemap could not be read.'
const NO_SITEMAP = 'There is no sitemap at this address.'

export type PagePollRequest = PollRequest & {
  mayFetch?: (url: string) => Promise<boolean>
  site?: Site | null
}

type Candidate = { url: string; title: string; publishedAt: Date | null }

export async function pollNewsroom(pageUrl: string, memory: Memory, request: PagePollRequest): Promise<SourceResult> {
  const answer = await fetchList(pageUrl, memory, request, 'text/html')
  if ('state' in answer) return answer
  const page = readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  const listed = newsLinks(page.links, answer.url, ownSite(answer.url, request))
  if (listed.length === 0) return badResult('partial', EMPTY_PAGE, memory)
  return compared(listed, memory, answer.headers, request)
}

export async function pollSitemap(sitemapUrl: string, memory: Memory, request: PagePollRequest): Promise<SourceResult> {
  const answer = await fetchList(sitemapUrl, memory, request, 'application/xml, text/xml, */*;q=0.5')
  if ('state' in answer) return answer
  const sitemap = readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  if (!sitemap) return badResult('failed', NO_SITEMAP, memory)
  const entries = sitemap.kind === 'pages' ? sitemap.entries : await childEntries(sitemap.entries, request.fetch)
  const site = ownSite(sitemapUrl, request)
  if (!entries) return badResult('failed', NO_PARTS, memory)
  const news = entries.filter(({ url, title }) => isOwnAddress(site, url) && (title !== null || isNewsAddress(url)))
  const since = request.now.getTime() - RECENT_MS
  const listed = newestFirst(news).map(({ url, title, publishedAt, changedAt }) => ({
    url,
    title: title ?? '',
    publishedAt,
    isOld: (publishedAt ?? changedAt ?? request.now).getTime() < since,
  }))
  // An index stays the same while its parts change, so it is always requested in full.
  const headers = sitemap.kind === 'index' ? {} : answer.headers
  return compared(listed, memory, headers, request)
}

function ownSite(listUrl: string, { site }: PagePollRequest): Site {
  const host = siteOf(originOf(listUrl))
  const own = site && (!host || host.host === site.host || isOwnAddress(site, listUrl)) ? site : host
  if (!own) throw new Error('a list of news needs a web address')
  return own
}

async function fetchList(url: string, memory: Memory, { fetch, now, mayFetch }: PagePollRequest, accept: string) {
  if (mayFetch && !(await mayFetch(url)))
    return badResult('unsupported', 'The site does not allow automated access.', memory)
  try {
    const { etag, lastModified } = memory
    const answer = await fetch({ url, accept, etag, lastModified })
    return refusedResult(answer, memory, now) ?? answer
  } catch (error) {
    return errorResult(error, memory)
  }
}

async function compared(
  listed: (Candidate & { isOld?: boolean })[],
  memory: Memory,
  headers: Record<string, string>,
  request: PagePollRequest,
): Promise<SourceResult> {
  const seen = new Set(seenIn(memory))
  const isFirstPoll = memory.notes === null
  const polled = listed.slice(0, MAX_LINKS_READ).map((each) => ({ ...each, mark: markOf(each.url) }))
  const marks = new Set(polled.map(({ mark }) => mark))
  const next: Memory = {
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    notes: {
      seen: [...marks, ...[...seen].filter((mark) => !marks.has(mark))].slice(0, MAX_REMEMBERED),
    },
  }
  const fresh = polled.filter(({ mark, isOld }) => !seen.has(mark) && isOld !== true)
  if (isFirstPoll)
    return goodResult(
      fresh
        .filter(({ publishedAt }) => publishedAt !== null)
        .slice(0, MAX_NEW)
        .map(toItem),
      next,
    )
  if (fresh.length === 0) return badResult('unchanged', null, next)
  if (polled.length >= REBUILT_FROM && fresh.length > polled.length * REBUILT)
    return badResult('partial', REBUILT_PAGE, next)
  const items = fresh.slice(0, MAX_NEW)
  return goodResult(
    await Promise.all(items.map(async (each, at) => (at < MAX_OPENED ? opened(each, request) : toItem(each)))),
    next,
  )
}

/** A page has its real title and date; when it cannot be read, the URL must do. */
async function opened(candidate: Candidate, { fetch, mayFetch }: PagePollRequest): Promise<FoundItem> {
  const item = toItem(candidate)
  if (mayFetch && !(await mayFetch(candidate.url))) return item
  const answer = await fetch({ url: candidate.url, accept: 'text/html' }).catch(() => null)
  if (answer?.status !== 200) return item
  const page = readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  const date = page.publishedTime === null ? null : parseFeedDate(page.publishedTime)
  return {
    ...item,
    title: candidate.title || (page.title ?? item.title),
    text: page.description ?? '',
    publishedAt: item.publishedAt ?? date?.at ?? null,
    precision: item.publishedAt ? item.precision : (date?.precision ?? 'none'),
    publisher: page.siteName,
    language: page.language,
  }
}

const toItem = ({ url, title, publishedAt }: Candidate): FoundItem => ({
  url,
  title: title || titleFromAddress(url),
  text: '',
  publishedAt,
  precision: publishedAt ? 'day' : 'none',
  publisher: null,
  language: null,
  kind: 'post',
  facts: {},
})

function newsLinks(links: PageLink[], pageUrl: string, site: Site): Candidate[] {
  const texts = new Map<string, string>()
  for (const { url, text } of links) {
    if (!isOwnAddress(site, url) || !isNewsAddress(url, pageUrl)) continue
    if (text.length >= (texts.get(url)?.length ?? 0)) texts.set(url, text)
  }
  // "Read more" is not a title.
  return [...texts].map(([url, text]) => ({
    url,
    title: text.split(' ').length > 2 ? text : '',
    publishedAt: null,
  }))
}

/** Null when none of the parts could be read. */
async function childEntries(children: SitemapEntry[], fetch: Fetch): Promise<SitemapEntry[] | null> {
  const named = children.filter(({ url }) => /post|news|blog|press|article|stories/i.test(url))
  const chosen = newestFirst(named.length > 0 ? named : children).slice(0, MAX_CHILDREN)
  const found = await Promise.all(
    chosen.map(async ({ url }) => {
      const answer = await fetch({ url, accept: 'application/xml, text/xml, */*;q=0.5' }).catch(() => null)
      if (answer?.status !== 200) return null
      const child = readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
      return child?.kind === 'pages' ? child.entries : null
    }),
  )
  const read = found.filter((entries) => entries !== null)
  return read.length > 0 ? read.flat() : null
}

const newestFirst = (entries: SitemapEntry[]): SitemapEntry[] => entries.toSorted((a, b) => timeOf(b) - timeOf(a))

const timeOf = ({ publishedAt, changedAt }: SitemapEntry) => (publishedAt ?? changedAt)?.getTime() ?? 0

const markOf = (url: string): string =>
  hash('sha1', url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')).slice(0, 10)

const seenIn = ({ notes }: Memory): string[] =>
  Array.isArray(notes?.seen) ? notes.seen.filter((mark) => typeof mark === 'string') : []

const SECTION =
  /^(?:news|newsroom|press|press-releases?|blog|media|updates|announcements?|company-news|aktuelles|presse|actualites|noticias|journal|stories|articles?|posts?|releases?|changelog)$/i
const NOT_AN_ARTICLE =
  /^(?:tags?|categor(?:y|ies)|authors?|topics?|page|archive|search|feed|rss|login|subscribe|press-kit|media-kit|contact|about)$/i
const YEAR = /^(?:19|20)\d\d$/

export function isNewsAddress(address: string, listUrl?: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const parts = pathParts(url)
  const last = parts.at(-1) ?? ''
  if (parts.length === 0 || parts.some((part) => NOT_AN_ARTICLE.test(part))) return false
  if (SECTION.test(last) || YEAR.test(last) || last.length < 4) return false
  const inSection = parts.slice(0, -1).some((part) => SECTION.test(part) || YEAR.test(part))
  return inSection || isBelow(url, listUrl) || /^(?:blog|news|newsroom|press|media)\./i.test(url.hostname)
}

function isBelow(url: URL, listUrl: string | undefined): boolean {
  const list = listUrl === undefined ? null : URL.parse(listUrl)
  if (!list || list.hostname !== url.hostname) return false
  const parts = pathParts(list)
  return parts.length > 0 && url.pathname.startsWith(`/${parts.join('/')}/`)
}

const pathParts = (url: URL) => url.pathname.split('/').filter((part) => part !== '')

/** acme-raises-10m becomes "Acme raises 10m". */
export function titleFromAddress(address: string): string {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  const words = decoded(last)
    .replace(/\.\w{2,5}$/, '')
    .split(/[-_+\s]+/)
    .filter((word) => word !== '')
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1, 300)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

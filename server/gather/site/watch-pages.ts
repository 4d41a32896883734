import { hash } from 'node:crypto'
import { isOwnAddress, siteOf, type Site } from '../../curate/site/site.ts'
import type { Fetch } from '../../ports.ts'
import { parseFeedDate } from '../feed/feed-date.ts'
import { badCheck, failedCheck, goodCheck, refusedCheck } from '../ingest/failed-check.ts'
import type { Asking } from '../ingest/source.ts'
import type { Check, FoundItem, Memory } from '../item.ts'
import { isNewsAddress, titleFromAddress } from './news-address.ts'
import { readPage, type PageLink } from './page.ts'
import { originOf } from './web-address.ts'
import { readSitemap, type SitemapEntry } from './sitemap.ts'

/** Addresses looked at in one go, and remembered; the second is larger, so that nothing returns as new. */
const MAX_LOOKED_AT = 1500
const MAX_REMEMBERED = 4000
const MAX_NEW = 50
/** New pages that are opened for their real title and date. */
const MAX_OPENED = 5
const MAX_CHILDREN = 2
/** When more than this part of a longer list is new at once, the site was rebuilt. */
const REBUILT = 0.6
const REBUILT_FROM = 15
/** A sitemap keeps old pages for ever; what was changed before is not news. */
const RECENT_MS = 30 * 24 * 60 * 60_000

const EMPTY_PAGE = 'The page lists nothing that can be read without running its scripts.'
const REBUILT_PAGE = 'The site was rebuilt: what is new cannot be told apart this time.'
const NO_PARTS = 'The parts of the sitemap could not be read.'
const NO_SITEMAP = 'There is no sitemap at this address.'

export type PageAsking = Asking & {
  /** Whether the site lets robots read this page. */
  mayFetch?: (url: string) => Promise<boolean>
  /** Whose news they are; what is listed elsewhere is somebody else's. */
  site?: Site | null
}

type Candidate = { url: string; title: string; publishedAt: Date | null }

/** One look at the page where a company lists its news: what was not there last time is new. */
export async function checkNewsroom(pageUrl: string, memory: Memory, asking: PageAsking): Promise<Check> {
  const answer = await ask(pageUrl, memory, asking, 'text/html')
  if ('state' in answer) return answer
  const page = readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  const listed = newsLinks(page.links, answer.url, ownSite(answer.url, asking))
  if (listed.length === 0) return badCheck('partial', EMPTY_PAGE, memory)
  return compared(listed, memory, answer.headers, asking)
}

/** One look at a sitemap, and at those of its parts that hold news. */
export async function checkSitemap(sitemapUrl: string, memory: Memory, asking: PageAsking): Promise<Check> {
  const answer = await ask(sitemapUrl, memory, asking, 'application/xml, text/xml, */*;q=0.5')
  if ('state' in answer) return answer
  const sitemap = readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  if (!sitemap) return badCheck('failed', NO_SITEMAP, memory)
  const entries =
    sitemap.kind === 'pages' ? sitemap.entries : await childEntries(sitemap.entries, asking.fetch)
  const site = ownSite(sitemapUrl, asking)
  if (!entries) return badCheck('failed', NO_PARTS, memory)
  const news = entries.filter(
    ({ url, title }) => isOwnAddress(site, url) && (title !== null || isNewsAddress(url)),
  )
  const since = asking.now.getTime() - RECENT_MS
  const listed = newestFirst(news).map(({ url, title, publishedAt, changedAt }) => ({
    url,
    title: title ?? '',
    publishedAt,
    isOld: (publishedAt ?? changedAt ?? asking.now).getTime() < since,
  }))
  // An index stays the same while its parts change: it is asked for in full each time.
  const headers = sitemap.kind === 'index' ? {} : answer.headers
  return compared(listed, memory, headers, asking)
}

/** A site that leads elsewhere as a whole has its news there. */
function ownSite(listUrl: string, { site }: PageAsking): Site {
  const host = siteOf(originOf(listUrl))
  const own = site && (!host || host.host === site.host || isOwnAddress(site, listUrl)) ? site : host
  if (!own) throw new Error('a list of news needs a web address')
  return own
}

async function ask(url: string, memory: Memory, { fetch, now, mayFetch }: PageAsking, accept: string) {
  if (mayFetch && !(await mayFetch(url)))
    return badCheck('unsupported', 'The site does not want robots there.', memory)
  try {
    const { etag, lastModified } = memory
    const answer = await fetch({ url, accept, etag, lastModified })
    return refusedCheck(answer, memory, now) ?? answer
  } catch (error) {
    return failedCheck(error, memory)
  }
}

async function compared(
  listed: (Candidate & { isOld?: boolean })[],
  memory: Memory,
  headers: Record<string, string>,
  asking: PageAsking,
): Promise<Check> {
  const seen = new Set(seenIn(memory))
  const isFirstLook = memory.notes === null
  const looked = listed.slice(0, MAX_LOOKED_AT).map((each) => ({ ...each, mark: markOf(each.url) }))
  const marks = new Set(looked.map(({ mark }) => mark))
  const next: Memory = {
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    notes: {
      seen: [...marks, ...[...seen].filter((mark) => !marks.has(mark))].slice(0, MAX_REMEMBERED),
    },
  }
  const fresh = looked.filter(({ mark, isOld }) => !seen.has(mark) && isOld !== true)
  if (isFirstLook)
    return goodCheck(
      fresh
        .filter(({ publishedAt }) => publishedAt !== null)
        .slice(0, MAX_NEW)
        .map(toItem),
      next,
    )
  if (fresh.length === 0) return badCheck('unchanged', null, next)
  if (looked.length >= REBUILT_FROM && fresh.length > looked.length * REBUILT)
    return badCheck('partial', REBUILT_PAGE, next)
  const items = fresh.slice(0, MAX_NEW)
  return goodCheck(
    await Promise.all(items.map(async (each, at) => (at < MAX_OPENED ? opened(each, asking) : toItem(each)))),
    next,
  )
}

/** A new page says itself what it is called and when it was published; when it cannot be read, its address must do. */
async function opened(candidate: Candidate, { fetch, mayFetch }: PageAsking): Promise<FoundItem> {
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

/** The links of a list that lead to single pieces of news, each with the fullest words that lead to it. */
function newsLinks(links: PageLink[], pageUrl: string, site: Site): Candidate[] {
  const texts = new Map<string, string>()
  for (const { url, text } of links) {
    if (!isOwnAddress(site, url) || !isNewsAddress(url, pageUrl)) continue
    if (text.length >= (texts.get(url)?.length ?? 0)) texts.set(url, text)
  }
  // "Read more" is no title.
  return [...texts].map(([url, text]) => ({
    url,
    title: text.split(' ').length > 2 ? text : '',
    publishedAt: null,
  }))
}

/** Null when not one of the parts could be read. */
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

const newestFirst = (entries: SitemapEntry[]): SitemapEntry[] =>
  entries.toSorted((a, b) => timeOf(b) - timeOf(a))

const timeOf = ({ publishedAt, changedAt }: SitemapEntry) => (publishedAt ?? changedAt)?.getTime() ?? 0

const markOf = (url: string): string =>
  hash('sha1', url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')).slice(0, 10)

const seenIn = ({ notes }: Memory): string[] =>
  Array.isArray(notes?.seen) ? notes.seen.filter((mark) => typeof mark === 'string') : []

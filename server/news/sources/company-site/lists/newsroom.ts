import type { Fetched } from '../../../../platform/fetch/fetch.ts'
import { decodeBytes } from '../../../formats/decode-bytes.ts'
import { isOwnAddress, originOf, siteOf, type Site } from '../../../site/site.ts'
import { badResult, errorResult, refusedResult } from '../../poll-result.ts'
import type { Memory, SourceResult } from '../../source.ts'
import { markupOfJson } from './data-markup.ts'
import { itemsOfList, type PagePollRequest } from './list-items.ts'
import { listAddresses } from './loaded-list.ts'
import { isSection, pathParts } from './news-address.ts'
import { newsOnPage, type ListedPost } from './news-list.ts'
import { readPage } from '../page.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** How many addresses are tried for what a page loads. */
const MAX_LOADED = 2
const PART_ACCEPT = 'application/json, text/html;q=0.9, */*;q=0.5'
const EMPTY_PAGE = 'The page lists nothing that can be read without running its scripts.'

export async function pollNewsroom(pageUrl: string, memory: Memory, request: PagePollRequest): Promise<SourceResult> {
  const answer = await fetchList(pageUrl, memory, request, 'text/html')
  if ('state' in answer) return answer
  const { posts, headers } = await readList(answer, request)
  return posts.length === 0 ? badResult('partial', EMPTY_PAGE, memory) : itemsOfList(posts, memory, headers, request)
}

export type PostList = { posts: ListedPost[]; headers: Record<string, string> }

/** The posts on a page that has been fetched, or in what it loads or leads to. */
export async function readList(answer: Fetched, request: PagePollRequest): Promise<PostList> {
  const posts = postsOn(answer, request)
  if (posts.some(({ isSure }) => isSure)) return { posts, headers: answer.headers }
  const site = ownSite(answer.url, request)
  const page = pageOf(answer)
  for (const { url, isPart } of listAddresses(htmlOf(answer), page, site, request.now).slice(0, MAX_LOADED)) {
    if (request.mayFetch && !(await request.mayFetch(url))) continue
    const part = await request.fetch({ url, accept: PART_ACCEPT }).catch(() => null)
    if (part?.status !== 200 || !isOwnAddress(site, part.url)) continue
    const loaded = postsOn(part, request, isPart ? answer.url : part.url)
    // The page stays the same while what it loads changes, so it is always requested in full.
    if (loaded.length > 0) return { posts: loaded, headers: {} }
  }
  return { posts, headers: answer.headers }
}

/** `base` is the page that the answer is part of. */
export function postsOn(answer: Fetched, request: PagePollRequest, base = answer.url): ListedPost[] {
  const site = ownSite(base, request)
  const { language, links } = pageOf(answer, base)
  const html = htmlOf(answer)
  return newsOnPage({
    html: /^\s{0,100}[[{]/.test(html) ? markupOfJson(html) : html,
    url: base,
    links,
    site,
    now: request.now,
    language,
    isFrontPage: isFrontPage(base, request.site ?? site),
  })
}

const htmlOf = ({ bytes, headers }: Fetched) =>
  decodeBytes(bytes.byteLength > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes, headers['content-type'] ?? null)

const pageOf = ({ bytes, headers, url }: Fetched, base = url) => readPage(bytes, headers['content-type'] ?? null, base)

/** Includes /en and the like, but not blog.acme.com, which is a list of posts. */
function isFrontPage(url: string, site: Site): boolean {
  const page = siteOf(url)
  return page !== null && page.host === site.host && page.scope === '' && !pathParts(new URL(url)).some(isSection)
}

/** A list on another host, such as an external blog, counts as a site of its own. */
export function ownSite(listUrl: string, { site }: PagePollRequest): Site {
  const host = siteOf(originOf(listUrl))
  const own = site && (!host || host.host === site.host || isOwnAddress(site, listUrl)) ? site : host
  if (!own) throw new Error('a list of news needs a web address')
  return own
}

export async function fetchList(url: string, memory: Memory, { fetch, now }: PagePollRequest, accept: string) {
  try {
    const { etag, lastModified } = memory
    const answer = await fetch({ url, accept, etag, lastModified })
    return refusedResult(answer, memory, now) ?? answer
  } catch (error) {
    return errorResult(error, memory)
  }
}

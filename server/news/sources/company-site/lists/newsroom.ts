import type { Fetched } from '../../../../platform/fetch/fetch.ts'
import { isOwnAddress, originOf, siteOf, type Site } from '../../../site/site.ts'
import { badResult, errorResult, refusedResult } from '../../poll-result.ts'
import type { Memory, SourceResult } from '../../source.ts'
import { itemsOfList, type PagePollRequest } from './list-items.ts'
import { isSection, pathParts } from './news-address.ts'
import { newsOnPage, type ListedPost } from './news-list.ts'
import { readPage } from '../page.ts'

const EMPTY_PAGE = 'The page lists nothing that can be read without running its scripts.'

export async function pollNewsroom(pageUrl: string, memory: Memory, request: PagePollRequest): Promise<SourceResult> {
  const answer = await fetchList(pageUrl, memory, request, 'text/html')
  if ('state' in answer) return answer
  const posts = postsOn(answer, request)
  return posts.length === 0
    ? badResult('partial', EMPTY_PAGE, memory)
    : itemsOfList(posts, memory, answer.headers, request)
}

/** Also used for a page that a scan has already fetched. */
export function postsOn(answer: Fetched, request: PagePollRequest): ListedPost[] {
  const contentType = answer.headers['content-type'] ?? null
  const site = ownSite(answer.url, request)
  return newsOnPage({
    bytes: answer.bytes,
    contentType,
    url: answer.url,
    site,
    now: request.now,
    language: readPage(answer.bytes, contentType, answer.url).language,
    isFrontPage: isFrontPage(answer.url, request.site ?? site),
  })
}

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

import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { parseFeed } from '../../formats/feed/parse-feed.ts'
import { areOfOneDomain, isSamePage, whereLeads, wholeSite, type SiteJoin } from './own-site.ts'
import { isOwnAddress, siteOf, type Site } from '../../site/site.ts'
import { readPage, type Page } from './page.ts'
import type { Scan } from './scan.ts'
import { firstPage, PAGE_ACCEPT } from './site-requests.ts'

export type FrontPage = {
  joins: SiteJoin[]
  note: string | null
  /** `end`: there's nothing more to read here. */
  next: { page: Page; answer: Fetched } | 'end' | 'nowhere' | 'unreachable' | 'lost'
}

/** Reads the front page, follows where it leads, and checks whether it belongs to another site. */
export async function readFrontPage(
  scan: Scan,
  lossOf: (answer: Fetched, page: Page) => string | null,
): Promise<FrontPage> {
  const { own, requests } = scan
  const joins: SiteJoin[] = []
  let note: string | null = null
  const end = (next: FrontPage['next']): FrontPage => ({ joins, note, next })

  let first = await firstPage(own, requests)
  if (!first) return end('unreachable')
  if (scan.isOwnFeed(first.url) && scan.keepFeed(first, own.url, own.url)) {
    const home = parseFeed(first.bytes, first.headers['content-type'] ?? null, first.url)?.siteUrl
    const page = home && isOwnAddress(own, home) ? await requests.get(home, PAGE_ACCEPT) : null
    if (!page) return end('end')
    first = page
  }
  const landed = siteOf(first.url)
  if (landed && !isOwnAddress(own, landed)) {
    const loss = lossOf(first, toPage(first, landed))
    if (loss !== null) return { joins, note: loss, next: 'lost' }
    const leads = whereLeads(own, landed)
    if (leads === 'join') {
      joins.push({ from: own, to: wholeSite(landed), evidence: 'redirect' })
      return end('end')
    }
    note = `The website leads to another site: ${new URL(first.url).hostname}.`
    if (leads === 'nowhere') return end('nowhere')
    scan.follow(landed)
  } else if (landed) keepInnerJoin(landed, 'redirect')

  let page = toPage(first, scan.site())
  const target = page.refreshUrl ?? entranceOf(page, scan.site())
  if (target !== null && isOwnAddress(scan.site(), target)) {
    const refreshed = await requests.get(target, PAGE_ACCEPT)
    if (refreshed && isOwnAddress(scan.site(), refreshed.url)) {
      first = refreshed
      page = toPage(refreshed, scan.site())
    }
  }
  const loss = lossOf(first, page)
  if (loss !== null) return { joins: [], note: loss, next: 'lost' }
  return end((await isNamedElsewhere(page)) ? 'end' : { page, answer: first })

  /** A page on the same host, such as its English front page, is the site under another URL. */
  function keepInnerJoin(from: Site, evidence: SiteJoin['evidence']) {
    if (from.key !== own.key && from.host === own.host && from.scope === '' && own.path === '')
      joins.push({ from, to: own, evidence })
  }

  async function isNamedElsewhere(home: Page): Promise<boolean> {
    const named = home.canonicalUrl === null ? null : siteOf(home.canonicalUrl)
    if (!named || home.canonicalUrl === null || scan.site() !== own) return false
    if (isOwnAddress(own, named)) {
      keepInnerJoin(named, 'canonical')
      return false
    }
    if (whereLeads(own, named) !== 'join') return false
    const answer = await requests.get(home.canonicalUrl, PAGE_ACCEPT)
    const answeredBy = answer && siteOf(answer.url)
    if (!answer || !answeredBy || !isOwnAddress(named, answeredBy)) return false
    if (!areOfOneDomain(own, named) && !isSamePage(home, toPage(answer, named))) return false
    joins.push({ from: own, to: wholeSite(named), evidence: 'canonical' })
    return true
  }
}

const MAX_LINKS_OF_ENTRANCE = 12
const ENTRANCE = /^(?:english|en|eng|enter|enter site|home|continue|skip|international|global)$/i

/** The link to follow on a page that only asks for the language. */
function entranceOf({ links, newsrooms, feeds }: Page, site: Site): string | null {
  if (newsrooms.length > 0 || feeds.length > 0 || links.length > MAX_LINKS_OF_ENTRANCE) return null
  const isEntrance = ({ url, text }: Page['links'][number]) =>
    isOwnAddress(site, url) && (ENTRANCE.test(text.trim()) || /^\/en(?:[-_][a-z]{2})?\/?$/i.test(new URL(url).pathname))
  return links.find((link) => isEntrance(link) && new URL(link.url).pathname !== '/')?.url ?? null
}

export const toPage = (answer: Fetched, site: Site): Page =>
  readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url, site)

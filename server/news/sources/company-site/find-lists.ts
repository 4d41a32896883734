import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { readSitemap } from '../../formats/xml/sitemap.ts'
import { isInSite, isOwnAddress } from '../../site/site.ts'
import { EMPTY_MEMORY } from '../source.ts'
import { toPage } from './front-page.ts'
import { isStillThere, likelyFeeds, likelyNewsrooms } from './likely-feeds.ts'
import { isNewsAddress } from './news-address.ts'
import { newsOnPage } from './news-list.ts'
import { readNewsroom } from './newsroom.ts'
import type { Page } from './page.ts'
import type { Scan } from './scan.ts'
import { PAGE_ACCEPT } from './site-requests.ts'
import { readSitemapAnswer, SITEMAP_ACCEPT } from './sitemap-list.ts'

const MAX_NEWSROOMS = 3
const MAX_DECLARED = 3
const MAX_GUESSED_FEEDS = 6
/** Where the page can be read as a list, a feed is only the better way. */
const MAX_FEEDS_BESIDE_LIST = 4
/** Reserved for opening posts. */
const FOR_POSTS = 5
const MAX_LISTS = 2

type Newsroom = { page: Page; answer: Fetched; foundAt: string; isList: boolean }

/** Pages of news with the feeds they name or probably have; else the site's map, else its front page as a list. */
export async function findLists(scan: Scan, home: Page, front: Fetched): Promise<{ isDisallowed: boolean }> {
  const { newsrooms, isDisallowed } = await readNewsrooms(scan, home)
  for (const { page } of newsrooms.filter((each) => feedsOf(scan, each.page).length > 0))
    await scan.tryFeeds(feedsOf(scan, page), { foundAt: page.url, max: MAX_DECLARED })
  if (scan.hasLivingFeed()) return { isDisallowed }
  const lists = newsrooms.filter(({ isList }) => isList)
  const guesses = [...newsrooms.slice(0, 2).map(({ page }) => page), home].flatMap(({ url, platform }) =>
    likelyFeeds(url, platform ?? home.platform, scan.site().scope).slice(0, MAX_GUESSED_FEEDS),
  )
  const isInside = (url: string) =>
    isInSite(scan.site(), url) || (newsrooms.length > 0 && isOwnAddress(scan.site(), url))
  const max = Math.min(lists.length > 0 ? MAX_FEEDS_BESIDE_LIST : MAX_GUESSED_FEEDS, scan.requests.left() - FOR_POSTS)
  await scan.tryFeeds(guesses.filter(isInside), { foundAt: home.url, max, isGuess: true })
  if (scan.hasLivingFeed()) return { isDisallowed }
  for (const { answer, foundAt } of lists.slice(0, MAX_LISTS)) {
    const result = await readNewsroom(answer, EMPTY_MEMORY, scan.request())
    if (result.items.length === 0 && scan.hasFeed()) continue
    scan.keep('newsroom', answer.url, foundAt)
    scan.pages.push({ kind: 'newsroom', url: answer.url, result })
  }
  if (lists.length === 0) await findFrontList(scan, home, front)
  if (!scan.pages.some(({ result }) => result && result.items.length > 0)) await findSitemap(scan, home.url)
  return { isDisallowed }
}

/** What a page declares, and what its text links to on the site itself. */
export const feedsOf = (scan: Scan, { feeds, linkedFeeds }: Page): string[] => [
  ...feeds.filter((url) => scan.isOwnFeed(url) && !/comments?(?:\/|$)/i.test(url)),
  ...linkedFeeds.filter((url) => isOwnAddress(scan.site(), url)),
]

async function readNewsrooms(scan: Scan, home: Page) {
  const site = scan.site()
  const isLinked = home.newsrooms.length > 0
  const addresses = (isLinked ? home.newsrooms : likelyNewsrooms(home.url, site.scope)).slice(0, MAX_NEWSROOMS)
  const allowed = await Promise.all(addresses.map((url) => scan.mayFetch(url)))
  const read = await Promise.all(
    addresses
      .filter((_, at) => allowed[at])
      .map(async (url): Promise<Newsroom | null> => {
        const answer = await scan.requests.get(url, PAGE_ACCEPT)
        if (!answer || !isOwnAddress(site, answer.url) || (!isLinked && !isStillThere(url, answer.url))) return null
        if (scan.isOwnFeed(answer.url) && scan.keepFeed(answer, url, home.url)) return null
        const page = toPage(answer, site)
        for (const { kind, value } of page.boards) scan.keep(kind, value, answer.url)
        return { page, answer, foundAt: isLinked ? home.url : answer.url, isList: hasPosts(scan, page, answer) }
      }),
  )
  return { newsrooms: read.filter((each) => each !== null), isDisallowed: allowed.includes(false) }
}

function hasPosts(scan: Scan, { url, language }: Page, answer: Fetched, isFrontPage = false): boolean {
  const contentType = answer.headers['content-type'] ?? null
  const posts = newsOnPage({ bytes: answer.bytes, contentType, url, site: scan.site(), language, isFrontPage })
  return posts.length > 0
}

async function findFrontList(scan: Scan, home: Page, front: Fetched): Promise<void> {
  if (scan.site().scope !== '' || !hasPosts(scan, home, front, true)) return
  const result = await readNewsroom(front, EMPTY_MEMORY, scan.request())
  if (result.items.length > 0) scan.pages.push({ kind: 'newsroom', url: front.url, result })
}

async function findSitemap(scan: Scan, home: string): Promise<void> {
  const site = scan.site()
  const named = await scan.sitemapsOf(home)
  const usual = new URL(`${site.scope}/sitemap.xml`, home).href
  for (const address of [...named.filter((url) => isOwnAddress(site, url)), usual].slice(0, 2)) {
    const answer = await scan.requests.get(address, SITEMAP_ACCEPT)
    const sitemap = answer && readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
    if (!sitemap) continue
    const hasNews =
      sitemap.kind === 'index' || sitemap.entries.some(({ url, title }) => title !== null || isNewsAddress(url))
    if (!hasNews) continue
    const result = await readSitemapAnswer(answer, EMPTY_MEMORY, scan.request())
    if (result.items.length === 0 && scan.hasFeed()) return
    scan.keep('sitemap', address, named.includes(address) ? new URL('/robots.txt', home).href : address)
    scan.pages.push({ kind: 'sitemap', url: address, result })
    return
  }
}

import type { Fetched } from '../../../../platform/fetch/fetch.ts'
import { readSitemap, type Sitemap } from '../../../formats/xml/sitemap.ts'
import { whereLeads } from '../own-site.ts'
import { isInSite, isOwnAddress, originOf, siteOf, type Site } from '../../../site/site.ts'
import { EMPTY_MEMORY } from '../../source.ts'
import { feedOfService, NO_BLOG } from '../channels.ts'
import { toPage } from '../front-page.ts'
import { isStillThere, likelyFeeds, likelyNewsrooms } from '../likely-feeds.ts'
import { itemsOfList } from './list-items.ts'
import { isSection, pathParts } from './news-address.ts'
import { postsOn, readList, type PostList } from './newsroom.ts'
import type { Page } from '../page.ts'
import { unnamedIn } from '../page-links.ts'
import type { Scan } from '../scan.ts'
import { PAGE_ACCEPT } from '../site-requests.ts'
import { isNewsEntry, readSitemapAnswer, SITEMAP_ACCEPT } from './sitemap-list.ts'

const MAX_NEWSROOMS = 3
const MAX_FURTHER = 2
const MAX_DECLARED = 3
const MAX_GUESSED_FEEDS = 6
/** Fewer feeds are guessed if the page can be read as a list anyway. */
const MAX_FEEDS_BESIDE_LIST = 4
/** Requests reserved for opening posts, and for the sitemap if there is no list. */
const FOR_POSTS = 5
const FOR_SITEMAP = 2
const MAX_LISTS = 2
const MAX_UNNAMED = 3
const MIN_DATED = 2

type Newsroom = PostList & { page: Page; url: string; foundAt: string }

/** Tries news pages and the feeds they declare or probably have, then the front page as a list, then the sitemap. */
export async function findLists(scan: Scan, home: Page, front: Fetched): Promise<{ isDisallowed: boolean }> {
  const { newsrooms, isDisallowed } = await readAllNewsrooms(scan, home)
  for (const { page } of newsrooms)
    if (!scan.hasLivingFeed()) await scan.tryFeeds(feedsOf(scan, page), { foundAt: page.url, max: MAX_DECLARED })
  const lists = newsrooms.filter(({ posts }) => posts.length > 0)
  const guesses = guessedFeeds(scan, home, newsrooms)
  const max =
    lists.length > 0
      ? Math.min(MAX_FEEDS_BESIDE_LIST, scan.requests.left() - FOR_POSTS)
      : Math.min(MAX_GUESSED_FEEDS, scan.requests.left() - FOR_POSTS - FOR_SITEMAP)
  const attempt = { foundAt: home.url, isGuess: true }
  if (!scan.hasLivingFeed()) await scan.tryFeeds(guesses, { ...attempt, max })
  if (scan.hasLivingFeed()) return { isDisallowed }
  await keepLists(scan, lists)
  if (lists.length === 0) await findFrontList(scan, front)
  if (!hasItems(scan)) await findSitemap(scan, home)
  if (!hasItems(scan)) await findUnnamedList(scan, home)
  if (!hasItems(scan)) await scan.tryFeeds(guesses.slice(Math.max(0, max)), { ...attempt, max: MAX_GUESSED_FEEDS })
  return { isDisallowed }
}

async function keepLists(scan: Scan, lists: Newsroom[]): Promise<void> {
  for (const { url, foundAt, posts, headers } of lists.slice(0, MAX_LISTS)) {
    const result = await itemsOfList(posts, EMPTY_MEMORY, headers, scan.request())
    if (result.items.length === 0 && scan.hasFeed()) continue
    scan.keep('newsroom', url, foundAt)
    scan.pages.push({ kind: 'newsroom', url, result })
  }
}

const hasItems = ({ pages }: Scan) => pages.some(({ result }) => result && result.items.length > 0)

function guessedFeeds(scan: Scan, home: Page, newsrooms: Newsroom[]): string[] {
  const site = scan.site()
  const isInside = (url: string) => isInSite(site, url) || (newsrooms.length > 0 && isOwnAddress(site, url))
  const pages = [...newsrooms.slice(0, 2).map(({ page }) => page), home]
  const ofEach = pages.map(({ url, platform }) =>
    likelyFeeds(url, platform ?? home.platform, site.scope).filter((feed) => isInside(feed) || isInHost(feed, url)),
  )
  // The first page's likeliest feeds, then those of the other pages, then the rest of the first page's.
  const [first = [], ...others] = ofEach
  return [...new Set([...first.slice(0, MAX_GUESSED_FEEDS), ...others.flat(), ...first])]
}

const isInHost = (url: string, page: string) => new URL(url).host === new URL(page).host

/** Feeds that a page declares, and those on the site itself that its body links to. */
export function feedsOf(scan: Scan, page: Page): string[] {
  const isOwn = (url: string) => isOwnAddress(scan.site(), url)
  const served = isOwn(page.url) ? null : feedOfService(page.url)
  return [
    ...(served === null ? [] : [served]),
    ...page.feeds.filter((url) => scan.isOwnFeed(url) && !/comments?(?:\/|$)/i.test(url)),
    ...page.linkedFeeds.filter(isOwn),
  ]
}

async function readAllNewsrooms(scan: Scan, home: Page) {
  const isLinked = home.newsrooms.length > 0
  const addresses = isLinked ? home.newsrooms : likelyNewsrooms(home.url, scan.site().scope)
  const first = await readNewsrooms(scan, addresses.slice(0, MAX_NEWSROOMS), home.url, isLinked)
  if (first.newsrooms.some(isDated)) return first
  // The page may only lead to others, such as a list of press releases or a blog.
  const known = new Set([...addresses, ...first.newsrooms.map(({ url }) => url)].map(bare))
  const further = first.newsrooms.flatMap(({ page }) => page.newsrooms).filter((url) => !known.has(bare(url)))
  if (further.length === 0) return first
  const second = await readNewsrooms(scan, [...new Set(further)].slice(0, MAX_FURTHER), home.url, true)
  const hasPosts = first.newsrooms.some(({ posts }) => posts.length > 0)
  if (hasPosts && !second.newsrooms.some(isDated))
    return { ...first, newsrooms: [...first.newsrooms, ...second.newsrooms] }
  return { ...first, newsrooms: [...second.newsrooms, ...first.newsrooms.map((each) => ({ ...each, posts: [] }))] }
}

const bare = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

const isDated = ({ posts }: PostList) => posts.some(({ date, changed }) => date !== null || changed !== null)

async function readNewsrooms(scan: Scan, addresses: string[], foundAt: string, isLinked: boolean) {
  const allowed = await Promise.all(addresses.map((url) => scan.mayFetch(url)))
  const read = await Promise.all(
    addresses
      .filter((_, at) => allowed[at])
      .map(async (url): Promise<Newsroom | null> => {
        const answer = await scan.requests.get(url, PAGE_ACCEPT)
        if (!answer || (!isLinked && !isStillThere(url, answer.url))) return null
        const site = isOwnAddress(scan.site(), answer.url) ? scan.site() : blogBehind(scan.site(), answer.url)
        if (site === null) return null
        if (scan.isOwnFeed(answer.url) && scan.keepFeed(answer, url, foundAt)) return null
        const page = toPage(answer, site)
        for (const { kind, value } of page.boards) scan.keep(kind, value, answer.url)
        const list = await readList(answer, scan.request())
        return { ...list, page, url: answer.url, foundAt: isLinked ? foundAt : answer.url }
      }),
  )
  return { newsrooms: read.filter((each) => each !== null), isDisallowed: allowed.includes(false) }
}

/** The site's own blog URL may redirect to another host. */
function blogBehind(site: Site, landedUrl: string): Site | null {
  const landed = siteOf(landedUrl)
  const isNone =
    !landed || NO_BLOG.test(landed.host) || landed.host === site.host || whereLeads(site, landed) === 'nowhere'
  return isNone ? null : siteOf(originOf(landedUrl))
}

async function findFrontList(scan: Scan, front: Fetched): Promise<void> {
  const posts = scan.site().scope === '' ? postsOn(front, scan.request()) : []
  if (posts.length === 0) return
  const result = await itemsOfList(posts, EMPTY_MEMORY, front.headers, scan.request())
  if (result.items.length > 0) scan.pages.push({ kind: 'newsroom', url: front.url, result })
}

async function findSitemap(scan: Scan, { url: home, sitemaps }: Page): Promise<void> {
  const site = scan.site()
  const named = await scan.sitemapsOf(home)
  const usual = ['/sitemap.xml', '/sitemap_index.xml'].map((path) => new URL(site.scope + path, home).href)
  const ofPosts = (url: string) => Number(/post|news|blog|press|article/i.test(url))
  const own = [...named, ...sitemaps]
    .filter((url) => isOwnAddress(site, url))
    .toSorted((a, b) => ofPosts(b) - ofPosts(a))
  for (const address of [...new Set([...own, ...usual])].slice(0, 2)) {
    if (hasItems(scan)) return
    const answer = await scan.requests.get(address, SITEMAP_ACCEPT)
    const sitemap = answer && readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
    if (!sitemap) continue
    const result = await readSitemapAnswer(answer, EMPTY_MEMORY, scan.request())
    if (result.items.length === 0 && sitemap.kind === 'pages' && !sitemap.entries.some(isNewsEntry)) {
      await readNewsroomsOf(scan, sitemap, address)
      continue
    }
    if (result.items.length === 0 && scan.hasFeed()) return
    const foundAt = named.includes(address)
      ? new URL('/robots.txt', home).href
      : sitemaps.includes(address)
        ? home
        : address
    scan.keep('sitemap', address, foundAt)
    scan.pages.push({ kind: 'sitemap', url: address, result })
    return
  }
}

/** A sitemap may list the news page, but not the posts. */
async function readNewsroomsOf(scan: Scan, { entries }: Sitemap, foundAt: string): Promise<void> {
  const addresses = entries.map(({ url }) => url).filter((url) => isOwnAddress(scan.site(), url) && isNewsroom(url))
  const { newsrooms } = await readNewsrooms(scan, addresses.slice(0, MAX_FURTHER), foundAt, true)
  await keepLists(
    scan,
    newsrooms.filter(({ posts }) => posts.length > 0),
  )
}

const isNewsroom = (url: string) => isSection(pathParts(new URL(url)).at(-1) ?? '')

/** A page with an unusual name, taken for a list only if several of its links have dates. */
async function findUnnamedList(scan: Scan, { url: home, links }: Page): Promise<void> {
  for (const address of unnamedIn(links, scan.site()).slice(0, MAX_UNNAMED)) {
    const answer = (await scan.mayFetch(address)) ? await scan.requests.get(address, PAGE_ACCEPT) : null
    if (!answer || !isOwnAddress(scan.site(), answer.url)) continue
    const posts = postsOn(answer, scan.request()).filter(({ kind, date }) => kind === 'post' && date !== null)
    if (posts.length < MIN_DATED) continue
    const result = await itemsOfList(posts, EMPTY_MEMORY, answer.headers, scan.request())
    if (result.items.length === 0) continue
    scan.keep('newsroom', answer.url, home)
    scan.pages.push({ kind: 'newsroom', url: answer.url, result })
    return
  }
}

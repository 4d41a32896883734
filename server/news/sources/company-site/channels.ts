import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { parseFeed } from '../../formats/feed/parse-feed.ts'
import { areNeighbors, isBlogOf, type Named } from './own-site.ts'
import { isOwnAddress, siteOf, type Site } from '../../site/site.ts'
import { EMPTY_MEMORY } from '../source.ts'
import { toPage } from './front-page.ts'
import { specialFeeds, specialFeedsOfPage } from './known-sites.ts'
import { likelyFeeds } from './likely-feeds.ts'
import { itemsOfList } from './lists/list-items.ts'
import { postsOn } from './lists/newsroom.ts'
import type { Page } from './page.ts'
import { isNewsName, type PageLink } from './page-links.ts'
import type { Scan } from './scan.ts'
import { PAGE_ACCEPT } from './site-requests.ts'

const MAX_BLOGS = 2
const MAX_FEEDS_OF_BLOG = 2
const BLOG_TEXT = /^(?:our |read (?:our|the) )?(?:newsletter|substack|medium|blog|publication|podcast)s?$/i

/** Blogs that the site links to on another host: on a publishing service, or on another of the company's domains. */
export async function findBlogs(scan: Scan, home: Page, names: string[]): Promise<void> {
  for (const url of blogsIn(home.links, scan).slice(0, MAX_BLOGS)) {
    if (scan.hasLivingFeed()) return
    const served = feedOfService(url)
    if (served !== null) {
      const isOurs = (answer: Fetched) => isBlogOf(scan.site(), names, namesOfFeed(answer, url))
      await scan.tryFeeds([served], { foundAt: home.url, max: 1, isOurs })
    } else await readBlog(scan, url, home.url, names)
  }
}

function blogsIn(links: PageLink[], scan: Scan): string[] {
  const found = links.filter(({ url, text }) => {
    const target = siteOf(url)
    if (!target || isNearby(scan.site(), target) || target.isHostOfMany || NO_BLOG.test(target.host)) return false
    return isNewsName(text) || BLOG_TEXT.test(text.trim()) || feedOfService(url) !== null
  })
  return [...new Set(found.map(({ url }) => url))]
}

/** True for the site's own URLs, and for other tenants of its shared host, which belong to somebody else. */
const isNearby = (site: Site, target: Site) =>
  target.host === site.host || isOwnAddress(site, target) || (site.isShared && areNeighbors(site, target))

/** Hosts of profiles, and wires that carry everybody's press releases. */
export const NO_BLOG =
  /(?:^|\.)(?:prnewswire|businesswire|globenewswire|accesswire|einpresswire|linkedin|x|twitter|facebook|instagram|youtube|tiktok|github|crunchbase|producthunt|google|apple|spotify|discord|slack)\.com$/i

/** Publishing services whose feeds are at a known path. */
const SERVICES: Record<string, string> = {
  'medium.com': '/feed',
  'substack.com': '/feed',
  'wordpress.com': '/feed',
  'ghost.io': '/rss/',
  'hashnode.dev': '/rss.xml',
  'blogspot.com': '/feeds/posts/default',
  'tumblr.com': '/rss',
}

export function feedOfService(address: string): string | null {
  const { hostname, origin, pathname } = new URL(address)
  const owner = pathname.split('/').find((part) => part !== '')
  if (hostname === 'medium.com' || hostname === 'dev.to')
    return owner === undefined || owner === 'p' ? null : `${origin}/feed/${owner}`
  const path = SERVICES[hostname.replace(/^[^.]+\./, '')]
  return path === undefined || hostname.startsWith('www.') ? null : origin + path
}

async function readBlog(scan: Scan, url: string, foundAt: string, names: string[]): Promise<void> {
  if (!(await scan.mayFetch(url))) return
  const answer = await scan.requests.get(url, PAGE_ACCEPT)
  const host = answer && siteOf(new URL('/', answer.url).href)
  if (!answer || !host) return
  const isProven = (page: Named) => isBlogOf(scan.site(), names, page)
  if (scan.isOwnFeed(answer.url) && isProven(namesOfFeed(answer, url)) && scan.keepFeed(answer, url, foundAt)) return
  const page = toPage(answer, host)
  if (
    !isProven({
      url: answer.url,
      titles: [page.title, page.siteName, ...page.names],
      links: page.links.map((link) => link.url),
    })
  )
    return
  const isOurs = (feed: Fetched) => scan.isOwnFeed(feed.url)
  await scan.tryFeeds(page.feeds, { foundAt: answer.url, max: MAX_FEEDS_OF_BLOG, isOurs })
  if (scan.hasLivingFeed()) return
  await scan.tryFeeds(likelyFeeds(answer.url, page.platform), {
    foundAt,
    max: MAX_FEEDS_OF_BLOG,
    isGuess: true,
    isOurs,
  })
  if (scan.hasLivingFeed()) return
  const result = await itemsOfList(postsOn(answer, scan.request()), EMPTY_MEMORY, answer.headers, scan.request())
  if (result.items.length === 0) return
  scan.keep('newsroom', answer.url, foundAt)
  scan.pages.push({ kind: 'newsroom', url: answer.url, result })
}

function namesOfFeed(answer: Fetched, linkedUrl: string): Named {
  const feed = parseFeed(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  return { url: linkedUrl, titles: [feed?.title ?? null], links: feed?.siteUrl ? [feed.siteUrl] : [] }
}

/** Video, podcast, status and changelog feeds that the site links to. They supplement its news and never replace it. */
export async function findChannels(scan: Scan, home: Page, names: string[]): Promise<void> {
  const isNamed = (answer: Fetched) => isBlogOf(scan.site(), names, namesOfFeed(answer, answer.url))
  const elsewhere = home.linkedFeeds.filter((url) => !isOwnAddress(scan.site(), url))
  const attempt = { foundAt: home.url, isChannel: true }
  await Promise.all([
    scan.tryFeeds(elsewhere, { ...attempt, max: 1, isOurs: isNamed }),
    scan.tryFeeds(statusFeeds(home.links, scan), { ...attempt, max: 1 }),
    scan.tryFeeds(changelogFeeds(home.links, scan), { ...attempt, max: 2, isGuess: true }),
    findVideos(scan, home),
    findPodcast(scan, home),
  ])
}

/** A site's podcast page links to the feed, which is usually on a podcast host. */
async function findPodcast(scan: Scan, home: Page): Promise<void> {
  const link = home.links.find(
    ({ url, text }) => /\bpodcasts?$/i.test(text.trim().slice(-20)) && isOwnAddress(scan.site(), url),
  )
  const answer = link && (await scan.mayFetch(link.url)) ? await scan.requests.get(link.url, PAGE_ACCEPT) : null
  if (!answer || !isOwnAddress(scan.site(), answer.url)) return
  const { feeds, linkedFeeds } = toPage(answer, scan.site())
  const isOurs = () => true
  await scan.tryFeeds([...linkedFeeds, ...feeds], { foundAt: answer.url, max: 1, isChannel: true, isOurs })
}

/** Status pages on the site itself, or on a service under the site's name. */
const statusFeeds = (links: PageLink[], scan: Scan): string[] =>
  links.flatMap(({ url, text }) => {
    const { hostname, origin } = new URL(url)
    const isOwn = hostname.startsWith('status.') && isOwnAddress(scan.site(), url)
    const { label } = scan.site()
    const isServed = STATUS_SERVICE.test(hostname) && label.length > 2 && hostname.startsWith(label)
    const isNamed = /^(?:system |service )?status$/i.test(text) && hostname.split('.').includes(label)
    return isOwn || isServed || (isNamed && label.length > 2) ? [`${origin}/history.atom`] : []
  })

const STATUS_SERVICE = /\.(?:statuspage\.io|instatus\.com|status\.io|statuspal\.io|betteruptime\.com)$/

const changelogFeeds = (links: PageLink[], scan: Scan): string[] =>
  links.flatMap(({ url }) =>
    /\/(?:changelog|release-notes)\/?$/i.test(new URL(url).pathname) && isOwnAddress(scan.site(), url)
      ? likelyFeeds(url, null)
          .slice(0, 3)
          .filter((feed) => !feed.endsWith('/feed'))
      : [],
  )

/** If the page links to only one channel, that channel is taken to be the company's. */
async function findVideos(scan: Scan, home: Page): Promise<void> {
  const channels = new Set(
    home.links.flatMap(({ url }) =>
      CHANNEL.test(url) ? [url.replace(/(\/(?:videos|featured|about))?\/?(?:\?.*)?$/, '')] : [],
    ),
  )
  const byId = [...channels].filter((url) => url.includes('/channel/'))
  const [channel] = byId.length > 0 ? byId : channels
  if (channel === undefined || (byId.length || channels.size) > 1) return
  const direct = specialFeeds(channel)
  const known = direct.length > 0 ? direct : await feedsOfChannel(scan, channel)
  await scan.tryFeeds(known, { foundAt: home.url, max: 1, isChannel: true, isOurs: () => true })
}

const CHANNEL = /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:channel\/|@|c\/|user\/)[^/?#]+/i

async function feedsOfChannel(scan: Scan, channel: string): Promise<string[]> {
  const answer = (await scan.mayFetch(channel)) ? await scan.requests.get(channel, PAGE_ACCEPT) : null
  const host = answer && siteOf(answer.url)
  if (!answer || !host) return []
  const page = toPage(answer, host)
  return [...specialFeedsOfPage(page.url, page.canonicalUrl), ...page.feeds]
}

/** Most frequent first: only the first few are tried. */
const FILES = [
  'feed',
  'rss.xml',
  'feed.xml',
  'atom.xml',
  'index.xml',
  'rss',
  'feed.atom',
  'index.rss',
  'rss/feed.xml',
]

/** Where feeds often are, below the page's own folder first, then below the root. */
export function wellKnownFeeds(pageUrl: string): string[] {
  const url = new URL(pageUrl)
  const folder = url.pathname.endsWith('/')
    ? url.pathname
    : `${url.pathname.replace(/\/[^/]*\.\w{2,5}$/, '')}/`
  const inFolder =
    folder === '/' ? [] : FILES.slice(0, 4).map((file) => new URL(folder + file, url.origin).href)
  return [...inFolder, ...FILES.map((file) => new URL(`/${file}`, url.origin).href)]
}

const PAGES = ['/blog', '/news', '/newsroom', '/press']

/** Pages that may list news although the site's first page does not link to them. */
export const wellKnownPages = (siteUrl: string, scope: string): string[] =>
  PAGES.map((path) => new URL(scope + path, siteUrl).href)

/** Whether an answer came from the address that was asked, give or take a slash, a scheme or a www. */
export function isStillThere(asked: string, answeredAt: string): boolean {
  const bare = (address: string) => {
    const url = URL.parse(address)
    return url && `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`
  }
  return bare(asked) === bare(answeredAt)
}

export type Platform = 'wix' | 'squarespace' | 'hubspot' | 'webflow' | 'ghost' | 'wordpress' | 'shopify' | 'blogger'

/** Recognized by the page's generator, or by strings in its HTML such as the hosts of its scripts. */
const MARKS: [Platform, RegExp, string[]][] = [
  ['wix', /wix\.com/i, ['static.wixstatic.com', 'static.parastorage.com']],
  ['squarespace', /squarespace/i, ['static1.squarespace.com', 'This is Squarespace']],
  ['hubspot', /hubspot/i, ['hs-sites.com', '/hs-fs/', '_hsenc']],
  ['webflow', /webflow/i, ['data-wf-site', 'website-files.com']],
  ['ghost', /^ghost/i, ['/ghost/api/', 'ghost-sdk']],
  ['wordpress', /wordpress/i, ['/wp-content/', '/wp-includes/']],
  ['shopify', /shopify/i, ['cdn.shopify.com']],
  ['blogger', /blogger/i, ['.blogspot.com/feeds']],
]

export function platformOf(html: string, generator: string): Platform | null {
  const named = MARKS.find(([, name]) => name.test(generator))
  return (named ?? MARKS.find(([, , marks]) => marks.some((mark) => html.includes(mark))))?.[0] ?? null
}

/** Where each platform keeps the feed of a page, or of the whole site. */
const FEEDS: Record<Platform, { ofPage?: string; ofSite?: string }> = {
  wix: { ofSite: '/blog-feed.xml' },
  squarespace: { ofPage: '?format=rss' },
  hubspot: { ofPage: '/rss.xml' },
  webflow: { ofPage: '/rss.xml' },
  ghost: { ofPage: '/rss/', ofSite: '/rss/' },
  wordpress: { ofPage: '/feed/', ofSite: '/feed/' },
  shopify: { ofPage: '.atom' },
  blogger: { ofSite: '/feeds/posts/default' },
}

/** Most frequent first, because only the first few are tried. */
const FILES = ['feed', 'rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'rss', 'feed.json', 'feed.atom', 'index.rss']

/** Likely feeds below the page and below the root; those that the platform is known for come first. */
export function likelyFeeds(pageUrl: string, platform: Platform | null, scope = ''): string[] {
  const url = new URL(pageUrl)
  const page = url.pathname.replace(/\/[^/]*\.\w{2,5}$/, '').replace(/\/$/, '')
  const known = platform ? FEEDS[platform] : {}
  const isWhole = page === scope
  const paths = [
    ...(known.ofPage && (!isWhole || known.ofSite === undefined) ? [page + known.ofPage] : []),
    ...(known.ofSite ? [scope + known.ofSite] : []),
    ...FILES.flatMap((file) => (isWhole ? [`${scope}/${file}`] : [`${page}/${file}`, `${scope}/${file}`])),
  ]
  const bare = (path: string) => path.replace(/\/$/, '')
  const unique = paths.filter((path, at) => paths.findIndex((other) => bare(other) === bare(path)) === at)
  return unique.map((path) => new URL(path.startsWith('/') ? path : `/${path}`, url.origin).href)
}

const PAGES = ['/blog', '/news', '/press', '/newsroom']

export const likelyNewsrooms = (siteUrl: string, scope: string): string[] =>
  PAGES.map((path) => new URL(scope + path, siteUrl).href)

/** Ignores trailing slashes, the scheme and `www`. */
export function isStillThere(requested: string, answeredAt: string): boolean {
  const withoutScheme = (address: string) => {
    const url = URL.parse(address)
    return url && `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`
  }
  return withoutScheme(requested) === withoutScheme(answeredAt)
}

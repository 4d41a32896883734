import { siteOf, type Site, originOf, webAddress } from '../../site/site.ts'
import { decodeBytes } from '../../formats/decode-bytes.ts'
import { feedLanguage } from '../../formats/feed/parse-feed.ts'
import { attributesOf, scanMarkup } from '../../formats/html/markup.ts'
import { decodeEntities, headline, htmlToText } from '../../formats/html/plain-text.ts'
import { registerNumberIn } from '../companies-house/register-entry.ts'
import { githubOrganization, jobBoards, ownOrganization, type BoardFact } from './known-sites.ts'
import { readStructuredData } from './identity.ts'
import { linkedAccounts, type AccountFact } from './linked-accounts.ts'
import { careersIn, feedsIn, isFeedAddress, newsroomsIn, type PageLink } from './page-links.ts'
import { platformOf, type Platform } from './likely-feeds.ts'
import { scriptedAddress, withScriptedLinks } from './scripted-links.ts'
import { pageDate, type PageDate } from '../../formats/html/page-date.ts'

export type Page = {
  url: string
  title: string | null
  /** The page's own headline, usually without the name of the site. */
  headline: string | null
  description: string | null
  /** The first headings and paragraphs, in the page's own words. */
  text: string | null
  siteName: string | null
  names: string[]
  people: string[]
  places: string[]
  language: string | null
  canonicalUrl: string | null
  /** Where the page immediately redirects its visitors. */
  refreshUrl: string | null
  platform: Platform | null
  /** When the page was published, in a format that `parseFeedDate` reads. */
  readonly publishedTime: string | null
  /** At Companies House, if the end of the page states one. */
  readonly registerNumber: string | null
  readonly isArticle: boolean
  /** Declared feeds, best first and comment feeds last. */
  feeds: string[]
  /** Feeds that the body of the page links to. */
  linkedFeeds: string[]
  careers: string[]
  newsrooms: string[]
  /** Declared sitemaps. */
  sitemaps: string[]
  boards: BoardFact[]
  github: string | null
  /** Accounts on other services. */
  accounts: AccountFact[]
  links: PageLink[]
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_LINKS = 1000
const MAX_FRAMES = 5
const MAX_SCRIPTS = 20
const MAX_SCRIPT = 200_000
const MAX_LINK_TEXT = 2000
/** The database indexes this text, which limits its size. */
const MAX_TEXT = 600
/** Enough for the footer, where British companies state their number. */
const FOOTER = 20_000
const PROSE = new Set(['h1', 'h2', 'h3', 'p'])
const FEED_TYPE = /^(?:application\/(?:rss\+xml|atom\+xml|feed\+json|json|rdf\+xml|rss|atom|xml)|text\/xml)\b/i
const NOT_A_FEED = /\/wp-json\/|oembed|\/xmlrpc\.php|opensearch/i
const COMMENTS = /comment|kommentar|replies/i
const PART_OF_SITE = /categor|\/tag|author|topic/i
export function readPage(
  bytes: Uint8Array,
  contentType: string | null,
  url: string,
  site: Site | null = siteOf(originOf(url)),
): Page {
  const html = withScriptedLinks(
    decodeBytes(bytes.byteLength > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes, contentType),
  )
  const metas = new Map<string, string>()
  const alternates: { url: string; label: string }[] = []
  const links: PageLink[] = []
  const frames: string[] = []
  const sitemaps: string[] = []
  const organizations: string[] = []
  const scripts: string[] = []
  let base = url
  let prose = ''
  let proseFrom: number | null = null
  let firstHeading: string | null = null
  let title: string | null = null
  let language: string | null = null
  let canonicalUrl: string | null = null
  let refreshUrl: string | null = null
  let label = ''
  let inside: { name: string; from: number; url: string | null } | null = null

  const enter: Record<string, (attributes: Map<string, string>, end: number) => void> = {
    html: (attributes) => (language ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null),
    base: (attributes) => {
      base = webAddress(valueOf(attributes, 'href'), url) ?? base
    },
    meta: (attributes) => {
      const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
      if (name !== '' && metas.size < 100 && !metas.has(name)) metas.set(name, valueOf(attributes, 'content'))
      const to =
        attributes.get('http-equiv')?.toLowerCase() === 'refresh' && REFRESH.exec(valueOf(attributes, 'content'))
      if (to && to[1]) refreshUrl ??= webAddress(to[1], base)
    },
    link: (attributes) => {
      const rel = valueOf(attributes, 'rel').toLowerCase().split(/\s+/)
      const href = webAddress(hrefOf(attributes), base)
      if (href === null) return
      if (rel.includes('canonical')) canonicalUrl ??= href
      if (rel.includes('sitemap') && sitemaps.length < MAX_FRAMES) sitemaps.push(href)
      if (!rel.includes('alternate') && !rel.includes('feed')) return
      const type = valueOf(attributes, 'type').trim()
      const isUntyped = (type === '' || rel.includes('feed')) && !attributes.has('hreflang') && !attributes.has('media')
      const isFeed = FEED_TYPE.test(type) || (isUntyped && (isFeedAddress(href) || /\.xml(?:$|\?)/i.test(href)))
      if (isFeed && !NOT_A_FEED.test(href) && alternates.length < 50)
        alternates.push({ url: href, label: `${href} ${valueOf(attributes, 'title')}` })
    },
    a: (attributes, end) => {
      if (!attributes.has('href') || links.length >= MAX_LINKS) return
      leave(end)
      label = valueOf(attributes, 'aria-label') || valueOf(attributes, 'title')
      inside = { name: 'a', from: end, url: webAddress(hrefOf(attributes), base) }
    },
    area: (attributes) => {
      const target = webAddress(hrefOf(attributes), base)
      if (target !== null && links.length < MAX_LINKS)
        links.push({ url: target, text: headline(valueOf(attributes, 'alt') || valueOf(attributes, 'title'), 300) })
    },
    frame: (attributes) => {
      const src = webAddress(valueOf(attributes, 'src'), base)
      if (src !== null && frames.length < MAX_FRAMES) frames.push(src)
    },
    iframe: (attributes) => {
      const src = webAddress(valueOf(attributes, 'src'), base)
      if (src !== null && links.length < MAX_LINKS) links.push({ url: src, text: '' })
    },
    title: (_, end) => {
      inside ??= title === null ? { name: 'title', from: end, url: null } : null
    },
    script: (attributes, end) => {
      if (/ld\+json/i.test(valueOf(attributes, 'type'))) inside = { name: 'script', from: end, url: null }
    },
  }
  const elements = new Map(Object.entries(enter))

  const leave = (end: number) => {
    if (!inside) return
    const { name, from, url: target } = inside
    inside = null
    if (name === 'script') {
      if (scripts.length < MAX_SCRIPTS && end - from < MAX_SCRIPT) scripts.push(html.slice(from, end))
    } else if (name === 'title') title = headline(html.slice(from, Math.min(end, from + MAX_LINK_TEXT)), 300) || null
    else if (target !== null && links.length < MAX_LINKS) {
      const inner = html.slice(from, Math.min(end, from + MAX_LINK_TEXT))
      links.push({ url: target, text: headline(inner, 300) || headline(label || altIn(inner), 300) })
      const organization = githubOrganization(target)
      if (organization !== null) organizations.push(organization)
    }
  }

  scanMarkup(html, 'html', {
    open(written, from, end) {
      if (PROSE.has(written.toLowerCase())) proseFrom = end
      elements.get(written.toLowerCase())?.(attributesOf(html, from, end), end)
      return undefined
    },
    close(written, start) {
      if (PROSE.has(written.toLowerCase())) {
        if (proseFrom !== null && written.toLowerCase() === 'h1')
          firstHeading ??= headline(html.slice(proseFrom, Math.min(start, proseFrom + MAX_LINK_TEXT)), 300) || null
        if (proseFrom !== null && prose.length < MAX_TEXT)
          prose =
            `${prose} ${headline(html.slice(proseFrom, Math.min(start, proseFrom + MAX_LINK_TEXT)), MAX_TEXT)}`.trim()
        proseFrom = null
      }
      if (inside?.name === written.toLowerCase()) leave(start)
      return undefined
    },
  })

  const data = readStructuredData(scripts, url, site)
  for (const profile of data.profiles)
    organizations.push(...[githubOrganization(profile)].filter((name) => name !== null))
  const isWhole = site === null || site.scope === ''
  const siteLabel = site?.label || (site?.path.split('/').at(-1) ?? '')
  const spoken = feedLanguage(language ?? metas.get('og:locale') ?? null)
  // Computed lazily, because only the few pages that are opened as articles need it.
  let date: PageDate | null = null
  const dated = () => (date ??= pageDate(html, url, spoken))
  const metaContent = (...names: string[]) =>
    names.map((name) => headline(metas.get(name) ?? '', 500)).find((text) => text !== '') ?? null
  return {
    url,
    title: title ?? metaContent('og:title', 'twitter:title'),
    headline: headlineOf(firstHeading, metaContent('og:title', 'twitter:title', 'parsely-title')),
    description: metaContent('description', 'og:description', 'twitter:description') ?? data.descriptions[0] ?? null,
    text: prose.slice(0, MAX_TEXT) || null,
    // For a site below a path, this would be the name of the host.
    siteName: isWhole ? (metaContent('og:site_name', 'application-name') ?? data.siteName) : null,
    names: data.names,
    people: data.people,
    places: data.places,
    language: spoken,
    canonicalUrl,
    refreshUrl: refreshUrl ?? (links.length === 0 ? scriptedUrl(html, url) : null),
    platform: platformOf(html, metas.get('generator') ?? ''),
    get registerNumber() {
      return registerNumberIn(htmlToText(html.slice(-FOOTER), FOOTER))
    },
    get publishedTime() {
      return dated().written
    },
    get isArticle() {
      return dated().isArticle
    },
    feeds: feedOrder(alternates),
    linkedFeeds: feedsIn(links),
    careers: careersIn(links, site),
    newsrooms: newsroomsIn({ links, blogs: data.blogs, frames }, url, site),
    sitemaps,
    boards: jobBoards(html),
    github: ownOrganization(organizations, siteLabel, isWhole),
    accounts: linkedAccounts([...links.map((link) => link.url), ...data.profiles], siteLabel, isWhole),
    links,
  }
}

/** Prefers the heading if the title contains it, because the title may end with the name of the site. */
const headlineOf = (heading: string | null, named: string | null): string | null =>
  named === null || (heading !== null && named.includes(heading)) ? heading : named

const REFRESH = /^\s{0,10}[\d.]{1,6}\s{0,10}[;,]\s{0,10}(?:url\s{0,5}=\s{0,5})?["']?([^"'\s]{1,2000})/i

/** Alt text, for links that consist of a picture. */
const altIn = (markup: string): string => /\balt\s{0,3}=\s{0,3}["']([^"']{1,300})/i.exec(markup)?.[1] ?? ''

/** Some sites redirect their visitors only with a script. */
function scriptedUrl(html: string, url: string): string | null {
  const address = scriptedAddress(html.slice(0, 20_000))
  return address === null ? null : webAddress(address, url)
}

/** Also accepts `feed:https://…` and `feed://…`. */
const hrefOf = (attributes: Map<string, string>) =>
  valueOf(attributes, 'href').replace(
    /^\s{0,10}feed:(?:\/\/)?(https?:|(?=\w))/i,
    (_, scheme: string) => scheme || 'https://',
  )

const valueOf = (attributes: Map<string, string>, name: string): string => decodeEntities(attributes.get(name) ?? '')

/** Feeds of the whole site first, then those of categories, then those of comments. */
function feedOrder(alternates: { url: string; label: string }[]): string[] {
  const rank = ({ label }: { label: string }) => (COMMENTS.test(label) ? 2 : PART_OF_SITE.test(label) ? 1 : 0)
  return [...new Set(alternates.toSorted((a, b) => rank(a) - rank(b)).map(({ url }) => url))]
}

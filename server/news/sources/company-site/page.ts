import { isOwnAddress, siteOf, type Site, originOf, webAddress } from '../../site/site.ts'
import { decodeBytes } from '../../formats/decode-bytes.ts'
import { feedLanguage } from '../../formats/feed/parse-feed.ts'
import { attributesOf, scanMarkup } from '../../formats/html/markup.ts'
import { decodeEntities, headline } from '../../formats/html/plain-text.ts'
import { githubOrganization, jobBoards, ownOrganization, type BoardFact } from './known-sites.ts'
import { readStructuredData } from './identity.ts'

export type PageLink = { url: string; text: string }

export type Page = {
  url: string
  title: string | null
  description: string | null
  /** The first headings and paragraphs, in the page's own words. */
  text: string | null
  siteName: string | null
  names: string[]
  people: string[]
  places: string[]
  language: string | null
  canonicalUrl: string | null
  /** As written, where the page is an article. */
  publishedTime: string | null
  /** Best first; comment feeds last. */
  feeds: string[]
  careers: string[]
  newsrooms: string[]
  boards: BoardFact[]
  github: string | null
  links: PageLink[]
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_LINKS = 1000
const MAX_SCRIPTS = 20
const MAX_SCRIPT = 200_000
const MAX_LINK_TEXT = 2000
/** The database indexes it, which limits its bytes. */
const MAX_TEXT = 600
const PROSE = new Set(['h1', 'h2', 'h3', 'p'])
const FEED_TYPE = /^(?:application\/(?:rss\+xml|atom\+xml|feed\+json|json|rdf\+xml|rss|atom|xml)|text\/xml)\b/i
const NOT_A_FEED = /\/wp-json\/|oembed|\/xmlrpc\.php|opensearch/i
const COMMENTS = /comment|kommentar|replies/i
const CAREERS =
  /^(?:careers?|jobs?|join(?:-us)?|work-(?:with|for)-us|working-here|hiring|we-are-hiring|open-(?:roles|positions)|vacancies|karriere|stellen(?:angebote)?|emplois?|empleo)$/i
const NEWSROOM =
  /^(?:news|newsroom|press|press-(?:room|releases?|center)|blog|media|updates|announcements|company-news|in-the-news|aktuelles|presse|actualites|noticias|journal|stories)$/i

export function readPage(
  bytes: Uint8Array,
  contentType: string | null,
  url: string,
  site: Site | null = siteOf(originOf(url)),
): Page {
  const html = decodeBytes(bytes.byteLength > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes, contentType)
  const metas = new Map<string, string>()
  const alternates: { url: string; label: string }[] = []
  const links: PageLink[] = []
  const organizations: string[] = []
  const scripts: string[] = []
  let base = url
  let prose = ''
  let proseFrom: number | null = null
  let title: string | null = null
  let language: string | null = null
  let canonicalUrl: string | null = null
  let inside: { name: string; from: number; url: string | null } | null = null

  const enter: Record<string, (attributes: Map<string, string>, end: number) => void> = {
    html: (attributes) => (language ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null),
    base: (attributes) => {
      base = webAddress(valueOf(attributes, 'href'), url) ?? base
    },
    meta: (attributes) => {
      const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
      if (name !== '' && metas.size < 100 && !metas.has(name)) metas.set(name, valueOf(attributes, 'content'))
    },
    link: (attributes) => {
      const rel = valueOf(attributes, 'rel').toLowerCase().split(/\s+/)
      const href = webAddress(valueOf(attributes, 'href'), base)
      if (href === null) return
      if (rel.includes('canonical')) canonicalUrl ??= href
      if (!rel.includes('alternate') && !rel.includes('feed')) return
      if (FEED_TYPE.test(valueOf(attributes, 'type').trim()) && !NOT_A_FEED.test(href) && alternates.length < 50)
        alternates.push({ url: href, label: `${href} ${valueOf(attributes, 'title')}` })
    },
    a: (attributes, end) => {
      if (!attributes.has('href') || links.length >= MAX_LINKS) return
      const href = webAddress(valueOf(attributes, 'href'), base)
      leave(end)
      inside = { name: 'a', from: end, url: href }
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
      links.push({ url: target, text: headline(html.slice(from, Math.min(end, from + MAX_LINK_TEXT)), 300) })
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
  const metaContent = (...names: string[]) =>
    names.map((name) => headline(metas.get(name) ?? '', 500)).find((text) => text !== '') ?? null
  return {
    url,
    title: title ?? metaContent('og:title', 'twitter:title'),
    description: metaContent('description', 'og:description', 'twitter:description') ?? data.descriptions[0] ?? null,
    text: prose.slice(0, MAX_TEXT) || null,
    // Below a path it is the name of the host.
    siteName: isWhole ? (metaContent('og:site_name', 'application-name') ?? data.siteName) : null,
    names: data.names,
    people: data.people,
    places: data.places,
    language: feedLanguage(language ?? metas.get('og:locale') ?? null),
    canonicalUrl,
    publishedTime: metas.get('article:published_time') ?? metas.get('date') ?? null,
    feeds: feedOrder(alternates),
    careers: pagesNamed(CAREERS, /^(?:careers?|jobs?)\./i, links, site),
    newsrooms: pagesNamed(NEWSROOM, /^(?:blog|news|newsroom|press|media)\./i, links, site),
    boards: jobBoards(html),
    github: ownOrganization(organizations, site?.label || (site?.path.split('/').at(-1) ?? ''), isWhole),
    links,
  }
}

const valueOf = (attributes: Map<string, string>, name: string): string => decodeEntities(attributes.get(name) ?? '')

function feedOrder(alternates: { url: string; label: string }[]): string[] {
  const isComments = ({ label }: { label: string }) => COMMENTS.test(label)
  const sorted = [...alternates.filter((each) => !isComments(each)), ...alternates.filter(isComments)]
  return [...new Set(sorted.map(({ url }) => url))]
}

function pagesNamed(path: RegExp, host: RegExp, links: PageLink[], site: Site | null): string[] {
  const found = links.filter((link) => {
    const target = URL.parse(link.url)
    if (!target || !site || !isOwnAddress(site, link.url)) return false
    const parts = target.pathname.split('/').filter((part) => part !== '')
    const last = parts.at(-1)?.replace(/\.\w{2,5}$/, '') ?? ''
    return (parts.length <= 3 && path.test(last)) || (parts.length === 0 && host.test(target.hostname))
  })
  return [...new Set(found.map((link) => link.url))].slice(0, 5)
}

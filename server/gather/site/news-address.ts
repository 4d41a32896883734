const SECTION =
  /^(?:news|newsroom|press|press-releases?|blog|media|updates|announcements?|company-news|aktuelles|presse|actualites|noticias|journal|stories|articles?|posts?|releases?|changelog)$/i
const NOT_AN_ARTICLE =
  /^(?:tags?|categor(?:y|ies)|authors?|topics?|page|archive|search|feed|rss|login|subscribe|press-kit|media-kit|contact|about)$/i
const YEAR = /^(?:19|20)\d\d$/

/** Whether an address looks like a single piece of news: a page of its own below a part of the site that holds news. */
export function isNewsAddress(address: string, listUrl?: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const parts = pathParts(url)
  const last = parts.at(-1) ?? ''
  if (parts.length === 0 || parts.some((part) => NOT_AN_ARTICLE.test(part))) return false
  if (SECTION.test(last) || YEAR.test(last) || last.length < 4) return false
  const inSection = parts.slice(0, -1).some((part) => SECTION.test(part) || YEAR.test(part))
  return inSection || isBelow(url, listUrl) || /^(?:blog|news|newsroom|press|media)\./i.test(url.hostname)
}

function isBelow(url: URL, listUrl: string | undefined): boolean {
  const list = listUrl === undefined ? null : URL.parse(listUrl)
  if (!list || list.hostname !== url.hostname) return false
  const parts = pathParts(list)
  return parts.length > 0 && url.pathname.startsWith(`/${parts.join('/')}/`)
}

const pathParts = (url: URL) => url.pathname.split('/').filter((part) => part !== '')

/** Words out of the end of an address, where nothing better is known: acme-raises-10m becomes "Acme raises 10m". */
export function titleFromAddress(address: string): string {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  const words = decoded(last)
    .replace(/\.\w{2,5}$/, '')
    .split(/[-_+\s]+/)
    .filter((word) => word !== '')
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1, 300)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

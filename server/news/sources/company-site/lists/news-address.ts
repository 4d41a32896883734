/** Path segments under which sites keep their news, in the users' languages. */
const SECTION =
  /^(?:(?:company-|latest-|product-|our-)?news(?:-\d)?|newsroom|news-(?:and-(?:events|press|media|insights|updates)|events|media|press|insights|updates|room|center|centre)|press|press-?(?:room|cent(?:er|re)|office|releases?|and-media|coverage)|media-(?:cent(?:er|re)|room|releases?|coverage)|in-the-(?:news|media|press)|(?:our-|the-)?blogs?(?:-\d)?|media|updates?|bulletins?|dispatches|(?:field-|lab-)notes|logbook|dev-?log|announcements?|journal|magazine?|stories|articles?|posts?|releases?|release-notes|change-?log|whats-new|insights?|perspectives|ideas|aktuelles?|neuigkeiten|nachrichten|presse|pressemitteilungen|pressemeldungen|meldungen|pressebereich|pressezentrum|actualites?|actus?|nouvelles|communiques?(?:-de-presse)?|espace-presse|salle-de-presse|revue-de-presse|noticias?|novedades|prensa|sala-de-prensa|notas-de-prensa|comunicados|novidades|imprensa|sala-de-imprensa|blogue|notizie|novita|stampa|comunicati(?:-stampa)?|rassegna-stampa|nieuws|persberichten|nyheter|nyhetsrum|aktuellt|press(?:e)?rum|pressmeddelanden|nyheder|pressemeddelelser|pressemeldinger|uutiset|tiedotteet|ajankohtaista|aktualnosci|aktuality|tiskove-zpravy|haberler|oshirase)$/i

/** Path segments that never belong to news, wherever the link appears. */
const NEVER =
  /^(?:tags?|topics?|categor(?:y|ies)|authors?|contributors?|page|archives?|search|feed|rss|log-?in|sign-?in|sign-?up|register|(?:un)?subscribe|press-?kit|media-kit|brand-assets|contact(?:-us)?|about(?:-us)?|careers?|jobs?|karriere|vacancies|open-positions|legal|privacy(?:-policy|-notice)?|terms(?:-of-(?:service|use)|-and-conditions)?|tos|cookies?(?:-policy)?|imprint|impressum|case-stud(?:y|ies)|customer-stories|success-stories|webinars|e-?books|whitepapers|glossary|datenschutz(?:erkl(?:ae|%C3%A4)rung)?|agb|mentions-legales|dpa|gdpr|sitemap|wp-content|wp-admin|wp-json|cdn-cgi|_next|static|assets)$/i
/** Of those, what may precede a section or a number: /about/news/one-post, /archives/123, /topics/123. */
const ABOVE = /^(?:about(?:-us)?|categor(?:y|ies)|topics?|archives?)$/i
/** Query parameters that choose one of the posts behind a single path. */
const POST_QUERY =
  /[?&](?:p|id|post|article|news|slug|(?:news|post|article|item|entry)[_-]?(?:id|slug)|n?id|aid|story|tx_news_pi1(?:\[|%5B)news(?:\]|%5D))=[^&]/i
/** Pages that sites have besides their news. */
const BESIDE =
  /^(?:team|brand|pricing|plans|demo|book-a-demo|get-started|downloads?|products?|solutions?|features?|platform|services?|integrations?|customers?|case-studies|partners|events?|webinars?|faq|help|support|docs|documentation|api|cart|checkout|shop|store|account|dashboard|app|templates?|tools?|glossary|courses?|academy)$/i
const FILE =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|zip|gz|mp[34]|mov|webm|css|js|json|xml|rss|atom|ics|vcf|docx?|pptx?|xlsx?)$/i
const YEAR = /^(?:19|20)\d\d(?:\.\w{3,5})?$/
const NEWS_HOST =
  /^(?:blogs?|news|newsroom|press|media|insights|stories|updates|changelog|journal|magazine?|presse|aktuelles)\./i

/** Whether a path segment names a page that lists posts. */
export const isSection = (part: string) =>
  SECTION.test(
    decoded(part)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replace(/\.(?:html?|php|aspx?)$/i, ''),
  )

export const isNewsHost = (hostname: string) => NEWS_HOST.test(hostname)

/** In a news section or on a news host; with `listUrl`, also below that list. */
export function isNewsAddress(address: string, listUrl?: string): boolean {
  const url = URL.parse(address)
  if (!url || !mayBeArticle(url, listUrl)) return false
  const parts = pathParts(url)
  const last = parts.at(-1) ?? ''
  if (isBehind(url, listUrl)) return true
  if (last.length < 4 && !/^\d+$/.test(last)) return false
  const inSection = parts.slice(0, -1).some((part) => isSection(part) || YEAR.test(part))
  return inSection || depthBelow(url, listUrl) > 0 || NEWS_HOST.test(url.hostname)
}

/** Not a file, a section, or a page such as /pricing; a list's own path may contain such a word, as in /events. */
export function mayBeArticle(url: URL, listUrl?: string): boolean {
  const parts = pathParts(url)
  const last = parts.at(-1) ?? ''
  if (parts.length === 0 && !POST_QUERY.test(url.search)) return false
  if (FILE.test(last)) return false
  const above = depthBelow(url, listUrl)
  const isNever = (part: string, at: number) =>
    at >= above && NEVER.test(part) && !(ABOVE.test(part) && isPostPath(parts.slice(at + 1)))
  if (parts.some(isNever)) return false
  if (!parts.some(isSection) && parts.slice(above).some((part) => BESIDE.test(part))) return false
  if (/[?&](?:page|paged|category|tag|author)=/i.test(url.search)) return false
  return !((isSection(last) || YEAR.test(last)) && url.search === '')
}

const isPostPath = (parts: string[]) =>
  parts.slice(0, -1).some(isSection) || (parts.length === 1 && /^\d+(?:\.\w{3,5})?$/.test(parts[0] ?? ''))

/** Whether it has the list's own path and a further query: /news.php?id=12. */
function isBehind(url: URL, listUrl: string | undefined): boolean {
  const list = listUrl === undefined ? null : URL.parse(listUrl)
  if (!list || list.host !== url.host || list.pathname !== url.pathname || list.search === url.search) return false
  return POST_QUERY.test(url.search) && [...list.searchParams].every(([key, value]) => url.searchParams.has(key, value))
}

/** How many parts of the path are the list's, or 0. /news.php and /news/index.html may list what is in /news. */
function depthBelow(url: URL, listUrl: string | undefined): number {
  const list = listUrl === undefined ? null : URL.parse(listUrl)
  if (!list || list.hostname !== url.hostname) return 0
  const path = list.pathname.replace(/(?:\/(?:index|default))?\.(?:html?|php|aspx?)$/i, '').replace(/\/$/, '')
  return path !== '' && url.pathname.startsWith(`${path}/`) ? path.split('/').length - 1 : 0
}

export const pathParts = (url: URL) => url.pathname.split('/').filter((part) => part !== '')

/** Whether the address ends like a headline: /acme-raises-10m. */
export const hasWords = (address: string) => (pathParts(new URL(address)).at(-1) ?? '').split('-').length > 2

/** acme-raises-10m becomes "Acme raises 10m". */
export function titleFromAddress(address: string): string {
  const last = pathParts(new URL(address)).at(-1) ?? ''
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

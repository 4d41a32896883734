/** Path segments under which sites keep their news, in the users' languages. */
const SECTION =
  /^(?:(?:company-|latest-|product-)?news|newsroom|news-(?:and-(?:events|press|media|insights)|events|room|center|centre)|press|press-?(?:room|cent(?:er|re)|office|releases?)|media-(?:cent(?:er|re)|room|releases?)|in-the-(?:news|media|press)|blogs?|media|updates?|announcements?|journal|magazine?|stories|articles?|posts?|releases?|release-notes|change-?log|whats-new|insights?|perspectives|ideas|aktuelles?|neuigkeiten|nachrichten|presse|pressemitteilungen|pressebereich|actualites?|actus?|nouvelles|communiques?(?:-de-presse)?|espace-presse|noticias?|novedades|prensa|sala-de-prensa|comunicados|novidades|imprensa|sala-de-imprensa|blogue|notizie|novita|stampa|comunicati(?:-stampa)?|rassegna-stampa|nieuws|persberichten|nyheter|nyhetsrum|aktuellt|press(?:e)?rum|pressmeddelanden|nyheder|pressemeddelelser|pressemeldinger|uutiset|tiedotteet|ajankohtaista|aktualnosci|aktuality|tiskove-zpravy|haberler|oshirase)$/i

/** Path segments that never belong to news, wherever the link appears. */
const NEVER =
  /^(?:tags?|topics?|categor(?:y|ies)|authors?|contributors?|page|archives?|search|feed|rss|log-?in|sign-?in|sign-?up|register|(?:un)?subscribe|press-kit|media-kit|brand-assets|contact(?:-us)?|about(?:-us)?|careers?|jobs?|karriere|vacancies|open-positions|legal|privacy(?:-policy|-notice)?|terms(?:-of-(?:service|use)|-and-conditions)?|tos|cookies?(?:-policy)?|imprint|impressum|case-stud(?:y|ies)|customer-stories|success-stories|webinars|e-?books|whitepapers|glossary|datenschutz(?:erkl(?:ae|%C3%A4)rung)?|agb|mentions-legales|dpa|gdpr|sitemap|wp-content|wp-admin|wp-json|cdn-cgi|_next|static|assets)$/i
/** Pages that sites have besides their news. */
const BESIDE =
  /^(?:team|brand|pricing|plans|demo|book-a-demo|get-started|downloads?|products?|solutions?|features?|platform|services?|integrations?|customers?|case-studies|partners|events?|webinars?|faq|help|support|docs|documentation|api|cart|checkout|shop|store|account|dashboard|app|templates?|tools?|glossary|courses?|academy)$/i
const FILE =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|zip|gz|mp[34]|mov|webm|css|js|json|xml|rss|atom|ics|vcf|docx?|pptx?|xlsx?)$/i
const YEAR = /^(?:19|20)\d\d$/
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
  if (last.length < 4 && !/^\d+$/.test(last)) return false
  const inSection = parts.slice(0, -1).some((part) => isSection(part) || YEAR.test(part))
  return inSection || isBelow(url, listUrl) || NEWS_HOST.test(url.hostname)
}

/** Not a file, a section, or a page such as /pricing; a list's own path may contain such a word, as in /events. */
export function mayBeArticle(url: URL, listUrl?: string): boolean {
  const parts = pathParts(url)
  const last = parts.at(-1) ?? ''
  if (parts.length === 0 && !/[?&](?:p|id|post|article|news)=/i.test(url.search)) return false
  if (FILE.test(last) || parts.some((part) => NEVER.test(part))) return false
  const above = isBelow(url, listUrl) ? pathParts(new URL(listUrl ?? '')).length : 0
  if (!parts.some(isSection) && parts.slice(above).some((part) => BESIDE.test(part))) return false
  if (/[?&](?:page|paged|category|tag|author)=/i.test(url.search)) return false
  return !((isSection(last) || YEAR.test(last)) && url.search === '')
}

function isBelow(url: URL, listUrl: string | undefined): boolean {
  const list = listUrl === undefined ? null : URL.parse(listUrl)
  if (!list || list.hostname !== url.hostname) return false
  const parts = pathParts(list)
  return parts.length > 0 && url.pathname.startsWith(`/${parts.join('/')}/`)
}

export const pathParts = (url: URL) => url.pathname.split('/').filter((part) => part !== '')

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

import { isOwnAddress, type Site } from '../../site/site.ts'
import { isNewsHost, isSection, pathParts } from './lists/news-address.ts'

export type PageLink = { url: string; text: string }

const MAX_PAGES = 5
const CAREERS =
  /^(?:careers?|jobs?|join(?:-us)?|work-(?:with|for)-us|working-here|hiring|we-are-hiring|open-(?:roles|positions)|vacancies|karriere|stellen(?:angebote)?|emplois?|empleo)$/i

/** What menus call a news page, best first; the last ones often mean something else. */
const NAMES = [
  /^(?:(?:latest|recent|company|our|all|the)\s)?(?:news(?:room)?|blogs?|press(?:\s?(?:room|cent(?:er|re)|office|releases?))?|announcements?|company updates|media(?: (?:cent(?:er|re)|room|releases?|coverage))?|in the (?:news|media|press)|news (?:&|and) \w+|press (?:&|and) \w+)$/i,
  /^(?:aktuelles|neuigkeiten|nachrichten|news ?& ?presse|presse(?:mitteilungen|bereich|raum)?|actualités|actus?|nos actualités|espace presse|presse|communiqués(?: de presse)?|noticias|novedades|prensa|sala de prensa|actualidad|comunicados|notícias|novidades|imprensa|sala de imprensa|blogue|notizie|novità|stampa|comunicati(?: stampa)?|rassegna stampa|ニュース(?:ルーム|リリース)?|お知らせ|新着情報|最新情報|ブログ|プレス(?:リリース)?|トピックス|新闻(?:中心)?|动态|博客|뉴스|소식|블로그|보도자료|nieuws|persberichten|nyheter|nyhetsrum|aktuellt|presserum|pressrum|pressmeddelanden|nyheder|pressemeddelelser|pressemeldinger|uutiset|tiedotteet|ajankohtaista|aktualności|aktuality|tiskové zprávy|новости|блог|haberler)$/i,
  /^(?:(?:our|latest|all)\s)?(?:insights?|stories|journal|articles?|updates?|magazine?|posts|notes|dispatch(?:es)?|ideas|perspectives|changelog|release notes|what[’']?s new|artikel|einblicke|articles de blog|artículos|historias|artigos|articoli|approfondimenti|storie|magazin|コラム|記事|メディア|导航)$/i,
  /^(?:learn|resources?|resource (?:cent(?:er|re)|hub|library)|library|knowledge|learning cent(?:er|re)|wissen|ressourcen|ressources|recursos|risorse|リソース)$/i,
]

/** "The Acme blog", "News & events", "Product updates" */
const COMPOUNDS: [pattern: RegExp, rank: number][] = [
  [/^(?:\S+\s){1,3}(?:blogs?|news|newsroom|press releases?)$/i, 0],
  [/^(?:blog|news|press|media)\s(?:archives?|articles|hub|overview|posts|stories|updates|coverage)$/i, 0],
  [
    /^(?:blog|news|newsroom|press|media|presse|noticias|notícias|actualités|stampa)\s?(?:&|\+|\/|,|and|und|et|y|e)\s?\S+(?:\s\S+)?$/i,
    0,
  ],
  [/^\S+(?:\s\S+)?\s?(?:&|and|und|et|y|e)\s(?:blog|news|press|updates|media)$/i, 0],
  [/^(?:\S+\s){1,2}(?:updates|insights|stories|changelog|journal|magazine|articles|posts)$/i, 2],
]

/** The site's news pages, recognized by link text or URL; best first. */
export function newsroomsIn(links: PageLink[], site: Site | null): string[] {
  const ranks = new Map<string, number>()
  for (const { url, text } of links) {
    const target = URL.parse(url)
    if (!target || !site || !isOwnAddress(site, url) || isFront(target, site)) continue
    const rank = Math.min(rankOfText(text), rankOfAddress(target))
    if (rank < NAMES.length) ranks.set(url, Math.min(rank, ranks.get(url) ?? rank))
  }
  return [...ranks]
    .toSorted(([, a], [, b]) => a - b)
    .map(([url]) => url)
    .slice(0, MAX_PAGES)
}

export const isNewsName = (text: string): boolean => rankOfText(text) < NAMES.length - 1

const rankOfText = (text: string): number => {
  const name = text.replace(/[\s→›»↗>]+$/u, '').trim()
  if (name.length > 40) return NAMES.length
  const rank = NAMES.findIndex((names) => names.test(name))
  return rank < 0 ? (COMPOUNDS.find(([pattern]) => pattern.test(name))?.[1] ?? NAMES.length) : rank
}

function rankOfAddress(target: URL): number {
  const parts = pathParts(target)
  const last = parts.at(-1)?.replace(/\.\w{2,5}$/, '') ?? ''
  if (parts.length === 0) return isNewsHost(target.hostname) ? 0 : NAMES.length
  if (parts.length > 3 || target.search !== '') return NAMES.length
  if (isSection(last)) return 0
  const isCompound =
    parts.length < 3 && last.split('-').length < 4 && /(?:^|-)(?:blogs?|news|newsroom|press)(?:-|$)/i.test(last)
  return isCompound ? 1 : /^(?:learn|resources)$/i.test(last) ? NAMES.length - 1 : NAMES.length
}

const isFront = (target: URL, site: Site) =>
  target.pathname === '/' && target.search === '' && target.host.replace(/^www\./, '') === site.host

export function careersIn(links: PageLink[], site: Site | null): string[] {
  const found = links.filter(({ url }) => {
    const target = URL.parse(url)
    if (!target || !site || !isOwnAddress(site, url)) return false
    const parts = pathParts(target)
    const last = parts.at(-1)?.replace(/\.\w{2,5}$/, '') ?? ''
    return (
      (parts.length <= 3 && CAREERS.test(last)) ||
      (parts.length === 0 && /^(?:careers?|jobs?)\./i.test(target.hostname))
    )
  })
  return [...new Set(found.map(({ url }) => url))].slice(0, MAX_PAGES)
}

const FEED_ADDRESS =
  /(?:^|\/)(?:feeds?|rss2?|atom|blog-feed|rss-feed|feed-rss)(?:\.(?:xml|json|rss|atom|php|aspx))?\/?$|\.(?:rss|atom|rdf)$|(?:feed|rss|atom)[^/]{0,20}\.xml$|(?:^|\/)index\.xml$|(?:^|\/)[\w-]{1,40}\.xml$/i
const FEED_QUERY = /[?&](?:feed|format|type|alt)=(?:rss2?|atom|feed|xml)\b/i
const FEED_TEXT =
  /^(?:rss(?: ?(?:feed|2\.0|abonnieren))?|atom(?: feed)?|feed|(?:subscribe )?(?:via|by|to) rss(?: feed)?|flux rss|feed rss|xml|news feed|rssフィード)$/i
const NOT_A_FEED = /\/wp-json\/|oembed|\/xmlrpc\.php|opensearch|sitemap|comments?(?:\/|$)|feedly\.com|feedback/i

/** Recognizes a feed by its URL, for links and for alternates without a type. */
export const isFeedAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && !NOT_A_FEED.test(address) && (FEED_ADDRESS.test(url.pathname) || FEED_QUERY.test(url.search))
}

/** Feeds linked from the body of a page, as most sites did before `<link>`. */
export function feedsIn(links: PageLink[]): string[] {
  const found = links.filter(
    ({ url, text }) => isFeedAddress(url) || (FEED_TEXT.test(text.trim()) && !NOT_A_FEED.test(url)),
  )
  return [...new Set(found.map(({ url }) => url))].slice(0, MAX_PAGES)
}

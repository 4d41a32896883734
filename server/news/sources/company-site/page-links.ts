import { isOwnAddress, webAddress, type Site } from '../../site/site.ts'
import { isNewsHost, isSection, mayBeArticle, pathParts } from './lists/news-address.ts'

export type PageLink = { url: string; text: string }

const MAX_PAGES = 5
const CAREERS =
  /^(?:careers?|jobs?|join(?:-us)?|work-(?:with|for)-us|working-here|hiring|we-are-hiring|open-(?:roles|positions)|vacancies|karriere|stellen(?:angebote)?|emplois?|empleo)$/i

/** What menus call a news page, best first; the last ones often mean something else. */
const NAMES = [
  /^(?:(?:latest|recent|company|our|all|the)\s)?(?:news(?:room)?|blogs?|press(?:\s?(?:room|cent(?:er|re)|office|releases?))?|announcements?|company updates|media(?: (?:cent(?:er|re)|room|releases?|coverage))?|in the (?:news|media|press)|news (?:&|and) \w+|press (?:&|and) \w+)$/i,
  /^(?:aktuelles|neues|neuigkeiten|nachrichten|(?:aktuelle )?meldungen|news ?& ?presse|presse(?:mitteilungen|meldungen|bereich|raum|zentrum|center|stimmen)?|actualités?|actus?|nos actualités|toute l’actualité|à la une|nouvelles|espace presse|salle de presse|revue de presse|presse|communiqués(?: de presse)?|(?:últimas )?noticias|novedades|prensa|sala de prensa|notas de prensa|en los medios|actualidad|comunicados(?: de prensa)?|notícias|novidades|imprensa|sala de imprensa|blogue|notizie|novità|stampa|comunicati(?: stampa)?|rassegna stampa|(?:最新|新着)?ニュース(?:ルーム|リリース|一覧)?|お知らせ(?:一覧)?|新着情報|最新情報|更新情報|ブログ|プレス(?:リリース|ルーム)?|トピックス|活動報告|メディア掲載|(?:公司|企业)?新闻(?:中心|动态)?|(?:公司|企业)?动态|最新消息|公告|博客|新聞(?:中心)?|뉴스(?:룸)?|소식|공지사항|블로그|보도자료|nieuws|persberichten|nyheter|nyhetsrum|aktuellt|presserum|pressrum|pressmeddelanden|nyheder|pressemeddelelser|pressemeldinger|uutiset|tiedotteet|ajankohtaista|aktualności|aktuality|tiskové zprávy|новости|блог|haberler)$/i,
  /^(?:(?:our|latest|all|the)\s)?(?:latest|insights?|stories|journal|articles?|updates?|magazine?|posts|notes|bulletins?|dispatch(?:es)?|logbook|dev ?log|diary|gazette|chronicles?|letters|essays|thinking|ideas|perspectives|changelog|release notes|what[’']?s new|what[’']?s happening|artikel|einblicke|articles de blog|artículos|historias|artigos|articoli|approfondimenti|storie|magazin|コラム|記事|メディア|导航)$/i,
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
  [/^(?:\S+\s){1,2}(?:updates|insights|stories|changelog|journal|magazine|articles|posts|notes)$/i, 2],
]

type Leads = { links: PageLink[]; blogs: string[]; frames: string[] }

/** The site's news pages, recognized by link text, URL or structured data; best first. */
export function newsroomsIn({ links, blogs, frames }: Leads, pageUrl: string, site: Site | null): string[] {
  const ranks = new Map<string, number>()
  const declared = blogs.map((written) => ({ url: webAddress(written, pageUrl) ?? '', text: 'Blog' }))
  for (const { url, text } of [...links, ...declared]) {
    const target = URL.parse(url)
    if (!target || !site || !isOwnAddress(site, url) || isFront(target, site) || PAGER.test(target.search)) continue
    const rank = Math.min(rankOfText(text), rankOfAddress(target), isNamedBlog(target, text) ? 2 : NAMES.length)
    if (rank < NAMES.length) ranks.set(url, Math.min(rank, ranks.get(url) ?? rank))
  }
  const named = [...ranks].toSorted(([, a], [, b]) => a - b).map(([url]) => url)
  // The menu of a page that consists of frames is in one of them.
  const framed = frames.filter((url) => site !== null && isOwnAddress(site, url))
  return [...named, ...framed].slice(0, MAX_PAGES)
}

const PAGER = /[?&](?:page|paged|pg|p|seite|start|offset)=\d/i

/** Pages in a menu whose names don't say what they are, such as a blog called "The Undertow". */
export function unnamedIn(links: PageLink[], site: Site): string[] {
  const found = links.filter(({ url, text }) => {
    const target = URL.parse(url)
    if (!target || target.search !== '' || !isOwnAddress(site, url) || !mayBeArticle(target)) return false
    const words = text.trim().split(/\s+/)
    const parts = pathParts(target)
    return (
      text.trim() !== '' &&
      words.length < 4 &&
      parts.length < 3 &&
      !parts.some((part) => KNOWN.test(part) || CAREERS.test(part))
    )
  })
  return [...new Set(found.map(({ url }) => url))]
}

/** Pages that most sites have and that aren't lists of posts, though some of them show dates. */
const KNOWN =
  /^(?:company|people|leadership|our-story|who-we-are|mission|values|technology|how-it-works|why-[\w-]{1,30}|industries|use-cases|projects|portfolio|work|references|referenzen|testimonials|reviews|clients|partner|investors?|investor-relations|locations|security|trust|status|community|developers|roadmap|calendar|agenda|termine|veranstaltungen|evenements|eventos|accessibility|kontakt|contatti|contacto|ueber-uns|unternehmen|produkte|leistungen|produits|productos|servicios|company-profile|recruit)$/i

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

/** Shopify's blogs are at /blogs/any-name; elsewhere a post may be there, which has a longer text. */
const isNamedBlog = (target: URL, text: string) =>
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?blogs\/[^/]+\/?$/i.test(target.pathname) && text.trim().split(/\s+/).length < 4

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

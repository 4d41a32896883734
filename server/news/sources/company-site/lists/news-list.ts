import type { FeedDate } from '#domain/dates/feed-date.ts'
import { dateInUrl } from '../../../formats/html/date-in-text.ts'
import { postsInData, type EmbeddedPost } from '../../../formats/html/embedded-data.ts'
import { linksInLists, type ListedLink } from '../../../formats/html/link-list.ts'
import { isInvitation, isTitle } from '../../../formats/html/link-title.ts'
import { isOwnAddress, registeredDomain, type Site } from '../../../site/site.ts'
import { scriptedMarkup } from './data-markup.ts'
import { itemListsIn } from './item-lists.ts'
import { isNewsName, type PageLink } from '../page-links.ts'
import { withScriptedLinks } from '../scripted-links.ts'
import { hasWords, isNewsAddress, mayBeArticle, pathParts } from './news-address.ts'
import { repeatedLabels } from './repeated-labels.ts'
import { rowTitles } from './row-titles.ts'

export type ListedPost = {
  url: string
  /** Empty if the list says only "Read more". */
  title: string
  /** What its picture or its row says, which is the title if there is no other. */
  label: string
  date: FeedDate | null
  /** When its page last changed, which isn't always when it was published. */
  changed: FeedDate | null
  kind: 'post' | 'press'
  /** If false, it's news only with a date of its own or if its page says that it's an article. */
  isSure: boolean
  /** The URL was built from a slug, because the page doesn't contain it. */
  isGuess: boolean
}

/** A single dated card on a front page may be an offer or an event. */
const MIN_ON_FRONT_PAGE = 2
/** The minimum number of undated cards, which are opened to see whether they're articles. */
const MIN_CARDS = 3
/** A single dated section may just say when the text was last changed. */
const MIN_PARTS = 2

type ListPage = {
  html: string
  url: string
  /** The texts of its links, including those of pictures. */
  links: PageLink[]
  site: Site
  language: string | null
  now: Date
  /** A front page links to everything, so more evidence is needed. */
  isFrontPage?: boolean
}

/** The posts that a page lists, in page order. */
export function newsOnPage({
  html: source,
  url,
  links: texts,
  site,
  language,
  now,
  isFrontPage = false,
}: ListPage): ListedPost[] {
  const html = withScriptedLinks(source)
  const altOf = new Map(texts.filter(({ text }) => text !== '').map((link) => [link.url, link.text]))
  const labels = repeatedLabels(texts)
  const isCandidate = (address: string, text: string, isFrame: boolean) => {
    const target = URL.parse(address)
    if (!target || target.hash !== '' || isSamePage(target, url) || labels.has(address)) return false
    if (isOwnAddress(site, address))
      return mayBeArticle(target, url) && (!isFrame || (isTitle(text) && isNewsAddress(address)))
    return !isFrame && isPressPage(target, site)
  }
  const found = linksInLists(html, url, { language, now }, isCandidate)
  const rows = found.some((link) => titleOf(link) === '') ? rowTitles(html, url) : new Map<string, string>()
  const labelOf = ({ url: address, text }: ListedLink) =>
    [text === '' ? altOf.get(address) : '', rows.get(address)].find((label) => label && isTitle(label)) ?? ''
  const links = found.flatMap((link) => postOfLink(link, url, site, isFrontPage, labelOf(link)))
  const known = new Map(links.map((post) => [post.url, post]))
  for (const post of postsInData(html + scriptedMarkup(html), url)) {
    const embedded = postOfData(post, url, site, links)
    const listed = embedded && known.get(embedded.url)
    if (listed)
      known.set(listed.url, {
        ...listed,
        title: listed.title || post.title,
        date: listed.date ?? post.date,
        isSure: listed.isSure || post.date !== null,
      })
    else if (embedded) known.set(embedded.url, embedded)
  }
  for (const post of isFrontPage ? [] : itemListsIn(html, url))
    if (!known.has(post.url) && isOwnAddress(site, post.url) && isCandidate(post.url, post.title, false))
      known.set(post.url, { ...post, ...UNDATED, isSure: isNewsAddress(post.url, url) })
  const posts = known.size > 0 || isFrontPage ? [...known.values()] : partsOfPage(html, url, { language, now })
  return isFrontPage ? certainOf(posts) : posts
}

const UNDATED = { label: '', date: null, changed: null, kind: 'post', isGuess: false } as const

/** For a front page: several certain posts, else those in a news section, else several cards that look like posts. */
function certainOf(posts: ListedPost[]): ListedPost[] {
  const certain = posts.filter(({ isSure, isGuess }) => isSure && !isGuess)
  if (certain.length >= MIN_ON_FRONT_PAGE) return certain
  const inSection = certain.filter(({ url }) => isNewsAddress(url))
  const possible = posts.filter(({ url, isGuess }) => !isGuess && hasWords(url))
  return inSection.length > 0 || possible.length < MIN_CARDS ? inSection : possible
}

const isSamePage = ({ host, pathname, search }: URL, url: string) => {
  const page = new URL(url)
  return host === page.host && search === '' && pathname.replace(/\/$/, '') === page.pathname.replace(/\/$/, '')
}

/** Entries without a page of their own, as in most changelogs; each has a heading, an anchor and a date. */
function partsOfPage(html: string, url: string, dating: Pick<ListPage, 'language' | 'now'>): ListedPost[] {
  const isPart = (address: string, _: string, isFrame: boolean) => address.includes('#') && !isFrame
  const parts = linksInLists(html, url, dating, isPart).flatMap((part): ListedPost[] =>
    part.hasHeading && part.date !== null && part.text !== '' && !PART_OF_ENTRY.test(part.text)
      ? [
          {
            url: part.url,
            title: part.text,
            label: '',
            date: part.date,
            changed: null,
            kind: 'post',
            isSure: true,
            isGuess: false,
          },
        ]
      : [],
  )
  return parts.length >= MIN_PARTS ? parts : []
}

/** Headings inside a changelog entry. */
const PART_OF_ENTRY =
  /^(?:(?:bug ?)?fix(?:es|ed)?|improvements?|improved|new(?: features?)?|features?|added|changes|changed|removed|deprecated|security|performance|other|misc(?:ellaneous)?|and more|known issues)$/i

const titleOf = ({ text, hasHeading }: ListedLink) =>
  (isTitle(text) || (hasHeading && !isInvitation(text))) && !FILE_LABEL.test(text) ? text : ''

/** The text of a link to a document whose title is beside it. */
const FILE_LABEL = /^\[?(?:download\s)?(?:pdf|docx?|html?)\b.{0,25}$/i

function postOfLink(link: ListedLink, listUrl: string, site: Site, isFrontPage: boolean, label: string): ListedPost[] {
  const { url, text, date, approximate, hasHeading, isFrame } = link
  const title = titleOf(link)
  const post = { url, title, label, date: date ?? dateInUrl(url), changed: approximate, isGuess: false }
  const hasDate = date !== null || approximate !== null
  const isDated = title + label !== '' && hasDate
  if (!isOwnAddress(site, url)) {
    const isPress = isTitle(text) && !isFrame && (isDated || (!isFrontPage && isListOfPress(listUrl)))
    return isPress ? [{ ...post, kind: 'press', isSure: true }] : []
  }
  // A page such as "Press releases" is another list.
  if (!hasDate && isNewsName(title)) return []
  if (isNewsAddress(url) || isDated) return [{ ...post, kind: 'post', isSure: true }]
  const isCard = title !== '' && (hasHeading || (!isFrontPage && hasWords(url)))
  const isDatedRow = hasDate && !isFrontPage && (text === '' || isInvitation(text) || FILE_LABEL.test(text))
  const isPossible = !isFrame && (isCard || isDatedRow)
  return isPossible || isNewsAddress(url, listUrl) ? [{ ...post, kind: 'post', isSure: false }] : []
}

function postOfData(
  { url, slug, title, date }: EmbeddedPost,
  listUrl: string,
  site: Site,
  links: ListedPost[],
): ListedPost | null {
  const ending = slug === null ? null : `/${slug.replace(/^\/|\/$/g, '')}`
  const linked =
    ending && links.find((link) => (URL.parse(link.url)?.pathname.replace(/\/$/, '') ?? '').endsWith(ending))
  const address = url ?? (linked ? linked.url : ending && folderOf(listUrl) + ending)
  const target = address === null ? null : URL.parse(address)
  if (!target) return null
  const isOwn = isOwnAddress(site, target.href)
  if (isOwn ? !mayBeArticle(target, listUrl) : date === null || !isTitle(title) || !isPressPage(target, site))
    return null
  const isGuess = url === null && !linked
  return {
    url: target.href,
    title,
    label: '',
    date,
    changed: null,
    kind: isOwn ? 'post' : 'press',
    isSure: date !== null,
    isGuess,
  }
}

/** Where the posts of /news, /news/ and /news.html are. */
const folderOf = (listUrl: string) =>
  listUrl
    .replace(/[?#].*$/, '')
    .replace(/(?:\/(?:index|default))?\.(?:html?|php|aspx?)$/i, '')
    .replace(/\/$/, '')

const NO_PRESS =
  /^(?:linkedin|x|twitter|facebook|instagram|threads|tiktok|youtube|youtu|pinterest|reddit|telegram|whatsapp|t|bsky|mastodon|apple|google|goo|spotify|microsoft|amazon|github|gitlab|discord|slack|calendly|eventbrite|lu|luma|typeform|hubspot|greenhouse|lever|ashbyhq|workable|g2|capterra|trustpilot|glassdoor|wikipedia|wikimedia|cookiebot|onetrust|cloudflare|w3|creativecommons|wa|bit|mailto|statuspage|intercom|zendesk|notion|figma|loom|vimeo|producthunt|crunchbase|webflow|wix|squarespace|framer|ghost|wordpress)\.[a-z.]{2,7}$/i

/** A publisher's page: not a front page, not a profile, and not on the site's own domain. */
function isPressPage(target: URL, site: Site): boolean {
  const domain = registeredDomain(target.hostname) ?? target.hostname
  return (
    pathParts(target).length > 0 &&
    !NO_PRESS.test(domain) &&
    registeredDomain(site.host.replace(/:\d+$/, '')) !== domain
  )
}

const isListOfPress = (listUrl: string) =>
  /(?:press|news|media|presse|prensa|imprensa|stampa|medien|coverage|mentions)/i.test(new URL(listUrl).pathname)

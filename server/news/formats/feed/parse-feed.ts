import type { FoundItem } from '../found-item.ts'
import { decodeBytes } from '../decode-bytes.ts'
import { readJsonFeed } from './json-feed.ts'
import { type RawFeed, type RawItem, type RawText, contentOf } from './raw-feed.ts'
import { readXmlFeed } from './xml-feed.ts'
import { entriesApart, markedUrl, type FeedEntry } from './entry-urls.ts'
import { dayOrderIn, parseFeedDate, type DateHints, type FeedDate } from '#domain/dates/feed-date.ts'
import { decodeXml, headline, htmlToText, MAX_TEXT, MAX_TITLE, oneLine } from '../html/plain-text.ts'

/** More than the HTTP client accepts in one response. */
const MAX_BYTES = 8 * 1024 * 1024

export type ParsedFeed = {
  kind: RawFeed['kind']
  title: string | null
  siteUrl: string | null
  language: string | null
  items: FoundItem[]
  /** The document was truncated; only its complete entries are included. */
  isCut: boolean
}

/**
 * Parses RSS, RDF, Atom or JSON Feed; null for anything else. It takes linear time, expands no custom entities, and
 * fetches nothing, so it doesn't need its own thread.
 */
export function parseFeed(bytes: Uint8Array, contentType: string | null, url: string): ParsedFeed | null {
  const text = decodeBytes(bytes.byteLength > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes, contentType)
  const raw = /^\s{0,1000}\{/.test(text) ? readJsonFeed(text) : readXmlFeed(text)
  if (!raw) return null
  const siteUrl = raw.siteLink === null ? null : resolveLink(raw.siteLink, [url, ...raw.bases])
  const title = (raw.title && titleOf(raw.title)) || null
  const language = feedLanguage(raw.language)
  const items = foundItems(raw, { title, url: siteUrl, language, feedUrl: url })
  return { kind: raw.kind, title, siteUrl, language, items, isCut: raw.isCut }
}

const MAX_ITEMS = 200
const MAX_URL = 2000
const TITLE_WORDS = 12
/** Characters of text per feed; beyond that, only the beginning of each entry is read. */
const MAX_TEXTS = 1_000_000
const BEGINNING = 4000

type Site = {
  title: string | null
  url: string | null
  language: string | null
  feedUrl: string
}

export function foundItems({ items }: RawFeed, site: Site): FoundItem[] {
  const { language } = site
  const order = dayOrderIn(
    items.flatMap(({ dates }) => dates),
    language,
  )
  let read = 0
  const entries = newest(items.map((raw) => ({ raw, date: dateOf(raw, { order, language }) }))).flatMap(
    ({ raw, date }): FeedEntry[] => {
      const text = raw.text && read > MAX_TEXTS ? beginning(raw.text) : raw.text
      read += text?.raw.length ?? 0
      const item = toFoundItem(raw, text, date, site)
      return item ? [{ id: raw.id, item }] : []
    },
  )
  return entriesApart(entries, site.url)
}

const beginning = ({ raw, type }: RawText): RawText => ({ raw: raw.slice(0, BEGINNING), type })

type Dated = { raw: RawItem; date: FeedDate | null }

function newest(entries: Dated[]): Dated[] {
  if (entries.length <= MAX_ITEMS) return entries
  const time = ({ date }: Dated) => date?.at.getTime() ?? 0
  return entries.toSorted((a, b) => time(b) - time(a)).slice(0, MAX_ITEMS)
}

export function dateOf({ dates }: RawItem, hints?: DateHints): FeedDate | null {
  for (const text of dates) {
    const date = parseFeedDate(contentOf({ raw: text, type: 'text' }), hints)
    if (date) return date
  }
  return null
}

function toFoundItem(raw: RawItem, written: RawText | null, date: FeedDate | null, site: Site): FoundItem | null {
  const text = written ? plain(written) : ''
  const title = (raw.title ? titleOf(raw.title) : '') || firstWords(text)
  const bases = [site.feedUrl, ...(raw.bases.length > 0 ? [] : site.url ? [site.url] : []), ...raw.bases]
  const link = raw.links.map((each) => resolveLink(each, bases)).find((url) => url !== null)
  if (title === '' && link === undefined) return null
  return {
    url: link ?? markedUrl(site.url ?? site.feedUrl, raw.id ?? title),
    title: title || (link ?? ''),
    text,
    publishedAt: date?.at ?? null,
    precision: date?.precision ?? 'none',
    publisher: feedPublisher(raw.publisher) ?? site.title,
    language: feedLanguage(raw.language) ?? site.language,
    kind: 'post',
    facts: {},
  }
}

export function titleOf(title: RawText): string {
  const content = contentOf(title)
  return title.type === 'html' ? headline(content, MAX_TITLE) : oneLine(content, MAX_TITLE)
}

const plain = (text: RawText): string =>
  htmlToText(text.type === 'html' ? contentOf(text) : escapeTags(contentOf(text)), MAX_TEXT)

const escapeTags = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function firstWords(text: string): string {
  const line = oneLine(text.slice(0, MAX_TITLE), MAX_TITLE)
  const words = line.split(' ')
  return words.length > TITLE_WORDS ? `${words.slice(0, TITLE_WORDS).join(' ')}…` : line
}

export function resolveLink(written: string, bases: string[]): string | null {
  const text = decodeXml(written.includes('<![CDATA[') ? contentOf({ raw: written, type: 'html' }) : written).trim()
  if (text === '' || text.length > MAX_URL || text.includes('<')) return null
  if (/^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./?=&%#~:;,+@!$()*'-]*)?$/i.test(text)) return text
  let url: URL | null = null
  for (const base of bases) {
    const next: URL | null = url ? URL.parse(decodeXml(base).trim(), url.href) : URL.parse(base)
    url = next && isWeb(next) ? next : url
  }
  const resolved = URL.parse(text, url?.href)
  return resolved && isWeb(resolved) && resolved.hostname !== '' && resolved.href.length <= MAX_URL
    ? resolved.href
    : null
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** In RSS, `source` names the publisher; in Atom, it contains the metadata of the original feed. */
function feedPublisher(source: RawText | null): string | null {
  if (!source) return null
  const inner = /<(?:\w{1,20}:)?title[^<>]{0,200}>([^<]{1,500})/i.exec(source.raw)?.[1]
  if (inner === undefined && source.raw.includes('<') && !source.raw.includes('<![CDATA[')) return null
  return titleOf(inner === undefined ? source : { raw: inner, type: 'html' }).slice(0, 200) || null
}

export function feedLanguage(written: string | null): string | null {
  const tag = written === null ? '' : contentOf({ raw: written, type: 'text' }).trim().replace('_', '-')
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag) ? tag : null
}

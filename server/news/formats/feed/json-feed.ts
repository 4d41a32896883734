import { isRecord } from '../fields.ts'
import { MAX_RAW_ITEMS, type RawFeed, type RawItem, type RawText } from './raw-feed.ts'

/** Longer documents are parsed entry by entry, because a few bytes of JSON can take up a lot of memory. */
const MAX_WHOLE = 1_000_000
const MAX_HEAD = 100_000
const MAX_DEPTH = 64

type Read = { feed: Record<string, unknown>; isCut: boolean }

/** Null if the text isn't a JSON Feed. A truncated feed yields its complete entries. */
export function readJsonFeed(text: string): RawFeed | null {
  const whole = text.length > MAX_WHOLE ? null : parsed(text)
  const { feed, isCut } = (isRecord(whole) ? { feed: whole, isCut: false } : piecewise(text)) ?? NOTHING
  if (!Array.isArray(feed.items)) return null
  const isNamed = typeof feed.version === 'string' && /jsonfeed/i.test(feed.version)
  const entries = feed.items.filter(isRecord)
  // Other kinds of JSON also have `items`, so without a version the document must look like a feed.
  const looksLikeFeed =
    typeof feed.title === 'string' && entries.some((entry) => 'content_html' in entry || 'content_text' in entry)
  if (!isNamed && !looksLikeFeed) return null
  return {
    kind: 'json',
    title: plain(feed.title),
    siteLink: string(feed.home_page_url),
    language: string(feed.language),
    bases: [],
    items: entries.slice(0, MAX_RAW_ITEMS).map(toItem),
    isCut,
  }
}

function toItem(entry: Record<string, unknown>): RawItem {
  const html = string(entry.content_html)
  const id = stringOrNumber(entry.id)
  return {
    title: plain(entry.title),
    text: html === null ? (plain(entry.content_text) ?? plain(entry.summary)) : { raw: asCdata(html), type: 'html' },
    links: [string(entry.url), string(entry.external_url), id].flatMap((link) => (link === null ? [] : asCdata(link))),
    id,
    dates: [stringOrNumber(entry.date_published), stringOrNumber(entry.date_modified)].filter((date) => date !== null),
    publisher: null,
    language: string(entry.language),
    bases: [],
  }
}

const plain = (value: unknown): RawText | null => {
  const text = string(value)
  return text === null ? null : { raw: asCdata(text), type: 'text' }
}
const asCdata = (text: string): string =>
  text.includes('&') || text.includes('<') ? `<![CDATA[${text.replaceAll(']]>', ']] >')}]]>` : text

const string = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const stringOrNumber = (value: unknown): string | null => (typeof value === 'number' ? String(value) : string(value))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const NOTHING: Read = { feed: {}, isCut: false }

function piecewise(text: string): Read | null {
  const list = /"items"\s{0,20}:\s{0,20}\[/.exec(text)
  if (!list || list.index > MAX_HEAD) return null
  const head = parsed(`${text.slice(0, list.index)}"items":[]}`)
  if (!isRecord(head)) return null
  const items: unknown[] = []
  let start = -1
  let depth = 0
  for (let at = list.index + list[0].length; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      at = endOfString(text, at)
      if (at < 0) break
    } else if (code === 123 || code === 91) {
      if (depth === 0) start = at
      depth += 1
      if (depth > MAX_DEPTH) break
    } else if (code === 125 || code === 93) {
      depth -= 1
      if (depth === 0) items.push(parsed(text.slice(start, at + 1)))
      if (items.length >= MAX_RAW_ITEMS) return { feed: { ...head, items }, isCut: false }
      if (depth < 0) return { feed: { ...head, ...tail(text, at + 1), items }, isCut: false }
    }
  }
  return { feed: { ...head, items }, isCut: true }
}

/** Some feeds put their metadata after the items. */
function tail(text: string, from: number): Record<string, unknown> {
  const rest = text.length - from > MAX_HEAD ? null : parsed(`{"_":0${text.slice(from)}`)
  return isRecord(rest) ? rest : {}
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 92) at += 1
    else if (code === 34) return at
  }
  return -1
}

import { MAX_RAW_ITEMS, type RawFeed, type RawItem, type RawText } from './raw-feed.ts'

/** A JSON Feed in its own words; null when it is none. Of one that was cut off the complete entries are read. */
export function readJsonFeed(text: string): RawFeed | null {
  const whole = parsed(text)
  const feed = isRecord(whole) ? whole : salvaged(text)
  if (!feed || !Array.isArray(feed.items)) return null
  const isNamed = typeof feed.version === 'string' && /jsonfeed/i.test(feed.version)
  const entries = feed.items.filter(isRecord)
  // Plenty of other JSON has a list of items: one that does not call itself a feed must look like one.
  const looksRight =
    typeof feed.title === 'string' &&
    entries.some((entry) => 'content_html' in entry || 'content_text' in entry)
  if (!isNamed && !looksRight) return null
  return {
    kind: 'json',
    title: plain(feed.title),
    siteLink: string(feed.home_page_url),
    language: string(feed.language),
    bases: [],
    items: entries.slice(0, MAX_RAW_ITEMS).map(toItem),
    isCut: whole === null,
  }
}

function toItem(entry: Record<string, unknown>): RawItem {
  const html = string(entry.content_html)
  const id = typeof entry.id === 'number' ? String(entry.id) : string(entry.id)
  return {
    title: plain(entry.title),
    text:
      html === null
        ? (plain(entry.content_text) ?? plain(entry.summary))
        : { raw: asCdata(html), type: 'html' },
    links: [string(entry.url), string(entry.external_url), id].flatMap((link) =>
      link === null ? [] : asCdata(link),
    ),
    id,
    dates: [string(entry.date_published), string(entry.date_modified)].filter((date) => date !== null),
    publisher: null,
    language: string(entry.language),
    bases: [],
  }
}

/** JSON has done its own unescaping: nothing more is to be read out of these texts. */
const plain = (value: unknown): RawText | null => {
  const text = string(value)
  return text === null ? null : { raw: asCdata(text), type: 'text' }
}
const asCdata = (text: string): string =>
  text.includes('&') || text.includes('<') ? `<![CDATA[${text.replaceAll(']]>', ']] >')}]]>` : text

const string = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The head of a document that breaks off, with those of its items that are whole. */
function salvaged(text: string): Record<string, unknown> | null {
  const list = /"items"\s{0,20}:\s{0,20}\[/.exec(text)
  if (!list) return null
  const head = parsed(`${text.slice(0, list.index)}"items":[]}`)
  if (!isRecord(head)) return null
  const items: unknown[] = []
  let start = -1
  let depth = 0
  for (let at = list.index + list[0].length; at < text.length && items.length < MAX_RAW_ITEMS; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      at = endOfString(text, at)
      if (at < 0) break
    } else if (code === 123 || code === 91) {
      if (depth === 0) start = at
      depth += 1
    } else if (code === 125 || code === 93) {
      depth -= 1
      if (depth === 0) items.push(parsed(text.slice(start, at + 1)))
      if (depth < 0) break
    }
  }
  return { ...head, items }
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

import { decodeEntities, decodeXml } from '../html/plain-text.ts'

/** A text as it stands in the document, and how it wants to be read. */
export type RawText = { raw: string; type: 'text' | 'html' }

/** An entry in the words of the document: nothing decoded or resolved yet. */
export type RawItem = {
  title: RawText | null
  /** The fullest text the entry gives of itself. */
  text: RawText | null
  /** Its page, best first. */
  links: string[]
  id: string | null
  /** As written, best first. */
  dates: string[]
  publisher: RawText | null
  language: string | null
  /** xml:base, from the outside in. */
  bases: string[]
}

export type RawFeed = {
  kind: 'rss' | 'atom' | 'json' | 'rdf'
  title: RawText | null
  siteLink: string | null
  language: string | null
  bases: string[]
  items: RawItem[]
  /** The document ended too early. */
  isCut: boolean
}

/** Later entries are not read. */
export const MAX_RAW_ITEMS = 2000

const CDATA = '<![CDATA['
/** More of one field is not read. */
const MAX_RAW = 300_000

/** What a field says once the document's own escaping is read: HTML or text, by its type. */
export function contentOf({ raw: written, type }: RawText): string {
  const raw = written.length > MAX_RAW ? written.slice(0, MAX_RAW) : written
  const read = type === 'html' ? decodeXml : decodeEntities
  if (!raw.includes('<')) return read(raw)
  if (!raw.includes(CDATA)) return raw
  let out = ''
  let at = 0
  const outside = hasTags(raw)
  while (at < raw.length) {
    const start = raw.indexOf(CDATA, at)
    const before = raw.slice(at, start < 0 ? undefined : start)
    // Real tags around the CDATA: the whole is HTML already.
    out += outside ? before : read(before)
    if (start < 0) break
    const end = raw.indexOf(']]>', start)
    out += raw.slice(start + CDATA.length, end < 0 ? undefined : end)
    at = end < 0 ? raw.length : end + 3
  }
  return out.trim()
}

/** Whether there is a tag outside of CDATA. */
function hasTags(raw: string): boolean {
  let at = 0
  for (;;) {
    const start = raw.indexOf('<', at)
    if (start < 0) return false
    if (!raw.startsWith(CDATA, start)) return true
    const end = raw.indexOf(']]>', start)
    if (end < 0) return false
    at = end + 3
  }
}

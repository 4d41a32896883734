import { decodeEntities, decodeXml } from '../html/plain-text.ts'

export type RawText = { raw: string; type: 'text' | 'html' }

/** Nothing is decoded or resolved yet. */
export type RawItem = {
  title: RawText | null
  text: RawText | null
  /** Best first. */
  links: string[]
  id: string | null
  /** As written, best first. */
  dates: string[]
  publisher: RawText | null
  language: string | null
  /** xml:base, outermost first. */
  bases: string[]
}

export type RawFeed = {
  kind: 'rss' | 'atom' | 'json' | 'rdf'
  title: RawText | null
  siteLink: string | null
  language: string | null
  bases: string[]
  items: RawItem[]
  isCut: boolean
}

export const MAX_RAW_ITEMS = 2000

const CDATA = '<![CDATA['
const MAX_RAW = 300_000

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
    // Tags outside of the CDATA mean that the whole text is HTML.
    out += outside ? before : read(before)
    if (start < 0) break
    const end = raw.indexOf(']]>', start)
    out += raw.slice(start + CDATA.length, end < 0 ? undefined : end)
    at = end < 0 ? raw.length : end + 3
  }
  return out.trim()
}

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

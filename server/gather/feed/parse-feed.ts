import type { FoundItem } from '../item.ts'
import { decodeBytes } from './decode-bytes.ts'
import { foundItems, languageOf, resolveLink, titleOf } from './feed-item.ts'
import { readJsonFeed } from './json-feed.ts'
import type { RawFeed } from './raw-feed.ts'
import { readXmlFeed } from './xml-feed.ts'

/** More than the door lets through in one answer. */
const MAX_BYTES = 8 * 1024 * 1024

export type ParsedFeed = {
  kind: RawFeed['kind']
  title: string | null
  siteUrl: string | null
  language: string | null
  items: FoundItem[]
  /** The document broke off: these are the entries that were whole. */
  isCut: boolean
}

/**
 * RSS, RDF, Atom or JSON Feed, however it is encoded and whatever is wrong with it; null when it is no feed. Its time
 * grows with the length of the document and with nothing else, and it neither expands nor fetches anything, so that
 * it needs no thread of its own.
 */
export function parseFeed(bytes: Uint8Array, contentType: string | null, url: string): ParsedFeed | null {
  const text = decodeBytes(bytes.byteLength > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes, contentType)
  const raw = /^\s{0,1000}\{/.test(text) ? readJsonFeed(text) : readXmlFeed(text)
  if (!raw) return null
  const siteUrl = raw.siteLink === null ? null : resolveLink(raw.siteLink, [url, ...raw.bases])
  const title = (raw.title && titleOf(raw.title)) || null
  const language = languageOf(raw.language)
  const items = foundItems(raw, { title, url: siteUrl, language, feedUrl: url })
  return { kind: raw.kind, title, siteUrl, language, items, isCut: raw.isCut }
}

import { gunzipSync } from 'node:zlib'
import { decodeBytes } from '../decode-bytes.ts'
import { parseFeedDate } from '#domain/dates/feed-date.ts'
import { scanMarkup, type Visitor } from '../html/markup.ts'
import { headline } from '../html/plain-text.ts'
import { contentOf } from '../feed/raw-feed.ts'
import { webAddress } from '../../site/site.ts'

export type SitemapEntry = {
  url: string
  changedAt: Date | null
  title: string | null
  publishedAt: Date | null
}
export type Sitemap = { kind: 'pages' | 'index'; entries: SitemapEntry[] }

const MAX_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 20_000
/** An entry with images has 50 tags. */
const MAX_SIGNS = 50 * MAX_ENTRIES
const FIELDS = new Set(['loc', 'lastmod', 'title', 'publication_date'])

/** The sitemap may be gzipped. Null for anything else. */
export function readSitemap(bytes: Uint8Array, contentType: string | null, url: string): Sitemap | null {
  const plain = unzipped(bytes)
  if (!plain) return null
  const text = decodeBytes(plain, contentType)
  const entries: SitemapEntry[] = []
  let kind: Sitemap['kind'] | null = null
  let fields: Map<string, string> | null = null
  let field: { name: string; from: number } | null = null

  const finish = () => {
    const address = webAddress(fields?.get('loc') ?? '', url)
    if (fields && address !== null)
      entries.push({
        url: address,
        changedAt: parseFeedDate(fields.get('lastmod') ?? '')?.at ?? null,
        title: headline(fields.get('title') ?? '', 500) || null,
        publishedAt: parseFeedDate(fields.get('publication_date') ?? '')?.at ?? null,
      })
    fields = null
  }

  const visitor: Visitor = {
    open(written, _, end, isEmpty) {
      const name = local(written)
      if (kind === null) {
        if (name !== 'urlset' && name !== 'sitemapindex') return false
        kind = name === 'urlset' ? 'pages' : 'index'
      } else if (name === 'url' || name === 'sitemap') fields = new Map()
      else if (fields && !isEmpty && FIELDS.has(name)) field = { name, from: end }
      return undefined
    },
    close(written, start) {
      const name = local(written)
      if (field && name === field.name) {
        const raw = text.slice(field.from, Math.min(start, field.from + 4000))
        if (!fields?.has(name)) fields?.set(name, contentOf({ raw, type: 'html' }).trim())
        field = null
      } else if (name === 'url' || name === 'sitemap') finish()
      return entries.length < MAX_ENTRIES
    },
  }
  scanMarkup(text, 'xml', visitor, MAX_SIGNS)
  return kind === null ? null : { kind, entries }
}

const local = (written: string): string => written.slice(written.indexOf(':') + 1).toLowerCase()

function unzipped(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return null
  }
}

export function sitemapsIn(robots: string, url: string): string[] {
  return robots
    .slice(0, 500_000)
    .split('\n')
    .flatMap((line) => /^\s{0,20}sitemap\s{0,5}:\s{0,20}(\S{1,2000})/i.exec(line)?.[1] ?? [])
    .flatMap((written) => webAddress(written, url) ?? [])
    .slice(0, 10)
}

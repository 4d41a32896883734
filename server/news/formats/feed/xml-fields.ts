import { attributesOf } from '../html/markup.ts'
import type { RawFeed, RawItem, RawText } from './raw-feed.ts'

/** Matched by the start of the namespace URI; RSS and Atom names get no prefix. */
const NAMESPACES: [address: string, prefix: string][] = [
  ['http://www.w3.org/2005/atom', ''],
  ['http://purl.org/atom/ns#', ''],
  ['http://example.com/newformat#', ''],
  ['http://purl.org/rss/1.0/modules/content', 'content:'],
  ['http://purl.org/rss/1.0/modules/', 'other:'],
  ['http://purl.org/rss/1.0/', ''],
  ['http://my.netscape.com/rdf/simple/0.9', ''],
  ['http://channel.netscape.com/rdf/simple/0.9', ''],
  ['http://backend.userland.com/', ''],
  ['http://blogs.law.harvard.edu/tech/rss', ''],
  ['http://cyber.law.harvard.edu/rss', ''],
  ['http://purl.org/net/rss1.1', ''],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf:'],
  ['http://purl.org/dc/terms', 'dcterms:'],
  ['http://purl.org/dc/elements/', 'dc:'],
  ['http://search.yahoo.com/mrss', 'media:'],
  ['http://rssnamespace.org/feedburner', 'feedburner:'],
  ['http://www.w3.org/1999/xhtml', 'xhtml:'],
]
const UNDECLARED = new Map([
  ['atom', ''],
  ['atom10', ''],
  ['rss', ''],
  ['rdf', 'rdf:'],
  ['dc', 'dc:'],
  ['dcterms', 'dcterms:'],
  ['content', 'content:'],
  ['feedburner', 'feedburner:'],
  ['xhtml', 'xhtml:'],
  ['media', 'media:'],
])
const MAX_KNOWN = 1000

/** Resolves names by namespace, because feeds choose their own prefixes. */
export function createElementNames(text: string) {
  const prefixes = new Map(UNDECLARED)
  const known = new Map<string, string>()

  return {
    /** Must be called with each tag's attributes before its name is read. */
    declare(from: number, to: number) {
      if (!text.slice(from, to).includes('xmlns:')) return
      for (const [name, value] of attributesOf(text, from, to)) {
        if (!name.startsWith('xmlns:') || prefixes.size > MAX_KNOWN) continue
        const address = value.trim().toLowerCase()
        const prefix = NAMESPACES.find(([start]) => address.startsWith(start))?.[1] ?? 'other:'
        prefixes.set(name.slice(6), prefix)
        known.clear()
      }
    },
    nameOf(written: string): string {
      const found = known.get(written)
      if (found !== undefined) return found
      const lower = written.toLowerCase()
      const colon = lower.indexOf(':')
      const name = colon < 0 ? lower : (prefixes.get(lower.slice(0, colon)) ?? 'other:') + lower.slice(colon + 1)
      if (known.size < MAX_KNOWN) known.set(written, name)
      return name
    },
  }
}

const TITLES = ['title', 'dc:title', 'media:title']
const TEXTS = [
  'content:encoded',
  'content',
  'xhtml:body',
  'body',
  'fullitem',
  'description',
  'summary',
  'abstract',
  'dc:description',
]
const DATES = [
  'pubdate',
  'published',
  'issued',
  'dc:date',
  'dcterms:issued',
  'created',
  'dcterms:created',
  'date',
  'updated',
  'modified',
  'dcterms:modified',
  'lastbuilddate',
]
export const FIELDS = new Set([
  ...TITLES,
  ...TEXTS,
  ...DATES,
  'link',
  'guid',
  'id',
  'language',
  'dc:language',
  'feedburner:origlink',
  'source',
  // Bing names the publisher in a namespace that differs for every query.
  'other:source',
])

export type Fields = {
  values: Map<string, RawText>
  page: string | null
  otherPage: string | null
  isPermalink: boolean
  language: string | null
  bases: string[]
}

export const emptyFields = (bases: string[]): Fields => ({
  values: new Map(),
  page: null,
  otherPage: null,
  isPermalink: true,
  language: null,
  bases,
})

export function keepLink(fields: Fields, attributes: Map<string, string>) {
  const rel = attributes.get('rel')?.trim().toLowerCase() ?? 'alternate'
  const type = attributes.get('type') ?? 'text/html'
  const href = attributes.get('href') ?? ''
  if (rel === 'alternate' || rel.endsWith('/alternate')) {
    if (fields.page === null && /html|text/i.test(type)) fields.page = href
    else fields.otherPage ??= href
  } else if (rel === 'related' || rel === 'via') fields.otherPage ??= href
}

export function textType(attributes: Map<string, string> | null, kind: RawFeed['kind'] | null): RawText['type'] | null {
  const type = attributes?.get('type')?.trim().toLowerCase() ?? (attributes?.get('mode') === 'escaped' ? 'html' : '')
  if (attributes?.get('mode') === 'base64') return null
  if (type.includes('/') && !/^text\/|html|xml/.test(type)) return null
  if (type.includes('html') || type.includes('xml')) return 'html'
  // RSS has no type attribute and means HTML; Atom means plain text unless it says otherwise.
  return kind === 'atom' ? 'text' : 'html'
}

export function toItem({ values, page, otherPage, isPermalink, language, bases }: Fields): RawItem {
  const id = values.get('guid')?.raw ?? values.get('id')?.raw ?? null
  const written = [
    values.get('feedburner:origlink')?.raw,
    values.get('link')?.raw,
    page,
    otherPage,
    isPermalink ? id : null,
  ]
  return {
    title: first(values, TITLES),
    text: fullest(values),
    links: written.filter((link) => typeof link === 'string'),
    id,
    dates: DATES.flatMap((name) => values.get(name)?.raw ?? []),
    publisher: values.get('source') ?? values.get('other:source') ?? null,
    language: values.get('dc:language')?.raw ?? language,
    bases,
  }
}

const first = (values: Map<string, RawText>, names: string[]): RawText | null =>
  names.map((name) => values.get(name)).find((value) => value !== undefined) ?? null

function fullest(values: Map<string, RawText>): RawText | null {
  let best: RawText | null = null
  for (const name of TEXTS) {
    const value = values.get(name)
    if (value && (best === null || value.raw.length > best.raw.length * 1.5)) best = value
  }
  return best
}

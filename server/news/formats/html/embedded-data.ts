import { webAddress } from '../../site/site.ts'
import { isRecord, line, type JsonRecord } from '../fields.ts'
import { parseFeedDate, type FeedDate } from '#domain/dates/feed-date.ts'
import { isArticleType, parsedJson, recordsBelow, typesOf } from './linked-data.ts'
import { attributesOf, scanMarkup } from './markup.ts'
import { decodeEntities } from './plain-text.ts'

export type EmbeddedPost = {
  /** Null if only the slug is known. */
  url: string | null
  slug: string | null
  title: string
  date: FeedDate | null
}

const MAX_DATA = 2_000_000
const MAX_POSTS = 500
const MAX_ASSIGNED = 20
/** Shorter data can't contain posts. */
const MIN_ATTRIBUTE = 60
const TITLES = ['title', 'headline', 'name', 'postTitle', 'heading']
const ADDRESSES = [
  'url',
  'href',
  'link',
  'permalink',
  'path',
  '_path',
  'route',
  'uri',
  'fullPath',
  'canonicalUrl',
  'mainEntityOfPage',
  '@id',
]
const SLUGS = ['slug', 'full_slug', 'uid', 'handle', 'urlSlug', 'postSlug']
/** Keys under which content systems keep what a post says. */
const NESTED = ['item', 'fields', 'frontmatter', 'attributes', 'data', 'content']
/** Names of publication dates. Creation and update dates are left out, because products and jobs have those, too. */
const DATES =
  `datePublished publishedAt published_at publishDate publish_date publishedDate published_date publicationDate
  publishedOn published_on firstPublishedDate first_publication_date firstPublishedAt published pubDate postDate
  post_date date releaseDate displayDate`.split(/\s+/)

/** Finds posts in data that pages embed for scripts: JSON-LD, and the state of Next, Nuxt, Wix and others. */
export function postsInData(html: string, url: string): EmbeddedPost[] {
  const found = new Map<string, EmbeddedPost>()
  for (const root of dataOf(html))
    for (const record of recordsBelow(root)) {
      const post = postOf(record, url)
      const key = post?.url ?? post?.slug
      if (post && key && !found.has(key) && found.size < MAX_POSTS) found.set(key, post)
    }
  return [...found.values()]
}

function postOf(record: JsonRecord, base: string): EmbeddedPost | null {
  const item: JsonRecord = Object.assign({}, record, ...NESTED.map((key) => record[key]).filter(isRecord))
  const isArticle = typesOf(item).some(isArticleType)
  const date = DATES.map((key) => dateOf(item[key])).find((each) => each !== null) ?? null
  const title = TITLES.map((key) => line(rendered(item[key]), 300)).find((text) => text !== '') ?? ''
  if (title === '' || (date === null && !isArticle)) return null
  const url =
    [...ADDRESSES, ...SLUGS]
      .map((key) => addressOf(item[key], base))
      .find((address) => address !== null && address !== base) ?? null
  const slug =
    SLUGS.map((key) => line(rendered(item[key]), 200)).find((text) => /^[^\s/?#][^\s?#]*$/.test(text)) ?? null
  return url === null && slug === null ? null : { url, slug, title, date }
}

/** WordPress, Sanity and Prismic wrap text in objects. */
function rendered(value: unknown): unknown {
  const wrapped: unknown = Array.isArray(value) ? value[0] : value
  return isRecord(wrapped) ? (wrapped.rendered ?? wrapped.current ?? wrapped.value ?? wrapped.text) : wrapped
}

function addressOf(value: unknown, base: string): string | null {
  const written = isRecord(value) ? (value['@id'] ?? value.url) : value
  return typeof written === 'string' && /^(?:https?:\/\/|\/)/.test(written) ? webAddress(written, base) : null
}

function dateOf(value: unknown): FeedDate | null {
  const written = rendered(value)
  if (typeof written === 'number' && written > 1e9 && written < 1e13)
    return { at: new Date(written < 1e11 ? written * 1000 : written), precision: 'second' }
  return typeof written === 'string' ? parseFeedDate(written) : null
}

function dataOf(html: string): unknown[] {
  const roots: unknown[] = []
  let flight = ''
  let left = MAX_DATA
  let script: { from: number; isData: boolean } | null = null
  scanMarkup(html, 'html', {
    open(name, from, end) {
      if (name.toLowerCase() === 'script')
        script = {
          from: end,
          isData: /type\s{0,3}=\s{0,3}["']?[\w./+-]{0,40}json/i.test(html.slice(from, end)),
        }
      else if (end - from > MIN_ATTRIBUTE && end - from < left) {
        left -= end - from
        for (const value of attributesOf(html, from, end).values())
          if (value.length > MIN_ATTRIBUTE && /^\s{0,10}[[{]/.test(value)) {
            const data = parsedJson(decodeEntities(value))
            roots.push(name.toLowerCase() === 'astro-island' ? unwrapped([0, data]) : data)
          }
      }
      return undefined
    },
    close(name, start) {
      if (!script || name.toLowerCase() !== 'script') return undefined
      const text = html.slice(script.from, Math.min(start, script.from + left))
      const { isData } = script
      script = null
      left -= text.length
      if (isData) roots.push(unflattened(parsedJson(text)))
      else if (text.includes('__next_f.push')) flight += chunkOf(text)
      else roots.push(...assigned(text))
      return left > 0
    },
  })
  return [...roots, ...flight.split('\n').map(rowOf)].filter((root) => root !== null)
}

/** `self.__next_f.push([1,"…"])`: a chunk of the rows that React reads. */
function chunkOf(script: string): string {
  const data = parsedJson(
    script.slice(script.indexOf('(', script.indexOf('__next_f.push')) + 1, script.lastIndexOf(')')),
  )
  return Array.isArray(data) && typeof data[1] === 'string' ? data[1] : ''
}

/** `1a:["$","div",null,{…}]` */
function rowOf(row: string): unknown {
  const start = /^[0-9a-f]{1,8}:(?=[[{])/.exec(row.slice(0, 12))
  return start ? parsedJson(row.slice(start[0].length)) : null
}

/** Finds `window.__STATE__ = {…};`, `JSON.parse("…")` and `data: […]`, of which one script may have several. */
function assigned(script: string): unknown[] {
  const roots: unknown[] = []
  const start = /(?:=|JSON\.parse\(|\bdata:)\s{0,5}(?=[[{"])/g
  for (let tries = 0; tries < MAX_ASSIGNED && start.test(script); tries += 1) {
    const from = start.lastIndex
    const end = script.charAt(from) === '"' ? endOfString(script, from) : endOfValue(script, from)
    if (end - from < MIN_ATTRIBUTE) continue
    const written = script.slice(from, end)
    const value = parsedJson(written) ?? parsedJson(asJson(written))
    roots.push(typeof value === 'string' ? parsedJson(value) : value)
    start.lastIndex = end
  }
  return roots
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') at += 1
    else if (sign === '"') return at + 1
  }
  return text.length
}

function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') at = endOfString(text, at) - 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Nuxt serializes one array in which objects refer to their values by index, some of them wrapped: `["Date", "…"]`. */
function unflattened(root: unknown): unknown {
  if (!Array.isArray(root) || root.length < 3 || !root.slice(0, 3).some(isRecord)) return root
  const isFlat = (record: JsonRecord) => Object.values(record).every((value) => Number.isInteger(value))
  const valueAt = (at: unknown): unknown => {
    const value: unknown = root[Number(at)]
    return Array.isArray(value) && value[0] === 'Date' ? value[1] : value
  }
  return root.map((value: unknown) =>
    isRecord(value) && isFlat(value)
      ? Object.fromEntries(Object.entries(value).map(([key, at]) => [key, valueAt(at)]))
      : value,
  )
}

/** Astro writes each value with its type: `[0, value]`, `[1, list]` or `[3, date]`. */
function unwrapped(pair: unknown): unknown {
  if (!Array.isArray(pair)) return null
  const [type, value] = pair as unknown[]
  if (type === 1) return Array.isArray(value) ? value.map(unwrapped) : null
  if (type !== 0 || !isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrapped(inner)]))
}

/** `{slug:"a",date:new Date(1)}`, as SvelteKit writes it. Not exact for text that looks like a key. */
const asJson = (literal: string) =>
  literal
    .replaceAll(/new Date\((\d{1,16}|"[^"]{0,40}")\)/g, '$1')
    .replaceAll(/(?<=[{,]\s{0,9})([A-Za-z_$][\w$]{0,60})(?=\s{0,9}:)/g, '"$1"')
    .replaceAll(/(?<=[:,[])(?:void 0|undefined)(?=[,}\]])/g, 'null')

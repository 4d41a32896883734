import { DAY_MS } from '#domain/time.ts'
import type { LicensedSource } from '#domain/news/source-registry.ts'
import type { Fetched, FetchRequest } from '../../../platform/fetch/fetch.ts'
import { isRecord, line, readJson, recordsIn, textOfHtml, writtenDate, type JsonRecord } from '../../formats/fields.ts'
import type { FoundItem } from '../../formats/found-item.ts'

type Asked = { query: string; since: Date; now: Date }

type Service = {
  origin: string
  path: string
  headers: (key: string) => Record<string, string>
  /** A service without a body is asked by GET. */
  body?: (asked: Asked) => JsonRecord
  parameters?: (asked: Asked) => Record<string, string>
  /** The field that holds the results. Each has a `title` and a `url`. */
  list: string
  read: (result: JsonRecord) => { text: unknown; date: unknown; publisher?: unknown }
}

const day = (date: Date) => date.toISOString().slice(0, 10)
const usDay = (date: Date) => day(date).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** One page for one price, so each request asks for as many results as that price includes. */
export const SERVICES: Record<LicensedSource, Service> = {
  brave: {
    origin: 'https://api.search.brave.com',
    path: '/res/v1/news/search',
    headers: (key) => ({ 'x-subscription-token': key }),
    parameters: ({ query, since, now }) => ({
      q: query,
      count: '50',
      freshness: `${day(since)}to${day(now)}`,
      spellcheck: '0',
    }),
    list: 'results',
    read: ({ description, page_age: date, source }) => ({
      text: description,
      date,
      publisher: isRecord(source) ? source.name : null,
    }),
  },
  perplexity: {
    origin: 'https://api.perplexity.ai',
    path: '/search',
    headers: bearer,
    body: ({ query, since }) => ({ query, max_results: 20, search_after_date_filter: usDay(since) }),
    list: 'results',
    read: ({ snippet, date }) => ({ text: snippet, date }),
  },
  exa: {
    origin: 'https://api.exa.ai',
    path: '/search',
    headers: (key) => ({ 'x-api-key': key }),
    body: ({ query, since }) => ({
      query,
      type: 'auto',
      category: 'news',
      numResults: 25,
      startPublishedDate: since.toISOString(),
    }),
    list: 'results',
    read: ({ text, publishedDate }) => ({ text, date: publishedDate }),
  },
  tavily: {
    origin: 'https://api.tavily.com',
    path: '/search',
    headers: bearer,
    body: ({ query, since }) => ({
      query,
      topic: 'news',
      search_depth: 'basic',
      max_results: 20,
      start_date: day(since),
    }),
    list: 'results',
    read: ({ content, published_date: date }) => ({ text: content, date }),
  },
  newsapi: {
    origin: 'https://newsapi.org',
    path: '/v2/everything',
    headers: (key) => ({ 'x-api-key': key }),
    parameters: ({ query, since }) => ({
      q: query,
      from: since.toISOString().slice(0, 19),
      sortBy: 'publishedAt',
      pageSize: '100',
    }),
    list: 'articles',
    read: ({ description, publishedAt, source }) => ({
      text: description,
      date: publishedAt,
      publisher: isRecord(source) ? source.name : null,
    }),
  },
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_QUERY = 380

export function searchRequest(name: LicensedSource, key: string, origin: string, asked: Asked): FetchRequest {
  const { path, headers, body, parameters } = SERVICES[name]
  const given = { ...asked, query: asked.query.slice(0, MAX_QUERY) }
  const common = { accept: 'application/json', maxBytes: MAX_BYTES, headers: headers(key) }
  if (!body) return { ...common, url: `${origin}${path}?${new URLSearchParams(parameters?.(given))}` }
  const post = { body: JSON.stringify(body(given)), headers: { 'content-type': 'application/json' } }
  return { ...common, url: `${origin}${path}`, post }
}

const MAX_RESULTS = 100

/** Null if the answer isn't a search result. A page without a date isn't known to be news. */
export function parseSearch(name: LicensedSource, { bytes }: Pick<Fetched, 'bytes'>, now: Date): FoundItem[] | null {
  const { list, read } = SERVICES[name]
  const answer = readJson(bytes)
  const results = isRecord(answer) ? answer[list] : null
  if (!Array.isArray(results)) return null
  return recordsIn(results, MAX_RESULTS).flatMap((result): FoundItem[] => {
    const { text, date, publisher } = read(result)
    const title = textOfHtml(result.title)
    const { publishedAt, precision } = writtenDate(date, now)
    if (typeof result.url !== 'string' || !/^https?:\/\/./i.test(result.url) || title === '' || !publishedAt) return []
    return [
      {
        url: result.url.slice(0, 8192),
        title: line(title),
        text: textOfHtml(text),
        publishedAt,
        precision,
        // Without a name, the publisher is the domain of the page.
        publisher: line(publisher, 120) || null,
        language: null,
        kind: 'press',
        facts: {},
      },
    ]
  })
}

const LONGEST_MS = 29 * DAY_MS
/** Services index late. */
const OVERLAP_MS = 2 * DAY_MS

/** Since the last request; the plans of some services end a month ago. */
export const searchedSince = (askedAt: Date | null, now: Date): Date =>
  new Date(Math.max(now.getTime() - LONGEST_MS, (askedAt?.getTime() ?? 0) - OVERLAP_MS))

import robotsParser from 'robots-parser'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import { decodeBytes } from '../formats/decode-bytes.ts'
import { DISALLOWED, isFetchError, problemOf, refusedResult } from './poll-result.ts'
import { EMPTY_MEMORY } from './source.ts'
import { sitemapsIn } from '../formats/xml/sitemap.ts'

export type Permission =
  | { answer: 'yes'; delayMs: number }
  | { answer: 'no' }
  /** The file couldn't be read. The problem is worded for the user. */
  | { answer: 'not-now'; retryAt: Date; problem: string }

/** The name that sites use to address this crawler in robots.txt. */
export const PRODUCT_TOKEN = 'Tidings'

const CACHE_MS = DAY_MS
const RETRY_MS = 5 * 60_000
const MAX_DELAY_MS = 30_000
const MAX_BYTES = 512 * 1024
const MAX_ORIGINS = 5000
const MAX_LINE = 1024
const MAX_STARS = 8
const MAX_STARS_PER_FILE = 10_000
const MAX_PATH = 512

type Rules = {
  isAllowed: (url: string, robot: string) => boolean | undefined
  getCrawlDelay: (robot: string) => number | undefined
}

/** The package's types declare a default export that it doesn't have. */
const parse = robotsParser as unknown as (address: string, text: string) => Rules

type Known = { until: number; rules: Rules | 'all' | { problem: string }; sitemaps?: string[] }

/** A poll passes its own `send`, so that its limits apply to robots.txt, too. */
export function createRobots({ fetch, clock }: { fetch: Fetch; clock: Clock }) {
  const known = new Map<string, Known>()
  const pending = new Map<string, Promise<Known>>()

  const fetchRules = async (origin: string, send: Fetch): Promise<Known> => {
    const address = `${origin}/robots.txt`
    const now = clock().getTime()
    let found: Known
    try {
      const answer = await send({ url: address, accept: 'text/plain,*/*;q=0.5', maxBytes: MAX_BYTES })
      found = readAnswer(answer, address, now)
    } catch (error) {
      if (!isFetchError(error) || error.kind === 'aborted') throw error
      found = { until: now + RETRY_MS, rules: { problem: problemOf(error) } }
    }
    known.delete(origin)
    known.set(origin, found)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_ORIGINS) break
      known.delete(oldest)
    }
    return found
  }

  const rulesOf = async (origin: string, send: Fetch): Promise<Known> => {
    const remembered = known.get(origin)
    if (remembered && remembered.until > clock().getTime()) return remembered
    const request = pending.get(origin) ?? fetchRules(origin, send).finally(() => pending.delete(origin))
    pending.set(origin, request)
    return request
  }

  return {
    /** Shares the cached file with `mayFetch`. */
    async sitemapsOf(address: string, send = fetch): Promise<string[]> {
      const url = URL.parse(address)
      return url && /^https?:$/.test(url.protocol) ? ((await rulesOf(url.origin, send)).sitemaps ?? []) : []
    },

    async mayFetch(address: string, send = fetch): Promise<Permission> {
      const url = URL.parse(address)
      if (!url || !/^https?:$/.test(url.protocol)) return { answer: 'no' }
      const { rules, until } = await rulesOf(url.origin, send)
      if (rules === 'all') return { answer: 'yes', delayMs: 0 }
      if ('problem' in rules) return { answer: 'not-now', retryAt: new Date(until), problem: rules.problem }
      const path = `${url.origin}${(url.pathname + url.search).slice(0, MAX_PATH)}`
      if (rules.isAllowed(path, PRODUCT_TOKEN) === false) return { answer: 'no' }
      const delayMs = Math.max(0, Math.min((rules.getCrawlDelay(PRODUCT_TOKEN) ?? 0) * 1000, MAX_DELAY_MS))
      return { answer: 'yes', delayMs }
    },
  }
}

/**
 * Rejects a page that robots.txt disallows and, for now, a page whose robots.txt couldn't be read. Checks the target of
 * a redirect, too.
 */
export const withinRobots = (fetch: Fetch, permission: (url: string) => Promise<Permission>): Fetch => {
  const check = async (url: string) => {
    const given = await permission(url)
    if (given.answer === 'no') throw rejection('disallowed', DISALLOWED)
    if (given.answer === 'not-now') throw rejection('unknown-rules', given.problem)
  }
  return async (request) => {
    await check(request.url)
    const answer = await fetch(request)
    if (answer.url !== request.url) await check(answer.url)
    return answer
  }
}

/** Shaped like the HTTP client's own errors, so that every source handles it like one. */
const rejection = (kind: 'disallowed' | 'unknown-rules', problem: string) =>
  Object.assign(new Error(problem), { name: 'FetchError', kind })

/** RFC 9309: a missing file allows everything; an unreachable one disallows everything for a while. */
function readAnswer(answer: Fetched, address: string, now: number): Known {
  const { status, bytes, headers, retryAt } = answer
  const problem = refusedResult(answer, EMPTY_MEMORY, new Date(now))?.problem ?? 'The site could not be read.'
  if (status === 429 || status >= 500)
    return { until: Math.min(retryAt?.getTime() ?? now + RETRY_MS, now + CACHE_MS), rules: { problem } }
  if (status >= 400) return { until: now + CACHE_MS, rules: 'all' }
  if (status < 200 || status >= 300) return { until: now + RETRY_MS, rules: { problem } }
  const written = decodeBytes(bytes, headers['content-type'] ?? null)
  const text = withoutCostlyPatterns(written)
  // A file with too many wildcards is treated as if it disallowed everything.
  const isReadable = text.split('*').length <= MAX_STARS_PER_FILE
  const rules = parse(address, isReadable ? text : 'User-agent: *\nDisallow: /')
  return { until: now + CACHE_MS, rules, sitemaps: sitemapsIn(written, address) }
}

/** The parser's cost grows with the length of the path for each star, so patterns that no site writes are dropped. */
const withoutCostlyPatterns = (text: string) =>
  text
    .replaceAll(/\*{2,}/g, '*')
    .split(/\r\n|\r|\n/)
    .filter((rule) => rule.length <= MAX_LINE && rule.split('*').length <= MAX_STARS + 1)
    .join('\n')

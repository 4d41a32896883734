import robotsParser from 'robots-parser'
import type { Clock } from '#domain/time.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import { decodeBytes } from '../formats/decode-bytes.ts'
import { sitemapsIn } from '../formats/xml/sitemap.ts'

export type Permission = { answer: 'yes'; delayMs: number } | { answer: 'no' } | { answer: 'not-now'; retryAt: Date }

/** The name by which sites may address us in robots.txt. */
export const PRODUCT_TOKEN = 'Tidings'

const CACHE_MS = 24 * 60 * 60_000
const RETRY_MS = 10 * 60_000
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

/** The package's types declare a default export that it does not have. */
const parse = robotsParser as unknown as (address: string, text: string) => Rules

type Known = { until: number; rules: Rules | 'all' | 'unknown'; sitemaps?: string[] }

export function createRobots({ fetch, clock }: { fetch: Fetch; clock: Clock }) {
  const known = new Map<string, Known>()
  const pending = new Map<string, Promise<Known>>()

  const fetchRules = async (origin: string): Promise<Known> => {
    const address = `${origin}/robots.txt`
    const now = clock().getTime()
    let found: Known
    try {
      const answer = await fetch({ url: address, accept: 'text/plain,*/*;q=0.5', maxBytes: MAX_BYTES })
      found = readAnswer(answer, address, now)
    } catch {
      found = { until: now + RETRY_MS, rules: 'unknown' }
    }
    known.delete(origin)
    known.set(origin, found)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_ORIGINS) break
      known.delete(oldest)
    }
    return found
  }

  const rulesOf = async (origin: string): Promise<Known> => {
    const remembered = known.get(origin)
    if (remembered && remembered.until > clock().getTime()) return remembered
    const request = pending.get(origin) ?? fetchRules(origin).finally(() => pending.delete(origin))
    pending.set(origin, request)
    return request
  }

  return {
    /** The file is read once for both. */
    async sitemapsOf(address: string): Promise<string[]> {
      const url = URL.parse(address)
      return url && /^https?:$/.test(url.protocol) ? ((await rulesOf(url.origin)).sitemaps ?? []) : []
    },

    async mayFetch(address: string): Promise<Permission> {
      const url = URL.parse(address)
      if (!url || !/^https?:$/.test(url.protocol)) return { answer: 'no' }
      const { rules, until } = await rulesOf(url.origin)
      if (rules === 'all') return { answer: 'yes', delayMs: 0 }
      if (rules === 'unknown') return { answer: 'not-now', retryAt: new Date(until) }
      const path = `${url.origin}${(url.pathname + url.search).slice(0, MAX_PATH)}`
      if (rules.isAllowed(path, PRODUCT_TOKEN) === false) return { answer: 'no' }
      const delayMs = Math.max(0, Math.min((rules.getCrawlDelay(PRODUCT_TOKEN) ?? 0) * 1000, MAX_DELAY_MS))
      return { answer: 'yes', delayMs }
    },
  }
}

/** RFC 9309: a missing file allows everything; an unreachable one disallows everything for a while. */
function readAnswer({ status, bytes, headers, retryAt }: Fetched, address: string, now: number): Known {
  if (status === 429 || status >= 500)
    return { until: Math.min(retryAt?.getTime() ?? now + RETRY_MS, now + CACHE_MS), rules: 'unknown' }
  if (status >= 400) return { until: now + CACHE_MS, rules: 'all' }
  if (status < 200 || status >= 300) return { until: now + RETRY_MS, rules: 'unknown' }
  const written = decodeBytes(bytes, headers['content-type'] ?? null)
  const text = withoutCostlyPatterns(written)
  // A file that is too large is read as disallowing everything.
  const isReadable = text.split('*').length <= MAX_STARS_PER_FILE
  const rules = parse(address, isReadable ? text : 'User-agent: *\nDisallow: /')
  return { until: now + CACHE_MS, rules, sitemaps: sitemapsIn(written, address) }
}

/** The parser takes the length of the path for each star, so patterns that no site writes are dropped. */
const withoutCostlyPatterns = (text: string) =>
  text
    .replaceAll(/\*{2,}/g, '*')
    .split(/\r\n|\r|\n/)
    .filter((rule) => rule.length <= MAX_LINE && rule.split('*').length <= MAX_STARS + 1)
    .join('\n')

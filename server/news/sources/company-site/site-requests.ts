import type { Fetch, Fetched } from '../../../platform/fetch/fetch.ts'
import { errorResult, refusedResult } from '../poll-result.ts'
import { EMPTY_MEMORY } from '../source.ts'
import { type Site, originOf } from '../../site/site.ts'

const NO_WEBSITE = 'There is no website at this address.'
const REFUSALS = new Set([401, 402, 403, 407, 429, 451, 503])

/** Limits the number of requests. A failed request yields null, and the reason is remembered. */
export function createSiteRequests(fetch: Fetch, max: number, signal?: AbortSignal) {
  let count = 0
  let refused = false
  let retryAt: Date | null = null
  let problem: string | null = null
  const answers = new Map<string, Promise<Fetched | null>>()
  const limits = new Set<string>()
  const unknownHosts = new Set<string>()

  const attempt = async (url: string, accept: string): Promise<Fetched | null> => {
    try {
      const answer = await fetch({ url, accept })
      retryAt = answer.retryAt ?? retryAt
      if (answer.status >= 200 && answer.status < 300) return answer
      const said = refusedResult(answer, EMPTY_MEMORY, new Date(0), NO_WEBSITE)?.problem ?? null
      problem = REFUSALS.has(answer.status) ? said : (problem ?? said)
      if (REFUSALS.has(answer.status)) refused = true
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'FetchError') throw error
      const { kind, retryAt: until } = error as Error & { kind?: string; retryAt?: Date }
      if (kind === 'aborted') throw error
      if (kind === 'throttled' || kind === 'disallowed') refused = true
      if (kind === 'too-large' || kind === 'timeout') limits.add(kind)
      if (kind === 'dns') unknownHosts.add(new URL(url).hostname)
      problem ??= errorResult(error, EMPTY_MEMORY).problem
      retryAt = until ?? retryAt
    }
    return null
  }

  return {
    /** Never sends the same request twice, and sends none after the site has said when to retry. */
    get(url: string, accept: string): Promise<Fetched | null> {
      const known = answers.get(url)
      if (known !== undefined) return known
      if (count >= max || retryAt !== null || signal?.aborted) return Promise.resolve(null)
      if (unknownHosts.has(new URL(url).hostname)) return Promise.resolve(null)
      count += 1
      const answer = attempt(url, accept)
      answers.set(url, answer)
      return answer
    },
    left: () => (retryAt === null ? max - count : 0),
    count: () => count,
    isRefused: () => refused,
    problem: () => problem,
    /** A page was too large or too slow, so the scan may have missed something. */
    isLimited: (kind: 'too-large' | 'timeout') => limits.has(kind),
    retryAt: () => retryAt,
  }
}

export type SiteRequests = ReturnType<typeof createSiteRequests>

export const PAGE_ACCEPT =
  'text/html, application/xhtml+xml, application/rss+xml;q=0.9, application/atom+xml;q=0.9, */*;q=0.5'

/** The front page. Also tries `http:` and `www.`, because the site's URL includes neither. */
export async function firstPage(site: Site, requests: SiteRequests): Promise<Fetched | null> {
  const { hostname, port } = new URL(site.url)
  const pages = site.scope === '' && site.path !== '' ? [site.url, originOf(site.url)] : [site.url]
  const hasOtherNames = port === '' && /[a-z]/i.test(hostname) && hostname !== 'localhost'
  const hosts = hasOtherNames && !site.isShared ? [hostname, `www.${hostname}`] : [hostname]
  const schemes = hasOtherNames ? ['https:', 'http:'] : [new URL(site.url).protocol]
  for (const scheme of schemes)
    for (const page of pages)
      for (const host of hosts) {
        const url = new URL(page)
        url.protocol = scheme
        url.hostname = host
        const answer = await requests.get(url.href, PAGE_ACCEPT)
        if (answer || requests.isRefused()) return answer
      }
  return null
}

import type { Agent } from 'undici'
import { createLimiter } from '../limiter.ts'
import type { Clock } from '#domain/time.ts'
import type { Fetch, FetchRequest, Fetched } from './fetch.ts'
import type { Log } from '../log.ts'
import { type FetchAllow, checkTarget, type Target } from './target.ts'
import { ACCEPT_ENCODING, decode, exchange, isRedirect, isStale, type Answer } from './exchange.ts'
import { createDialer, createResolve, type Resolve } from './dial.ts'
import { FetchError } from './fetch-error.ts'
import { createRetryMemory, retryAtOf } from './retry-memory.ts'

/** Times are in milliseconds. A request may ask for less, never for more. */
export const LIMITS = {
  connectMs: 10_000,
  headersMs: 10_000,
  totalMs: 20_000,
  maxBytes: 5 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
  redirects: 5,
  perHost: 2,
  overall: 64,
  /** How long idle connections stay open, unless the server asks for less. */
  idleMs: 1000,
}

type Settings = {
  allow: FetchAllow
  /** The User-Agent links to its contact page. */
  publicUrl: string
  limits?: Partial<typeof LIMITS>
}

type Needs = { log: Log; clock: Clock; resolve?: Resolve }

/** Uses no proxy and no cookies. Sends GET, or POST without following redirects. */
export function openFetch(settings: Settings, { log, clock, resolve = createResolve() }: Needs) {
  const { allow } = settings
  const limits = { ...LIMITS, ...settings.limits }
  const dialer = createDialer({ allow, resolve, connectMs: limits.connectMs })
  let opened: Promise<Agent> | undefined
  /** Loaded on first use. */
  const agentOnce = () =>
    (opened ??= import('undici').then(
      (undici) =>
        new undici.Agent({
          connect: dialer.connect,
          allowH2: false,
          maxHeaderSize: limits.maxHeaderBytes,
          keepAliveTimeout: limits.idleMs,
          keepAliveMaxTimeout: limits.idleMs,
          // Disabled, because the timeouts used here are exact and cover the whole request.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
    ))
  const limiter = createLimiter({ limit: limits.overall, perKey: limits.perHost })
  const retries = createRetryMemory()
  const userAgent = `Tidings/0.1 (+${settings.publicUrl}/contact)`
  const busy = new Map<string, number>()

  const fetch: Fetch = async (request) => {
    let target: Target | undefined
    try {
      target = checkTarget(request.url, allow)
      const time = { leftMs: Math.min(request.timeoutMs ?? limits.totalMs, limits.totalMs) }
      for (let hop = 0; ; hop += 1) {
        const answer = await hopTo(target, request, time)
        if (isSentOnce(request) || !isRedirect(answer)) return await fetched(target, request, answer)
        if (hop === limits.redirects) throw new FetchError('too-many-redirects', { host: target.hostname })
        target = follow(target, answer)
      }
    } catch (error) {
      if (error instanceof FetchError && error.kind === 'refused-address') {
        const { host, detail } = error
        log.warn({ event: 'fetch.refused', host, because: detail, from: target?.hostname }, 'fetch refused')
      }
      throw error
    }
  }

  /** Time spent in the queue doesn't count toward the timeout. */
  const hopTo = async (target: Target, request: FetchRequest, time: { leftMs: number }): Promise<Answer> => {
    const host = hostKey(target)
    const asked = { target, host, request }
    const refuseWhileThrottled = () => {
      const known = retries.find(asked, clock())
      if (known) throw new FetchError('throttled', { host, ...known })
    }
    refuseWhileThrottled()
    const leave = await limiter.acquire({ key: host, signal: request.signal }).catch(() => {
      throw new FetchError('aborted')
    })
    const began = performance.now()
    try {
      refuseWhileThrottled()
      const answer = await within(time.leftMs, target, request, (signal) => ask(target, request, signal))
      const retryAt = retryAtOf(answer.status, answer.headers['retry-after'], clock())
      if (retryAt) retries.remember(asked, { retryAt, status: answer.status }, clock())
      return answer
    } finally {
      time.leftMs -= performance.now() - began
      leave()
    }
  }

  const ask = async ({ url }: Target, request: FetchRequest, signal: AbortSignal): Promise<Answer> => {
    const { headersMs } = limits
    const question = {
      url,
      headers: headersFor(request, userAgent),
      body: request.post?.body ?? null,
      maxBytes: most(request),
      headersMs,
      signal,
    }
    const agent = await agentOnce()
    busy.set(url.origin, (busy.get(url.origin) ?? 0) + 1)
    try {
      return await exchange(agent, question).catch((error: unknown) => {
        // It may have arrived, so what must not arrive twice isn't sent again.
        if (isStale(error) && !isSentOnce(request)) return exchange(agent, question)
        throw error
      })
    } finally {
      const others = (busy.get(url.origin) ?? 1) - 1
      if (others > 0) busy.set(url.origin, others)
      else {
        busy.delete(url.origin)
        dialer.giveUp(url.origin)
      }
    }
  }

  const follow = (from: Target, { headers }: Answer): Target => {
    const target = checkTarget(headers.location ?? '', allow, from.url)
    if (from.url.protocol === 'https:' && target.url.protocol === 'http:')
      throw new FetchError('refused-address', { host: target.hostname, detail: 'https to http' })
    return target
  }

  const fetched = async (target: Target, request: FetchRequest, answer: Answer): Promise<Fetched> => {
    const { status, headers } = answer
    const retryAt = retryAtOf(status, headers['retry-after'], clock())
    return {
      url: target.url.href,
      status,
      headers,
      bytes: await decode(answer.bytes, headers['content-encoding'] ?? '', most(request)),
      notModified: status === 304,
      ...(retryAt && { retryAt }),
    }
  }

  const most = ({ maxBytes = limits.maxBytes }: FetchRequest) => Math.min(maxBytes, limits.maxBytes)

  return { fetch, close: async () => (await opened)?.destroy() }
}

/** Ports 80 and 443 count as one host; any other port is a separate host. */
const hostKey = ({ hostname, port }: Target) => (port === 80 || port === 443 ? hostname : `${hostname}:${port}`)

/** A body or a key is meant for one address, so redirects aren't followed. */
const isSentOnce = ({ post, headers }: FetchRequest) => post !== undefined || headers !== undefined

function headersFor({ accept = '*/*', userAgent, etag, lastModified, post, headers }: FetchRequest, ours: string) {
  return {
    ...Object.fromEntries(Object.entries({ ...headers, ...post?.headers }).filter(([, value]) => isHeaderValue(value))),
    'user-agent': isHeaderValue(userAgent) ? userAgent : ours,
    accept,
    'accept-encoding': ACCEPT_ENCODING,
    ...(isHeaderValue(etag) && { 'if-none-match': etag }),
    ...(isHeaderValue(lastModified) && { 'if-modified-since': lastModified }),
  }
}

/** A stored validator that is not a valid header value is dropped rather than failing the request. */
const isHeaderValue = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,1024}$/.test(value)

async function within<Result>(
  ms: number,
  { hostname }: Target,
  { signal }: FetchRequest,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const attempt = new AbortController()
  const onAbort = () => attempt.abort(new FetchError('aborted'))
  const onTimeout = () => attempt.abort(new FetchError('timeout', { host: hostname, detail: 'altogether' }))
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  if (ms <= 0) onTimeout()
  const timer = setTimeout(onTimeout, ms)
  try {
    return await run(attempt.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

import { MINUTE_MS } from '#domain/time.ts'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import { brieflyUnavailable } from '../database/errors.ts'
import type { HttpEnvironment } from './session.ts'
import { budgetHolder, isLoopbackHost } from './peer.ts'
import type { WrongHosts } from './wrong-hosts.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const knownMethods: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  if (!METHODS.has(c.req.method)) throw new AppError('method-not-allowed', 'Method not allowed')
  await next()
}

/** No response may be built around a forged Host header. */
export function knownHosts(publicUrl: string, wrongHosts: WrongHosts): MiddlewareHandler<HttpEnvironment> {
  const own = new URL(publicUrl)
  const isLocal = isLoopbackHost(own.hostname)
  return async (c, next) => {
    const { host, hostname } = new URL(c.req.url)
    if (host !== own.host && !(isLocal && isLoopbackHost(hostname))) {
      wrongHosts.add(host, c.req.path)
      throw new AppError('wrong-host', 'Unknown host')
    }
    await next()
  }
}

/** Allows bursts of up to a minute's worth of requests. */
export function limitedRate(perMinute: number, now: () => number = Date.now): MiddlewareHandler<HttpEnvironment> {
  const take = createTokenBuckets({ burst: perMinute, perMinute })
  // Otherwise the client that is refused could fill the log.
  const takeWarning = createTokenBuckets({ burst: 1, perMinute: 1 })
  return async (c, next) => {
    const seconds = take(c.var.peer, now())
    if (seconds !== null) {
      if (takeWarning(c.var.peer, now()) === null)
        c.var.log.warn({ event: 'limit-hit', peer: c.var.peer }, 'too many requests')
      throw tooMany(seconds)
    }
    await next()
  }
}

export const MAX_WAIT_MS = 2000

/** Under overload, another request would only wait and slow down those already in progress. */
export function shedLoad(longestWait: () => number): MiddlewareHandler<HttpEnvironment> {
  return async (_, next) => {
    if (longestWait() > MAX_WAIT_MS) throw brieflyUnavailable(new Error('requests wait for the database'))
    await next()
  }
}

const MAX_MISS_WINDOWS = 50_000

type Window = { misses: number; until: number; isLogged: boolean }

/**
 * Ids are sequential, so clients that request many unknown ones are probing. Users are counted one by one, because an
 * office or a mobile network shares an address.
 */
export function limitMisses(perMinute: number, now: () => number = Date.now): MiddlewareHandler<HttpEnvironment> {
  const windows = new Map<string, Window>()
  return async (c, next) => {
    const caller = c.var.keyHolder ? await c.var.keyHolder() : await c.var.signedIn()
    const holder = caller?.id ?? budgetHolder(c.var.peer)
    const known = windows.get(holder)
    const window = known && isRunning(known, now()) ? known : null
    if (window && window.misses >= perMinute) {
      if (!window.isLogged) c.var.log.warn({ event: 'id-probing', peer: c.var.peer }, 'too many unknown ids')
      window.isLogged = true
      throw tooMany((window.until - now()) / 1000)
    }
    await next()
    if (c.res.status !== 404) return
    // Read again, because other requests may have missed in the meantime.
    const current = windows.get(holder)
    if (current && isRunning(current, now())) current.misses += 1
    else {
      windows.delete(holder)
      windows.set(holder, { misses: 1, until: now() + MINUTE_MS, isLogged: false })
      if (windows.size > MAX_MISS_WINDOWS) windows.delete(windows.keys().next().value ?? '')
    }
  }
}

/** A window that ends more than a minute from now was opened before the clock was set back. */
const isRunning = ({ until }: Window, now: number) => until > now && until <= now + MINUTE_MS

const tooMany = (retryAfterSeconds: number) =>
  new AppError('too-many-requests', 'Too many requests. Please slow down.', { retryAfterSeconds })

const MAX_HOLDERS = 50_000

/** One bucket per client address: a burst, then a refill per minute. */
export function createTokenBuckets({ burst, perMinute }: { burst: number; perMinute: number }) {
  const buckets = new Map<string, { tokens: number; at: number }>()

  /** Returns null if a token was available, or else the seconds until the next one. */
  return (peer: string, now: number): number | null => {
    const holder = budgetHolder(peer)
    const bucket = buckets.get(holder) ?? { tokens: burst, at: now }
    // A clock that was set back must not take tokens away.
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / MINUTE_MS) * perMinute)
    bucket.at = now
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / perMinute) * 60
    bucket.tokens -= 1
    // Re-inserting keeps the map in order of use: the first key is the least recently used.
    buckets.delete(holder)
    buckets.set(holder, bucket)
    if (buckets.size > MAX_HOLDERS) buckets.delete(buckets.keys().next().value ?? '')
    return null
  }
}

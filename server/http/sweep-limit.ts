import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'
import { budgetHolder } from './peer.ts'

const MINUTE_MS = 60_000
const MAX_HOLDERS = 50_000

type Window = { misses: number; until: number; isTold: boolean }

/** Ids are numbers in a row: whoever asks for many that are not there is trying them out, and has to wait. */
export function limitedMisses(
  perMinute: number,
  now: () => number = Date.now,
): MiddlewareHandler<HttpEnvironment> {
  const windows = new Map<string, Window>()
  return async (c, next) => {
    const holder = budgetHolder(c.var.peer)
    const known = windows.get(holder)
    const window = known && known.until > now() ? known : null
    if (window && window.misses >= perMinute) {
      if (!window.isTold) c.var.log.warn({ event: 'id-sweep', peer: c.var.peer }, 'too many ids of nothing')
      window.isTold = true
      throw new AppError('too-many-requests', 'Too many requests. Please slow down.', {
        retryAfterSeconds: (window.until - now()) / 1000,
      })
    }
    await next()
    if (c.res.status !== 404) return
    // Looked up again: others may have missed meanwhile.
    const current = windows.get(holder)
    if (current && current.until > now()) current.misses += 1
    else {
      windows.delete(holder)
      windows.set(holder, { misses: 1, until: now() + MINUTE_MS, isTold: false })
      if (windows.size > MAX_HOLDERS) windows.delete(windows.keys().next().value ?? '')
    }
  }
}

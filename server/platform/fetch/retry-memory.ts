import { DAY_MS } from '#domain/time.ts'
import type { FetchRequest } from './fetch.ts'
import type { Target } from './target.ts'

const MAX_WAIT_MS = DAY_MS
const MAX_WAITS = 10_000

type Wait = { retryAt: Date; status: number }
type Asked = { target: Target; host: string; request: FetchRequest }

/**
 * Who asked to be left alone until when. Whoever gave an address can make it answer anything, so that answer closes
 * only this address and only to them; the answer to a POST says nothing about polls, nor the other way around.
 */
export function createRetryMemory() {
  const hosts = createWaits()
  // Kept apart, so that owners with many addresses don't displace what hosts asked for.
  const addresses = createWaits()

  return {
    remember({ target, host, request }: Asked, wait: Wait, now: Date): void {
      if (isOwned(request)) addresses.remember(addressKey(target, request), wait, now)
      else hosts.remember(host, wait, now)
    },

    find({ target, host, request }: Asked, now: Date): Wait | null {
      const ofAddress = isOwned(request) ? addresses.find(addressKey(target, request), now) : null
      return ofAddress ?? (request.post ? null : hosts.find(host, now))
    },
  }
}

const isOwned = ({ owner, post }: FetchRequest) => owner !== undefined || post !== undefined

const addressKey = ({ url }: Target, { owner = '', post }: FetchRequest) =>
  `${post ? 'POST' : 'GET'} ${owner} ${url.href}`

function createWaits() {
  const waits = new Map<string, Wait>()

  return {
    remember(key: string, wait: Wait, now: Date): void {
      if (waits.size >= MAX_WAITS) {
        for (const [known, { retryAt }] of waits) if (retryAt <= now) waits.delete(known)
      }
      const longest = waits.get(key)
      if (waits.size < MAX_WAITS && (!longest || longest.retryAt < wait.retryAt)) waits.set(key, wait)
    },
    find(key: string, now: Date): Wait | null {
      const wait = waits.get(key)
      if (wait === undefined) return null
      if (wait.retryAt > now) return wait
      waits.delete(key)
      return null
    },
  }
}

/** Parses Retry-After, which holds seconds or a date; capped at one day. */
export function retryAtOf(status: number, header: string | undefined, now: Date): Date | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null
  const value = header.trim()
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) || ms <= 0 ? null : new Date(now.getTime() + Math.min(ms, MAX_WAIT_MS))
}

import { eq, inArray, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { throttles } from '../../../platform/database/schema/auth.ts'
import type { Database } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { budgetHolder } from '../../../platform/http/peer.ts'
import { createTokenBuckets } from '../../../platform/http/limits.ts'
import { MINUTE_MS, type Clock } from '#domain/time.ts'
import { AuthError, tooManyRequests } from './errors.ts'
import type { Secrets } from '../tokens/keys.ts'

/** Token buckets per IP address: burst, then refill per minute. */
const PER_PEER = {
  mail: { burst: 30, perMinute: 6 },
  token: { burst: 30, perMinute: 30 },
  verify: { burst: 30, perMinute: 6 },
  factor: { burst: 15, perMinute: 15 },
  anonymous: { burst: 30, perMinute: 0.5 },
  passkey: { burst: 30, perMinute: 6 },
}

const FAMILIES = Object.keys(PER_PEER) as (keyof typeof PER_PEER)[]

/** Limits on wrong passwords. The one per account is high, so that attackers can't easily lock users out. */
const BAD_TRIES = { minutes: 15, pair: 10, peer: 30, account: 100 }

const MAIL_GAP_SECONDS = 60
const MAILS_PER_HOUR = 600

type Counter = { name: string; limit: number; windowMs: number }

export type Throttle = ReturnType<typeof createThrottle>

export function createThrottle({ database, clock, secrets, enabled }: Needs) {
  const buckets = new Map(FAMILIES.map((family) => [family, createTokenBuckets(PER_PEER[family])]))
  const keyOf = ({ name }: { name: string }) => secrets.hash('throttle', name)

  /** Increments and reads in one statement, so that parallel attempts cannot all be the first. */
  async function count(counters: Counter[]) {
    const now = clock()
    // A window that ends implausibly late was started before the clock was set back.
    const passed = sql`(${throttles.until} <= ${now.toISOString()}::timestamptz
      or ${throttles.until} > excluded.until + interval '1 hour')`
    const rows = await database.system
      .insert(throttles)
      .values(
        counters.map((counter) => ({
          key: keyOf(counter),
          count: 1,
          until: new Date(now.getTime() + counter.windowMs),
        })),
      )
      .onConflictDoUpdate({
        target: throttles.key,
        set: {
          count: sql`case when ${passed} then 1 else ${throttles.count} + 1 end`,
          until: sql`case when ${passed} then excluded.until else ${throttles.until} end`,
        },
      })
      .returning()
    return counters.map((counter) => {
      const key = keyOf(counter)
      const row = rows.find((found) => found.key === key)
      const seconds = row ? (row.until.getTime() - now.getTime()) / 1000 : 0
      return { key, isOver: (row?.count ?? 0) > counter.limit, seconds: Math.max(1, Math.ceil(seconds)) }
    })
  }

  function take(family: keyof typeof PER_PEER, peer: string): void {
    if (!enabled) return
    const seconds = buckets.get(family)?.(peer, clock().getTime()) ?? null
    if (seconds !== null) throw tooMany(seconds)
  }

  return {
    take,

    perPeer:
      (family: keyof typeof PER_PEER): MiddlewareHandler<HttpEnvironment> =>
      async (c, next) => {
        take(family, c.var.peer)
        await next()
      },

    /** Counts the attempt up front; the caller reports a correct password with `wasRight`. */
    async tryPassword(account: string, peer: string, isKnownPeer: () => Promise<boolean>) {
      if (!enabled) return { wasRight: async () => {} }
      const windowMs = BAD_TRIES.minutes * MINUTE_MS
      const [pair, from, of] = await count([
        { name: `password ${account} ${budgetHolder(peer)}`, limit: BAD_TRIES.pair, windowMs },
        { name: `password from ${budgetHolder(peer)}`, limit: BAD_TRIES.peer, windowMs },
        { name: `password of ${account}`, limit: BAD_TRIES.account, windowMs },
      ])
      if (pair?.isOver) throw tooMany(pair.seconds)
      if (from?.isOver) throw tooMany(from.seconds)
      if (of?.isOver && !(await isKnownPeer())) throw tooMany(of.seconds)
      return {
        wasRight: async () => {
          await database.system.delete(throttles).where(eq(throttles.key, pair?.key ?? ''))
          await database.system
            .update(throttles)
            .set({ count: sql`greatest(${throttles.count} - 1, 0)` })
            .where(inArray(throttles.key, [from?.key ?? '', of?.key ?? '']))
        },
      }
    },

    async attempt(name: string, limit: number, windowMs: number, refusal: (seconds: number) => AuthError) {
      const [counter] = await count([{ name, limit, windowMs }])
      if (counter?.isOver) throw refusal(counter.seconds)
    },

    forget: async (name: string) => {
      await database.system.delete(throttles).where(eq(throttles.key, keyOf({ name })))
    },

    /** One email per kind, address and minute, whether or not the address has an account. */
    async mail(kind: string, address: string) {
      if (!enabled) return
      const [own, total] = await count([
        { name: `mail ${kind} ${address}`, limit: 1, windowMs: MAIL_GAP_SECONDS * 1000 },
        { name: 'mail', limit: MAILS_PER_HOUR, windowMs: 60 * MINUTE_MS },
      ])
      if (own?.isOver)
        throw mailLimit(`For security purposes, you can only request this after ${own.seconds} seconds.`, own.seconds)
      if (total?.isOver) throw mailLimit('email rate limit exceeded', total.seconds)
    },
  }
}

type Needs = { database: Database; clock: Clock; secrets: Secrets; enabled: boolean }

const tooMany = (seconds: number) => tooManyRequests(Math.max(1, seconds))

const mailLimit = (message: string, seconds: number) =>
  new AuthError(429, 'over_email_send_rate_limit', message, { retryAfterSeconds: seconds })

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import type { Database } from '../../platform/database/open.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { Watch } from '../polling/watch-store.ts'
import { hubLinksOf, type HubLinks } from './hub-links.ts'

export const WEBSUB_PATH = '/websub'

const AT_ONCE = 20
const LEASE_MS = 10 * DAY_MS
const [SHORTEST_LEASE_MS, LONGEST_LEASE_MS] = [10 * MINUTE_MS, 30 * DAY_MS]
/** Renewed after this share of a lease, so that a hub that is briefly away doesn't end it. */
const RENEWED_AFTER = 0.8
const VERIFIED_WITHIN_MS = DAY_MS
const DENIED_MS = 7 * DAY_MS
/** A hub can't make us poll more often. */
const SPACING_MS = MINUTE_MS

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  queue: Queue
  publicUrl: string
}

type Subscription = HubLinks & { token: string; secret: string }

export type WebSub = ReturnType<typeof createWebSub>

/** Hubs can't call an address that only this machine or its network knows. */
export function isReachable(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isName = hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
  return protocol === 'https:' && isName && !/(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/.test(hostname)
}

/**
 * Subscribes to feeds that name a hub. Polling goes on as before, so nothing is lost if a hub fails; a push is only a
 * reason to poll the feed now, so nothing that a hub sends becomes news.
 */
export function createWebSub({ database, clock, log, fetch, queue, publicUrl }: Needs) {
  const at = (ms: number) => sql`${new Date(clock().getTime() + ms).toISOString()}::timestamptz`
  const isPolled = sql`exists (select from watches where watches.url = feed_url and watches.company_id is null)`

  /** Once a day at most, however often a feed changes its hub. */
  async function remember(feedUrl: string, { hub, topic }: HubLinks): Promise<void> {
    const [token, secret] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')]
    await database.system.execute(sql`
      insert into feed_subscriptions as known (feed_url, hub, topic, token, secret, next_try_at)
      values (${feedUrl}, ${hub}, ${topic}, ${token}, ${secret}, ${at(0)})
      on conflict (feed_url) do update set hub = excluded.hub, topic = excluded.topic, token = excluded.token,
        secret = excluded.secret, failures = 0, lease_until = null,
        next_try_at = greatest(excluded.next_try_at, known.requested_at + ${DAY_MS / 1000} * interval '1 second')
      where (known.hub, known.topic) <> (excluded.hub, excluded.topic)`)
  }

  async function subscribe({ hub, topic, token, secret }: Subscription): Promise<void> {
    const form = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.topic': topic,
      'hub.callback': `${publicUrl}${WEBSUB_PATH}/${token}`,
      'hub.secret': secret,
      'hub.lease_seconds': String(LEASE_MS / 1000),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await fetch({ url: hub, post: { body: form.toString(), headers } })
  }

  const find = async (token: string) => {
    const { rows } = await database.system.execute<{ feed_url: string; topic: string; secret: string }>(
      sql`select feed_url, topic, secret from feed_subscriptions where token = ${token}`,
    )
    return rows[0] ?? null
  }

  return {
    /** Passes on what is fetched, and remembers the hub that a feed names. A feed that one user added stays private. */
    noting({ kind, url, companyId }: Pick<Watch, 'kind' | 'url' | 'companyId'>, send: Fetch): Fetch {
      if (kind !== 'feed' || url === null || companyId !== null) return send
      return async (request) => {
        const answer = await send(request)
        const links = answer.status === 200 ? hubLinksOf(answer) : null
        if (links) await remember(url, links)
        return answer
      }
    },

    /** Each request counts as failed until the hub verifies it, so that neither a crash nor a silent hub repeats it. */
    async renew(): Promise<void> {
      await database.system.execute(
        sql`delete from feed_subscriptions where next_try_at <= ${at(0)} and not ${isPolled}`,
      )
      const { rows } = await database.system.execute<Subscription>(sql`
        with due as (
          select feed_url from feed_subscriptions where next_try_at <= ${at(0)}
          order by next_try_at limit ${AT_ONCE} for update skip locked)
        update feed_subscriptions set requested_at = ${at(0)}, failures = failures + 1,
          next_try_at = ${at(0)} + least(${HOUR_MS / 1000} * 2 ^ least(failures, 10), ${DENIED_MS / 1000}) * interval '1 second'
        from due where feed_subscriptions.feed_url = due.feed_url returning hub, topic, token, secret`)
      for (const due of rows)
        await subscribe(due).catch((error: unknown) => log.debug({ err: describeError(error) }, 'subscription failed'))
    },

    /** Returns what to echo to the hub; null if this isn't the subscription we asked for. */
    async verify(token: string, query: Partial<Record<string, string>>): Promise<string | null> {
      const topic = query['hub.topic'] ?? ''
      if (query['hub.mode'] === 'denied') {
        const { rowCount } = await database.system.execute(sql`
          update feed_subscriptions set lease_until = null, next_try_at = ${at(DENIED_MS)}
          where token = ${token} and topic = ${topic}`)
        return rowCount ? '' : null
      }
      const challenge = query['hub.challenge'] ?? ''
      if (query['hub.mode'] !== 'subscribe' || !/^[\x20-\x7e]{1,1000}$/.test(challenge)) return null
      const asked = Number(query['hub.lease_seconds']) * 1000
      const lease = Math.min(LONGEST_LEASE_MS, Math.max(SHORTEST_LEASE_MS, Number.isFinite(asked) ? asked : DAY_MS))
      const { rowCount } = await database.system.execute(sql`
        update feed_subscriptions set failures = 0, lease_until = ${at(lease)}, next_try_at = ${at(lease * RENEWED_AFTER)}
        where token = ${token} and topic = ${topic} and requested_at > ${at(-VERIFIED_WITHIN_MS)}`)
      return rowCount ? challenge : null
    },

    find,

    /** Returns false if the signature is wrong. */
    async receive({ feed_url: feedUrl, secret }: NonNullable<Awaited<ReturnType<typeof find>>>, push: Push) {
      if (!isSigned(push, secret)) return false
      await database.asSystem(async (queries) => {
        const { rows } = await queries.execute<{ is_due: boolean }>(sql`
          update watches set
            next_at = least(next_at, greatest(${at(0)}, checked_at + ${SPACING_MS / 1000} * interval '1 second'))
          where url = ${feedUrl} and kind = 'feed' and company_id is null and claim is null
          returning next_at <= ${at(0)} as is_due`)
        if (rows.some((row) => row.is_due)) await queue.enqueue(queries, 'news.poll', {})
      })
      return true
    },
  }
}

type Push = { signature: string; body: Buffer }

function isSigned({ signature, body }: Push, secret: string): boolean {
  const [, method, given] = /^(sha1|sha256|sha384|sha512)=([0-9a-f]{40,128})$/i.exec(signature) ?? []
  if (!method || !given) return false
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest()
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

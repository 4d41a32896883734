import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { testOutbox } from '../../platform/database/schema/billing.ts'
import type { Database } from '../../platform/database/open.ts'
import { type Clock, DAY_MS } from '#domain/time.ts'
import { describeError, type Log } from '../../platform/log.ts'

const TIMEOUT_MS = 10_000
const BATCH = 50
/** Seconds until the next attempt. The last value repeats until three days have passed. */
const BACKOFF_SECONDS = [1, 5, 30, 120, 600, 3600]
const GIVE_UP_MS = 3 * DAY_MS
/** Retries due later than this wait for the next scheduled run. */
const WAIT_FOR_MS = 45_000

export type Post = (url: string, init: RequestInit) => Promise<Response>
export type Delivery = { id: string; payload: string }

type Needs = {
  database: Database
  clock: Clock
  log: Log
  url: string
  sign: (payload: string, seconds: number) => Promise<string>
  post: Post
  /** Reorders and repeats deliveries, because providers guarantee neither order nor exactly-once delivery. */
  arrange?: (batch: Delivery[]) => Delivery[]
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createWebhookDelivery({
  database,
  clock,
  log,
  url,
  sign,
  post,
  arrange = shuffleDeliveries,
  pause,
}: Needs) {
  const stopping = new AbortController()

  async function send({ payload }: Delivery): Promise<boolean> {
    const seconds = Math.floor(clock().getTime() / 1000)
    try {
      const response = await post(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': await sign(payload, seconds),
        },
        body: payload,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      return response.ok
    } catch (error) {
      log.debug({ err: describeError(error) }, 'failed to deliver test-mode webhook')
      return false
    }
  }

  /** The next attempt is scheduled first, so that no other worker takes the same deliveries. */
  const take = () =>
    database.asSystem(async (queries) => {
      const now = clock()
      const due = await queries
        .select()
        .from(testOutbox)
        .where(and(eq(testOutbox.isDelivered, false), lte(testOutbox.nextAt, now)))
        .orderBy(testOutbox.createdAt)
        .limit(BATCH)
        .for('update', { skipLocked: true })
      for (const { id, attempts } of due) {
        const wait = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length - 1)] ?? 0
        const nextAt = new Date(now.getTime() + wait * 1000)
        await queries
          .update(testOutbox)
          .set({ attempts: attempts + 1, nextAt })
          .where(eq(testOutbox.id, id))
      }
      return due
    })

  async function deliverDue(): Promise<void> {
    for (;;) {
      const batch = await take()
      if (batch.length === 0) return
      for (const delivery of arrange(batch))
        if (await send(delivery))
          await database.system.update(testOutbox).set({ isDelivered: true }).where(eq(testOutbox.id, delivery.id))
    }
  }

  async function nextRetryMs(): Promise<number | null> {
    const [row] = await database.system
      .select({ at: sql<string | null>`min(${testOutbox.nextAt})` })
      .from(testOutbox)
      .where(and(eq(testOutbox.isDelivered, false), gt(testOutbox.createdAt, new Date(clock().getTime() - GIVE_UP_MS))))
    return row?.at ? new Date(row.at).getTime() - clock().getTime() : null
  }

  return {
    async run(): Promise<void> {
      await deliverDue()
      let wait = pause ? await nextRetryMs() : null
      while (pause && wait !== null && wait < WAIT_FOR_MS && !stopping.signal.aborted) {
        await pause(Math.max(wait, 100), stopping.signal)
        if (!stopping.signal.aborted) await deliverDue()
        wait = await nextRetryMs()
      }
    },

    cleanUp: async () => {
      const old = new Date(clock().getTime() - GIVE_UP_MS)
      await database.system.delete(testOutbox).where(lte(testOutbox.createdAt, old))
    },

    stop: () => stopping.abort(),
  }
}

export function shuffleDeliveries(batch: Delivery[], chance: () => number = Math.random): Delivery[] {
  const sent = batch.flatMap((delivery) => (chance() < 0.1 ? [delivery, delivery] : [delivery]))
  return sent
    .map((delivery) => ({ delivery, place: chance() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ delivery }) => delivery)
}

import { createHash, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { TaxBehavior } from '#domain/billing/tax.ts'
import type { OfferedPrice } from '#domain/account/price.ts'
import { testIdempotency, testObjects } from '../../platform/database/schema/billing.ts'
import { lock } from '../../platform/database/locks.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { type Clock, HOUR_MS } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { createTestRecords, type TestRecords } from './records.ts'
import { ApiError, respond, type Answer } from './protocol.ts'
import { callFor } from './api-calls.ts'
import { advanceTime } from './renewals.ts'

const KEY_HOURS = 24
const PORTAL_HOURS = 1

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  pages: string
  prices: readonly OfferedPrice[]
  tax?: TaxBehavior | null
  apiVersion: string
}

export type TestEngine = ReturnType<typeof createTestEngine>

export function createTestEngine({ database, clock, queue, pages, prices, tax = null, apiVersion }: Needs) {
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one call at a time, across all processes, so that the state stays consistent. */
  function act<T>(work: (records: TestRecords, queries: Queries) => Promise<T>): Promise<T> {
    const next = last.then(() =>
      database.asSystem(async (queries) => {
        await lock(queries, 'test-payments')
        const records = createTestRecords(
          queries,
          clock(),
          { api_version: apiVersion, livemode: false },
          { prices, tax },
        )
        const result = await work(records, queries)
        if (records.emittedCount() > 0) await queue.enqueue(queries, 'payments.deliver', {})
        return result
      }),
    )
    last = next.catch(() => {})
    return next
  }

  async function answer(request: Request): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url)
    const { run, id } = callFor(request.method, pathname)
    const body = await request.text()
    const form = request.method === 'POST' ? new URLSearchParams(body) : searchParams
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const hash = createHash('sha256').update(`${pathname}\n${body}`).digest('hex')
    return act(async (records, queries) => {
      const before = key ? await replayed(queries, key, hash) : null
      if (before) return before
      const answered = await run({ records, queries, id, form, pages })
      if (key)
        await queries.insert(testIdempotency).values({
          key,
          requestHash: hash,
          status: answered.status,
          body: JSON.stringify(answered.body),
          createdAt: clock(),
        })
      return answered
    })
  }

  return {
    act,

    fetch: (request: Request): Promise<Response> => respond(() => answer(request)),

    async advanceTime(): Promise<void> {
      const ids = await database.system.execute<{ id: string }>(
        sql`select id from test_objects where type = 'subscription' and doc ->> 'ended_at' is null order by created_at`,
      )
      for (const { id } of ids.rows)
        await act(async (records) => advanceTime(records, await records.get('subscription', id), pages))
      await database.system
        .delete(testIdempotency)
        .where(lt(testIdempotency.createdAt, new Date(clock().getTime() - KEY_HOURS * HOUR_MS)))
      await database.system.execute(
        sql`delete from test_objects where type = 'billing_portal.session' and created_at < ${new Date(clock().getTime() - PORTAL_HOURS * HOUR_MS).toISOString()}::timestamptz`,
      )
    },

    async webhookSecret(): Promise<string> {
      const id = 'webhook_secret'
      const doc = { secret: `whsec_${randomBytes(24).toString('hex')}` }
      await database.system.insert(testObjects).values({ id, type: id, createdAt: clock(), doc }).onConflictDoNothing()
      const secret = sql<string>`${testObjects.doc}->>'secret'`
      const [row] = await database.system.select({ secret }).from(testObjects).where(eq(testObjects.id, id))
      return String(row?.secret)
    },
  }
}

/** Rejects a different request with the same key. */
async function replayed(queries: Queries, key: string, hash: string): Promise<Answer | null> {
  const [kept] = await queries.select().from(testIdempotency).where(eq(testIdempotency.key, key))
  if (!kept) return null
  if (kept.requestHash !== hash)
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  return { status: kept.status, body: JSON.parse(kept.body) as object }
}

import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import {
  DELIVERY_NOT_FOUND,
  MAX_WEBHOOKS,
  TOO_MANY_WEBHOOKS,
  TURN_ON_FIRST,
  WEBHOOK_NOT_FOUND,
  type CreatedWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#domain/integrations/webhooks.ts'
import type { Clock } from '#domain/time.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import { announceAccess, type Owner } from '../../auth/emails/given-access.ts'
import { lock } from '../../platform/database/locks.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/database/schema/integrations.ts'
import type { FetchAllow } from '../../platform/fetch/target.ts'
import { createTokenBuckets } from '../../platform/http/limits.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { secretHash } from '../secrets.ts'
import { checkedUrl, testPayload, webhookSecret } from './messages.ts'
import { webhookJobStore, webhookStore, type DeliveryRow, type EndpointRow } from './store.ts'

/** Ten an hour, per user and process. Kept apart from the deliveries, which are deleted with their webhook. */
const TESTS = { burst: 10, perMinute: 10 / 60 }

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  hash: KeyedHash
  publicUrl: string
  allow: FetchAllow
}

export type Webhooks = ReturnType<typeof createWebhooks>

export const secretsOf = (hash: KeyedHash, nonce: string) => hash('webhook-secret', nonce).map(webhookSecret)

/** What users can do with their webhooks; sending is in deliver.ts. */
export function createWebhooks({ database, clock, queue, hash, publicUrl, allow }: Needs) {
  const takeTest = createTokenBuckets(TESTS)
  const needsHttps = publicUrl.startsWith('https:')
  const own = <Result>(userId: string, work: (store: ReturnType<typeof webhookStore>) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(webhookStore(queries, userId)))
  const found = (isFound: unknown) => {
    if (!isFound) throw new AppError('not-found', WEBHOOK_NOT_FOUND)
  }

  return {
    list: (userId: string): Promise<Webhook[]> =>
      database.asUser(userId, async (queries) => {
        const last = await webhookJobStore(queries).lastDeliveries(userId)
        const rows = await webhookStore(queries, userId).list()
        return rows.map((row) => toWebhook(row, last.find(({ endpointId }) => endpointId === row.id)?.at ?? null))
      }),

    /** The plaintext secret is only ever in this response. */
    async create({ id: userId, email }: Owner, { url, format }: NewWebhook): Promise<CreatedWebhook> {
      const target = checkedUrl(url, { allow, needsHttps })
      const now = clock()
      const nonce = randomBytes(32).toString('base64url')
      const [secret = ''] = secretsOf(hash, nonce)
      const row = await database.asUser(userId, async (queries) => {
        // Serializes concurrent additions so that the limit holds.
        await lock(queries, 'integrations', userId)
        const store = webhookStore(queries, userId)
        if ((await store.count()) >= MAX_WEBHOOKS) throw new AppError('invalid-input', TOO_MANY_WEBHOOKS)
        await announceAccess(queue, queries, { to: email, access: 'webhook', at: now })
        const endpoint = { url: target, format, nonce, secretHash: secretHash(secret), createdAt: now, checkedAt: now }
        return store.insert(endpoint)
      })
      return { ...toWebhook(row, null), secret }
    },

    remove: async (userId: string, id: number): Promise<void> => found(await own(userId, (store) => store.remove(id))),

    test: (userId: string, id: number): Promise<void> =>
      database.asUser(userId, async (queries) => {
        const store = webhookStore(queries, userId)
        const endpoint = await store.find(id)
        found(endpoint)
        const now = clock()
        refuseManyTests(takeTest(userId, now.getTime()))
        const payload = testPayload(endpoint?.format ?? 'standard', now)
        const message = { ...newMessage(), endpointId: id, event: 'test' as const, storyKey: null, storyTitle: null }
        await store.store([{ ...message, payload }], now)
        await queue.enqueue(queries, 'integrations.webhooks', {})
      }),

    retry: (userId: string, id: number, deliveryId: number): Promise<void> =>
      database.asUser(userId, async (queries) => {
        const store = webhookStore(queries, userId)
        const endpoint = await store.find(id)
        found(endpoint)
        if (endpoint?.disabledAt) throw new AppError('invalid-input', TURN_ON_FIRST)
        if (!(await store.retry(id, deliveryId, clock()))) throw new AppError('not-found', DELIVERY_NOT_FOUND)
        await queue.enqueue(queries, 'integrations.webhooks', {})
      }),

    enable: (userId: string, id: number): Promise<void> =>
      own(userId, async (store) => {
        found(await store.update(id, { disabledAt: null, checkedAt: clock() }))
        await store.dropWaiting(id)
      }),

    deliveries: (userId: string, id: number): Promise<WebhookDelivery[]> =>
      own(userId, async (store) => {
        found(await store.find(id))
        return (await store.deliveries(id)).map(toDelivery)
      }),

    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, async (queries) => ({
        webhook_endpoints: (await webhookStore(queries, userId).list()).map(
          ({ nonce: _nonce, secretHash: _hash, ...row }) => row,
        ),
        webhook_deliveries: await queries.select().from(webhookDeliveries).where(eq(webhookDeliveries.userId, userId)),
      })),

    async erase(queries: Queries, userId: string): Promise<void> {
      await queries.delete(webhookDeliveries).where(eq(webhookDeliveries.userId, userId))
      await queries.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId))
    },
  }
}

export const newMessage = () => ({ messageId: `msg_${randomUUID()}` })

function refuseManyTests(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds === null) return
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  throw new AppError('too-many-requests', `You have sent many test messages. You can send the next one in ${wait}.`, {
    retryAfterSeconds,
  })
}

const toWebhook = ({ id, url, format, createdAt, disabledAt }: EndpointRow, lastAt: Date | null): Webhook => ({
  id,
  url,
  format,
  createdAt: createdAt.toISOString(),
  disabledAt: disabledAt?.toISOString() ?? null,
  lastDeliveryAt: lastAt?.toISOString() ?? null,
})

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, messageId, event, storyTitle, createdAt, attempts, nextAttemptAt, deliveredAt } = row
  return {
    id,
    messageId,
    event,
    title: storyTitle ?? 'Test message',
    createdAt: createdAt.toISOString(),
    state: deliveredAt ? 'delivered' : nextAttemptAt ? 'waiting' : 'failed',
    attempts,
    nextAttemptAt: deliveredAt ? null : (nextAttemptAt?.toISOString() ?? null),
    status: row.status,
    durationMs: row.durationMs,
    answer: row.answer,
  }
}

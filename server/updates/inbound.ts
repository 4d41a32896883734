import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { localPartOf } from '#domain/updates/address.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/database/open.ts'
import type { Log } from '../platform/log.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { isSigned, readDelivery, SIGNATURE_MS } from './delivery.ts'
import { splitMessage, valueOf } from './mail/raw-message.ts'
import { inboundStore } from './store.ts'

const MAX_PER_DAY = 200

type Needs = { database: Database; clock: Clock; log: Log; queue: Queue; inbound: Config['inbound'] }

export type Inbound = ReturnType<typeof createInbound>

export function createInbound({ database, clock, log, queue, inbound }: Needs) {
  let badSignatures = 0

  return {
    badSignatures: () => badSignatures,

    /**
     * Stores the email once, along with the job that reads it, before acknowledging it. False if no user has the
     * address.
     */
    async deliver(request: Request, peer: string): Promise<boolean> {
      const now = clock()
      const delivery = inbound && (await readDelivery(request))
      if (!delivery || !isSigned(delivery, inbound.webhookSecret, now)) {
        badSignatures += 1
        log.warn({ event: 'inbound.bad_signature', peer }, 'inbound email with a bad signature')
        throw new AppError('bad-request', 'Invalid signature')
      }
      const { token } = delivery
      const raw = delivery.email()
      const hash = hashOf(raw)
      return database.asSystem(async (queries) => {
        const store = inboundStore(queries)
        if ((await store.useToken(token, hash, now)) !== hash) {
          log.warn({ event: 'inbound.replayed_token', peer }, 'inbound signature token reused')
          throw new AppError('bad-request', 'Invalid signature')
        }
        const localPart = localPartOf(delivery.recipient, inbound.domain)
        const userId = localPart === null ? null : await store.ownerOf(localPart)
        if (userId === null || raw.length === 0) return false
        if ((await store.receivedSince(userId, new Date(now.getTime() - DAY_MS))) >= MAX_PER_DAY)
          throw new AppError('too-many-requests', 'Too many emails today', { retryAfterSeconds: 3600 })
        const messageId = await store.insert({ userId, hash, raw, receivedAt: now })
        if (messageId !== null) await queue.enqueue(queries, 'updates.read', { userId, messageId })
        return true
      })
    },

    cleanUp: () => inboundStore(database.system).dropTokens(new Date(clock().getTime() - 2 * SIGNATURE_MS)),
  }
}

/** Identical for every copy of an email: hashes its Message-ID and body, not the headers that are added in transit. */
export function hashOf(raw: Buffer): string {
  const { headers, body } = splitMessage(raw)
  const id = headers.find(({ name }) => name === 'message-id')
  return createHash('sha256')
    .update(id ? `${valueOf(id).trim()}\n${body}` : raw)
    .digest('hex')
}

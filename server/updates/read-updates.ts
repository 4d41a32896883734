import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#domain/time.ts'
import type { Briefs } from '../news/briefs/write-briefs.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import type { MailReader } from './mail/open-mail-reader.ts'
import type { Received } from './read-email.ts'
import { inboundStore, type ReadResult } from './store.ts'
import { updateArticles } from './update-articles.ts'

type Needs = {
  database: Database
  clock: Clock
  briefs: Pick<Briefs, 'rewriteOverrides'>
  mailReader: Pick<MailReader, 'read'>
  publicUrl: string
}

/** The payload of the job that reads a received email. */
export type UpdateJob = { userId: string; messageId: number }

export type ReadUpdates = ReturnType<typeof createReadUpdates>

export function createReadUpdates({ database, clock, mailReader, ...needs }: Needs) {
  return {
    /** Idempotent: only an email that is still in the `received` state is read. */
    async run({ userId, messageId }: UpdateJob): Promise<void> {
      const now = clock()
      const received = await database.asSystem((queries) => receivedBy(queries, userId, messageId))
      if (!received) return
      const reading = await mailReader.read(received, now)
      await database.asSystem(async (queries) => {
        const again = await receivedBy(queries, userId, messageId)
        if (!again) return
        const store = inboundStore(queries)
        if (!reading) return store.update(messageId, { state: 'unreadable', raw: null })
        // The queue runs the job again.
        if (!isDeepStrictEqual(again.recipient, received.recipient)) throw new Error('the portfolio changed meanwhile')
        const { said, metrics, attachments, confirmation, found } = reading
        const read: ReadResult = { ...said, metrics, raw: null, isProven: found.isProven, attachments }
        if (confirmation) return store.update(messageId, { ...read, state: 'confirmation', confirmation })
        if (found.companyId === null)
          return store.update(messageId, {
            ...read,
            state: 'waiting',
            reason: found.reason,
            candidates: found.candidates,
          })
        const filed = { ...said, metrics, id: messageId, userId, companyId: found.companyId }
        const articleId = await updateArticles(queries, needs).publish(filed, now)
        await store.update(messageId, { ...read, state: 'filed', companyId: found.companyId, articleId })
      })
    },
  }
}

/** Null unless the email still has to be read. Locks it. */
async function receivedBy(queries: Queries, userId: string, messageId: number): Promise<Received | null> {
  const store = inboundStore(queries)
  const message = await store.lock(userId, messageId)
  const account = message?.state === 'received' ? await store.account(userId) : null
  if (!message?.raw || !account) return null
  const recipient = { ...account, learned: await store.learned(userId) }
  return { bytes: message.raw, receivedAt: message.receivedAt, recipient }
}

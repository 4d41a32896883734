import type { Clock } from '#domain/time.ts'
import { ownWords } from '#domain/updates/email-text.ts'
import type { Briefs } from '../news/briefs/write-briefs.ts'
import type { Database } from '../platform/database/open.ts'
import { attribute } from './attribute.ts'
import { confirmationIn } from './confirmation.ts'
import { metricsOf } from './metrics/metrics.ts'
import { unwrapped } from './mail/mail-text.ts'
import type { MailReader } from './mail/open-mail-reader.ts'
import type { Level } from './mail/thread.ts'
import { MAX_EMAIL_BYTES } from './delivery.ts'
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

const NO_SUBJECT = 'No subject'
const CUT = 'This email is larger than 10 MB. Tidings kept its beginning; open the original for the rest.'

export function createReadUpdates({ database, clock, mailReader, ...needs }: Needs) {
  return {
    /** Idempotent: only an email that is still in the `received` state is read. */
    async run({ userId, messageId }: UpdateJob): Promise<void> {
      const now = clock()
      const raw = await database.asSystem(async (queries) => (await inboundStore(queries).lock(userId, messageId))?.raw)
      if (!raw) return
      const thread = await mailReader.read(raw, now)
      await database.asSystem(async (queries) => {
        const store = inboundStore(queries)
        const message = await store.lock(userId, messageId)
        const account = message?.state === 'received' ? await store.account(userId) : null
        if (!message || !account) return
        if (!thread) return store.update(messageId, { state: 'unreadable', raw: null })
        const confirmation = confirmationIn(thread.levels)
        const found = attribute({
          levels: thread.levels,
          owner: account.email,
          companies: account.companies,
          learned: await store.learned(userId),
        })
        const said = saidIn(found.level, message.receivedAt, raw.length >= MAX_EMAIL_BYTES)
        const metrics = metricsOf(
          { text: ownWords(said.text), sentAt: said.sentAt },
          found.companyId,
          account.companies,
        )
        const read: ReadResult = {
          ...said,
          metrics,
          raw: null,
          isProven: found.isProven,
          attachments: thread.attachments,
        }
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

/** The content of the original email. A date in the future is replaced: it's a mistake, or a trick to stay on top. */
function saidIn({ sender, subject, sentAt, text }: Level, receivedAt: Date, isCut: boolean) {
  const said = isCut ? `${unwrapped(text)}\n\n${CUT}` : unwrapped(text)
  return {
    senderName: sender?.name ?? '',
    senderAddress: sender?.address ?? '',
    subject: withoutPrefix(subject) || NO_SUBJECT,
    text: said,
    sentAt: sentAt === null || sentAt > receivedAt ? receivedAt : sentAt,
  }
}

const withoutPrefix = (subject: string) =>
  subject.replace(/^(?:\s*(?:re|fwd?|wg|aw|tr|rv|sv|vs|i|pd|odp|enc|res|回复|转发|答复|轉寄)\s*[:：]\s*)+/i, '').trim()

import { ownWords } from '#domain/updates/email-text.ts'
import type { Metric, UpdateAttachment } from '#domain/updates/update.ts'
import type { ResolveTxt } from '../platform/fetch/txt-records.ts'
import { attribute, type Attribution, type Candidate } from './attribute.ts'
import { confirmationIn } from './confirmation.ts'
import { MAX_EMAIL_BYTES } from './delivery.ts'
import { unwrapped } from './mail/mail-text.ts'
import { readThread, type Level } from './mail/thread.ts'
import { metricsOf } from './metrics/metrics.ts'

/** What the account knew when the email was read. */
export type Recipient = {
  email: string
  companies: Candidate[]
  /** Senders whose earlier updates the user filed by hand. */
  learned: ReadonlyMap<string, number>
}

export type EmailReading = {
  said: ReturnType<typeof saidIn>
  metrics: Metric[]
  attachments: UpdateAttachment[]
  confirmation: ReturnType<typeof confirmationIn>
  found: Attribution
}

const NO_SUBJECT = 'No subject'
const CUT = 'This email is larger than 10 MB. Tidings kept its beginning; open the original for the rest.'

export type Received = { bytes: Uint8Array; receivedAt: Date; recipient: Recipient }

/** Everything that takes time in proportion to the email. Null if it can't be read. */
export async function readEmail(
  { bytes, receivedAt, recipient }: Received,
  resolveTxt: ResolveTxt,
  now: Date,
): Promise<EmailReading | null> {
  const thread = await readThread(bytes, resolveTxt, now)
  if (!thread) return null
  const { email: owner, companies, learned } = recipient
  const found = attribute({ levels: thread.levels, owner, companies, learned })
  const said = saidIn(found.level, receivedAt, bytes.length >= MAX_EMAIL_BYTES)
  return {
    said,
    metrics: metricsOf({ text: ownWords(said.text), sentAt: said.sentAt }, found.companyId, companies),
    attachments: thread.attachments,
    confirmation: confirmationIn(thread.levels),
    found,
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

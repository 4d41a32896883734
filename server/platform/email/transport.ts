import { randomUUID } from 'node:crypto'
import { outbox } from '../database/schema/email.ts'
import type { Database } from '../database/open.ts'
import type { Clock } from '#domain/time.ts'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../config/config.ts'

/** Without a host, mail servers take the header for a sign of spam. */
export type MessageId = `${string}@${string}`

export type Email = {
  /** The same on every attempt, so that a mailbox shows the email once. */
  id: MessageId
  /** Shown in the outbox. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  replyTo: string
  /** The one-click unsubscribe link, for emails people may opt out of. */
  unsubscribe?: string
  /** Also sent to addresses that refuse other emails. */
  isAboutSignIn?: true
}

export type EmailTransport = { send: (email: Email) => Promise<void> }

export const openEmailTransport = (
  config: Config['mail'],
  { database, clock }: { database: Database; clock: Clock },
): EmailTransport => (config.kind === 'smtp' ? smtpTransport(config) : outboxTransport(database, clock))

const outboxTransport = ({ system }: Database, clock: Clock): EmailTransport => ({
  async send({ id, kind, to, subject, text, html }) {
    await system
      .insert(outbox)
      .values({
        id: randomUUID(),
        messageId: id,
        kind,
        recipient: to,
        subject,
        text,
        html,
        createdAt: clock(),
      })
      .onConflictDoNothing()
  },
})

/** Well below the queue's timeout, so that an unresponsive server is retried later. */
const TIMEOUT_MS = 20_000

function smtpTransport({ url, from }: { url: string; from: string }): EmailTransport {
  let opened: Promise<Transporter> | undefined
  return {
    async send({ id, to, subject, text, html, replyTo, unsubscribe }) {
      const transport = await (opened ??= open(url))
      await transport.sendMail({
        from,
        // An object, so that no character in the address can add a second recipient.
        to: { name: '', address: to },
        replyTo: { name: '', address: replyTo },
        subject,
        text,
        html,
        messageId: `<${id}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058: one-click unsubscribe in the mail client.
          ...(unsubscribe
            ? {
                'List-Unsubscribe': `<${unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      })
    },
  }
}

/** Imported on first use, because most installations start with the outbox. */
async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

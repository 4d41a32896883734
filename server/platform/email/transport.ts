import { randomUUID } from 'node:crypto'
import { outbox } from '../database/schema/email.ts'
import type { Database } from '../database/open.ts'
import type { Clock, EmailTransport } from '../../ports.ts'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../config/config.ts'

/** Keeps letters in the database, where a developer page shows them. A letter that is sent again stays one letter. */
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

/** Well below the queue's own patience: a server that hangs is tried again later. */
const TIMEOUT_MS = 20_000

function smtpTransport({ url, from }: { url: string; from: string }): EmailTransport {
  let opened: Promise<Transporter> | undefined
  return {
    async send({ id, to, subject, text, html, replyTo, unsubscribe }) {
      const transport = await (opened ??= open(url))
      await transport.sendMail({
        from,
        // As an object, so that nothing in an address can become a second recipient.
        to: { name: '', address: to },
        replyTo: { name: '', address: replyTo },
        subject,
        text,
        html,
        messageId: `<${id}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058: the mail program itself may say it, with one request and no page in between.
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

/** Installations without a mail server need not load one's client. */
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

export const openEmailTransport = (
  config: Config['mail'],
  { database, clock }: { database: Database; clock: Clock },
): EmailTransport => (config.kind === 'smtp' ? smtpTransport(config) : outboxTransport(database, clock))

import type { Transporter } from 'nodemailer'
import type { Mail } from '../../ports.ts'

/** Well below the queue's own patience: a server that hangs is tried again later. */
const PATIENCE_MS = 20_000

export function smtpMail({ url, from }: { url: string; from: string }): Mail {
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
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

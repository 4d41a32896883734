import { z } from 'zod'
import { secret, smtpUrl, text } from './fields.ts'

export const MailSettings = z.object({
  MAIL: z.enum(['outbox']).optional().describe('Must be set to use the outbox in production'),
  SMTP_URL: smtpUrl().describe('Mail server; without it, emails stay in the outbox'),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or a name with an <address>',
    )
    .optional()
    .describe('Sender of emails; default `Tidings <no-reply@` the host of PUBLIC_URL `>`'),
  MAIL_WEBHOOK_SECRET: secret(16)
    .optional()
    .describe(
      'Signing key of the mail service that reports bounces and complaints (Mailgun) to `$PUBLIC_URL/api/webhooks/mail-events`',
    ),
  MAIL_POSTAL_ADDRESS: text('').describe(
    'Postal address of the sender, in one line; printed in emails that people can unsubscribe from, as many countries require',
  ),
})

type Given = Partial<Record<string, unknown>>

export const mailRules = (given: Given): [boolean, string][] => [
  [
    given.NODE_ENV === 'production' && !given.SMTP_URL && !given.MAIL,
    'SMTP_URL: must be named in production (or MAIL=outbox)',
  ],
  [Boolean(given.SMTP_URL && given.MAIL), 'MAIL: outbox contradicts SMTP_URL'],
]

/** Login shells set MAIL to the path of the user's mailbox. */
export const isMailbox = (name: string, value: string) => name === 'MAIL' && value.startsWith('/')

export function mailConfig(settings: z.infer<typeof MailSettings>, publicUrl: string) {
  const sender = {
    from: settings.MAIL_FROM ?? `Tidings <no-reply@${new URL(publicUrl).hostname}>`,
    postalAddress: settings.MAIL_POSTAL_ADDRESS,
  }
  return settings.SMTP_URL
    ? { kind: 'smtp' as const, url: settings.SMTP_URL, ...sender }
    : { kind: 'outbox' as const, ...sender }
}

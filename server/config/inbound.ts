import { z } from 'zod'
import { secret, text } from './fields.ts'

export const InboundSettings = z.object({
  INBOUND_DOMAIN: text('')
    .refine((value) => value === '' || /^(?=.{4,200}$)([a-z0-9-]+\.)+[a-z]{2,}$/i.test(value), 'must be a domain name')
    .describe('Domain of the addresses that founder updates are sent to, such as `in.example.com`. Off when empty'),
  INBOUND_WEBHOOK_SECRET: secret(16)
    .optional()
    .describe('Signing key of the mail service that delivers them (Mailgun); required with INBOUND_DOMAIN'),
})

type Given = Partial<Record<string, unknown>>

export const inboundRules = ({ INBOUND_DOMAIN, INBOUND_WEBHOOK_SECRET }: Given): [boolean, string][] => [
  [
    Boolean(INBOUND_DOMAIN) !== Boolean(INBOUND_WEBHOOK_SECRET),
    'INBOUND_DOMAIN: needs INBOUND_WEBHOOK_SECRET, and the other way round',
  ],
]

/** Null if receiving email is disabled. */
export const inboundConfig = ({ INBOUND_DOMAIN, INBOUND_WEBHOOK_SECRET }: z.infer<typeof InboundSettings>) =>
  INBOUND_DOMAIN === '' || INBOUND_WEBHOOK_SECRET === undefined
    ? null
    : { domain: INBOUND_DOMAIN.toLowerCase(), webhookSecret: INBOUND_WEBHOOK_SECRET }

import { z } from 'zod'
import { Morning, MorningEvent, MorningLine } from '../news/morning/morning.ts'
import { ALERT_EVENTS } from './alerts.ts'
import type { PushNotice } from './notice.ts'

/** What an email prints of an event. */
export const EmailEvent = MorningEvent.omit({
  roots: true,
  eventType: true,
  precision: true,
  quotedFrom: true,
  isNew: true,
})
export type EmailEvent = z.infer<typeof EmailEvent>

export const EmailLine = MorningLine.omit({ kind: true })
export type EmailLine = z.infer<typeof EmailLine>

export const AlertedEvent = EmailEvent.extend({ about: z.enum(ALERT_EVENTS) })
export type AlertedEvent = z.infer<typeof AlertedEvent>

export type AlertContent = {
  kind: 'alert'
  /** Most important first. */
  events: AlertedEvent[]
  /** For devices. Null if none of it may go through a push service. */
  notice?: PushNotice | null
}

export const DigestContent = Morning.pick({
  day: true,
  since: true,
  companies: true,
  newCompanies: true,
  earlierPeriod: true,
  moreLines: true,
  quiet: true,
  needs: true,
}).extend({
  kind: z.literal('digest'),
  events: z.array(EmailEvent),
  /** Weekly only: what mattered and was read already. */
  earlier: z.array(EmailEvent),
  lines: z.array(EmailLine),
  /** Companies that went quiet, for readers who asked to know. */
  goneQuiet: z.array(EmailLine),
  /** Sources that do not respond, by company. */
  failing: z.array(z.object({ companyName: z.string(), sources: z.number() })),
})
export type DigestContent = z.infer<typeof DigestContent>

export type MailingContent = DigestContent | AlertContent

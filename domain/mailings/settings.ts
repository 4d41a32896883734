import { z } from 'zod'
import { ALERT_DELIVERIES, ALERT_EVENTS } from './alerts.ts'
import { AlertedEvent, DigestContent } from './content.ts'
import { isTimeZone } from '../local-time.ts'
import { DIGESTS } from './schedule.ts'
import { ShownSuppression } from './suppression.ts'

export const MAX_ALERT_RULES = 50
export const TOO_MANY_RULES = `You can have up to ${MAX_ALERT_RULES} alerts. Delete one first.`
export const RULE_NOT_FOUND = 'Alert not found'
export const ALERT_PREVIEW_DAYS = 90

const timeZone = z.string().max(64).refine(isTimeZone, 'Choose a time zone from the list')

export const MailingSettings = z.object({
  email: z.string(),
  digest: z.enum(DIGESTS),
  /** Monday is 1. */
  weekday: z.number(),
  hour: z.number(),
  timeZone: z.string(),
  nextDigestAt: z.string().nullable(),
  alerts: z.boolean(),
  /** Null unless the address refuses email. */
  suppression: ShownSuppression.nullable(),
})
export type MailingSettings = z.infer<typeof MailingSettings>

export const MailingChange = z.object({
  digest: z.enum(DIGESTS).optional(),
  weekday: z.int().min(1).max(7).optional(),
  hour: z.int().min(0).max(23).optional(),
  timeZone: timeZone.optional(),
  alerts: z.boolean().optional(),
})
export type MailingChange = z.infer<typeof MailingChange>

export const SeenTimeZone = z.object({ timeZone })

export const NewAlertRule = z.object({
  /** Null means all companies. */
  companyId: z.int().positive().nullable(),
  events: z
    .array(z.enum(ALERT_EVENTS))
    .min(1, 'Choose at least one event')
    .transform((events) => ALERT_EVENTS.filter((event) => events.includes(event))),
  delivery: z.enum(ALERT_DELIVERIES),
  rumors: z.boolean().default(false).describe('Also events that are only reported: talks, or unnamed sources'),
})
export type NewAlertRule = z.infer<typeof NewAlertRule>

export const AlertRule = z.object({
  id: z.number(),
  companyId: z.number().nullable(),
  companyName: z.string().nullable(),
  events: z.array(z.enum(ALERT_EVENTS)),
  delivery: z.enum(ALERT_DELIVERIES),
  rumors: z.boolean(),
  createdAt: z.string(),
})
export type AlertRule = z.infer<typeof AlertRule>

export const AlertPreview = z.object({
  days: z.number(),
  emails: z.array(z.object({ at: z.string(), events: z.array(AlertedEvent) })),
  inDigest: z.array(AlertedEvent),
})
export type AlertPreview = z.infer<typeof AlertPreview>

export const DigestPreview = z.object({
  /** Null when digests are off. */
  scheduledAt: z.string().nullable(),
  /** Of the sample companies, about which no email is sent. */
  isSample: z.boolean(),
  /** Null if the user has no companies. */
  email: DigestContent.nullable(),
})
export type DigestPreview = z.infer<typeof DigestPreview>

import { z } from 'zod'
import { ADDRESS_REQUIRED, RETRY_AFTER_MS, WEBHOOK_FORMATS } from './choices.ts'

export const MAX_WEBHOOKS = 10
export const TOO_MANY_WEBHOOKS = `You can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`
export const WEBHOOK_NOT_FOUND = 'Webhook not found'
export const DELIVERY_NOT_FOUND = 'This message was delivered or deleted meanwhile'
export const TURN_ON_FIRST = 'This webhook is turned off. Turn it on first.'
const MAX_URL = 2000

export const WEBHOOK_EVENTS = ['story.created', 'story.updated', 'test'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Null means give up. */
export const retryDelayMs = (attempts: number): number | null => RETRY_AFTER_MS[attempts - 1] ?? null

export const NewWebhook = z.object({
  url: z.string({ error: ADDRESS_REQUIRED }).trim().min(1, ADDRESS_REQUIRED).max(MAX_URL, 'This address is too long'),
  format: z.enum(WEBHOOK_FORMATS),
})
export type NewWebhook = z.infer<typeof NewWebhook>

export const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  createdAt: z.string(),
  /** When the webhook was turned off because deliveries failed. */
  disabledAt: z.string().nullable(),
  lastDeliveryAt: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const CreatedWebhook = Webhook.extend({ secret: z.string() })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const WebhookDelivery = z.object({
  id: z.number(),
  messageId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  title: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  nextAttemptAt: z.string().nullable(),
  /** The HTTP status of the last attempt; null if there was no response. */
  status: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** The beginning of the response, or why there was none. */
  answer: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

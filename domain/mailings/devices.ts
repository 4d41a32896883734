import { z } from 'zod'

export const MAX_PUSH_DEVICES = 10
export const TOO_MANY_DEVICES = `You can turn on notifications on up to ${MAX_PUSH_DEVICES} devices. Remove one first.`
export const DEVICE_NOT_FOUND = 'Device not found'
export const UNUSABLE_SUBSCRIPTION = 'We cannot send notifications to this browser.'
export const OUTDATED_KEY = 'Reload the page, then turn on notifications again.'

/** Longer than the endpoints of any known push service. */
const MAX_ENDPOINT_CHARS = 2048

const base64url = (chars: number) => z.string().regex(new RegExp(`^[\\w-]{${chars}}$`), UNUSABLE_SUBSCRIPTION)

/** A browser's PushSubscription, with the server key it was created for. */
export const NewPushDevice = z.object({
  endpoint: z.string().min(1, UNUSABLE_SUBSCRIPTION).max(MAX_ENDPOINT_CHARS, UNUSABLE_SUBSCRIPTION),
  keys: z.object({
    /** An uncompressed P-256 point: 65 bytes. */
    p256dh: base64url(87),
    /** 16 bytes. */
    auth: base64url(22),
  }),
  /** The server's public key that the subscription was created for. */
  serverKey: base64url(87),
})
export type NewPushDevice = z.infer<typeof NewPushDevice>

export const PushDevice = z.object({
  id: z.number(),
  userAgent: z.string(),
  createdAt: z.string(),
  notifiedAt: z.string().nullable(),
  /** SHA-256 in hex, by which a browser recognizes its own subscription. */
  endpointHash: z.string(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const PushDevices = z.object({
  /** A browser needs it to subscribe. */
  serverKey: z.string(),
  devices: z.array(PushDevice),
})
export type PushDevices = z.infer<typeof PushDevices>

import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { decrypt } from 'http_ece'
import { z } from 'zod'
import type { NewPushDevice } from '#domain/mailings/devices.ts'

const Shown = z.strictObject({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() })

/** A browser with its own push subscription, which decrypts messages with the reference library. */
export function pushBrowser(serviceUrl: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${randomUUID()}`
  return {
    path,
    subscription: (serverKey: string): NewPushDevice => ({
      endpoint: serviceUrl + path,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      serverKey,
    }),
    read: (body: Buffer) =>
      Shown.parse(JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString())),
  }
}

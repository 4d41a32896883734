import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import {
  DEVICE_NOT_FOUND,
  MAX_PUSH_DEVICES,
  OUTDATED_KEY,
  TOO_MANY_DEVICES,
  UNUSABLE_SUBSCRIPTION,
  type NewPushDevice,
  type PushDevice,
  type PushDevices,
} from '#domain/mailings/devices.ts'
import type { Clock } from '#domain/time.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { pushDeliveries, pushDevices } from '../../platform/database/schema/mailings.ts'
import { FetchError } from '../../platform/fetch/fetch-error.ts'
import { checkTarget, type FetchAllow } from '../../platform/fetch/target.ts'
import { isRecipient } from '../../platform/push/encrypt.ts'
import { vapidKeyFrom } from '../../platform/push/vapid.ts'
import { mailingStore } from '../store.ts'
import { pushStore, type DeviceRow } from './store.ts'

const MAX_USER_AGENT = 300

type Needs = {
  database: Database
  clock: Clock
  hash: KeyedHash
  allow: FetchAllow
  /** False if a hosted service manages the sessions. */
  hasSessions: boolean
}

type Caller = { id: string; sessionId: string }

export type PushDeviceService = ReturnType<typeof createPushDevices>

/** New subscriptions use the first key; the others come from retired keys that are still in the key file. */
export const vapidKeys = (hash: KeyedHash) => hash('vapid', 'key').map(vapidKeyFrom)

export function createPushDevices({ database, clock, hash, allow, hasSessions }: Needs) {
  const keys = vapidKeys(hash)
  const [current = keys[0]] = keys
  if (!current) throw new Error('no key to sign notifications with')

  return {
    list: (userId: string): Promise<PushDevices> =>
      database.asUser(userId, async (queries) => ({
        serverKey: current.publicKey,
        devices: (await pushStore(queries, userId).list()).map(toDevice),
      })),

    async add({ id: userId, sessionId }: Caller, device: NewPushDevice, userAgent: string): Promise<PushDevice> {
      const endpoint = checkedEndpoint(device.endpoint, allow)
      if (!isRecipient(device.keys)) throw new AppError('invalid-input', UNUSABLE_SUBSCRIPTION)
      if (keys.every(({ publicKey }) => publicKey !== device.serverKey))
        throw new AppError('invalid-input', OUTDATED_KEY)
      const now = clock()
      const added = {
        sessionId: hasSessions ? sessionId : null,
        endpoint,
        endpointHash: createHash('sha256').update(endpoint).digest('hex'),
        ...device.keys,
        serverKey: device.serverKey,
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
        createdAt: now,
      }
      return database.asUser(userId, async (queries) => {
        const mailings = mailingStore(queries, userId)
        // Also takes a lock, which serializes concurrent additions so that the limit holds.
        await mailings.preferences(now)
        const store = pushStore(queries, userId)
        const others = (await store.list()).filter(({ endpointHash }) => endpointHash !== added.endpointHash)
        if (others.length >= MAX_PUSH_DEVICES) throw new AppError('invalid-input', TOO_MANY_DEVICES)
        await mailings.update({ nextAlertAt: null })
        return toDevice(await store.insert(added))
      })
    },

    async remove(userId: string, id: number): Promise<void> {
      const isRemoved = await database.asUser(userId, (queries) => pushStore(queries, userId).remove(id))
      if (!isRemoved) throw new AppError('not-found', DEVICE_NOT_FOUND)
    },

    /** Leaves out endpoints and their secrets, which would let someone impersonate the push service. */
    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, async (queries) => ({
        push_devices: (await pushStore(queries, userId).list()).map(
          ({ endpoint, endpointHash: _hash, p256dh: _key, auth: _secret, ...row }) => ({
            ...row,
            pushService: new URL(endpoint).host,
          }),
        ),
        push_deliveries: await queries.select().from(pushDeliveries).where(eq(pushDeliveries.userId, userId)),
      })),

    async erase(queries: Queries, userId: string): Promise<void> {
      for (const table of [pushDeliveries, pushDevices]) await queries.delete(table).where(eq(table.userId, userId))
    },
  }
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/

/** The endpoint is untrusted input. All refusals read the same so that nobody can probe the internal network. */
function checkedEndpoint(written: string, allow: FetchAllow): string {
  try {
    const { url, hostname } = checkTarget(written, allow)
    // Loopback gets here only if the operator allows it, for tests.
    if (url.protocol === 'https:' || LOOPBACK.test(hostname)) return url.href
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
  }
  throw new AppError('invalid-input', UNUSABLE_SUBSCRIPTION)
}

const toDevice = ({ id, userAgent, createdAt, notifiedAt, endpointHash }: DeviceRow): PushDevice => ({
  id,
  userAgent,
  createdAt: createdAt.toISOString(),
  notifiedAt: notifiedAt?.toISOString() ?? null,
  endpointHash,
})

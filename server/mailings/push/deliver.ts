import type { PushNotice } from '#domain/mailings/notice.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { composeEmail } from '../../platform/email/email-layout.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import { FetchError } from '../../platform/fetch/fetch-error.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { encryptMessage } from '../../platform/push/encrypt.ts'
import { vapidAuthorization, type VapidKey } from '../../platform/push/vapid.ts'
import type { MailingJob } from '../mailings.ts'
import { mailingJobStore, mailingStore } from '../store.ts'
import { vapidKeys } from './devices.ts'
import { pushJobStore, pushStore, type DeviceRow, type PushDelivery } from './store.ts'

const BATCH_SIZE = 32
/** Longer than an attempt takes. */
const CLAIMED_MS = 2 * MINUTE_MS
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
/** Older alerts are in the digest or on the page. Push services hold a message this long for a device that is off. */
const TTL_MS = DAY_MS
const RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS]
const NEVER = ['bad-address', 'refused-address']
/** The longest topic that RFC 8030 allows, in base64url characters. */
const TOPIC_CHARS = 32

type Needs = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  hash: KeyedHash
  fetch: Fetch
  mail: EmailTransport
  publicUrl: string
  supportEmail: string
}

type Outcome = { kind: 'delivered' | 'gone' | 'refused' } | { kind: 'failed'; retryAt?: Date | undefined }

export type PushSender = ReturnType<typeof createPushSender>

export function createPushSender(needs: Needs) {
  const { database, clock, log, queue, hash, fetch, mail, publicUrl, supportEmail } = needs
  const jobs = pushJobStore(database.system)
  const readers = mailingJobStore(database.system)
  const keys = new Map(vapidKeys(hash).map((key) => [key.publicKey, key]))

  async function post(notice: PushNotice, device: DeviceRow, key: VapidKey, topic: string): Promise<Outcome> {
    const { endpoint } = device
    const { host } = new URL(endpoint)
    try {
      const authorization = await vapidAuthorization(key, { endpoint, contact: `mailto:${supportEmail}`, now: clock() })
      const { status, retryAt } = await fetch({
        url: endpoint,
        owner: device.userId,
        post: {
          // The tag stays the same, so a device that gets the message twice shows it once.
          body: encryptMessage(JSON.stringify({ ...notice, tag: topic }), device),
          headers: {
            authorization,
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            ttl: String(TTL_MS / 1000),
            urgency: 'normal',
            topic,
          },
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      if (status >= 200 && status < 300) return { kind: 'delivered' }
      if (status === 404 || status === 410) return { kind: 'gone' }
      if (status === 429 || status >= 500) return { kind: 'failed', retryAt }
      log.warn({ host, status }, 'push service refused a notification')
      return { kind: 'refused' }
    } catch (error) {
      if (error instanceof FetchError && NEVER.includes(error.kind)) return { kind: 'refused' }
      if (error instanceof FetchError) return { kind: 'failed', retryAt: error.retryAt }
      log.error({ host, err: describeError(error) }, 'failed to send notification')
      return { kind: 'refused' }
    }
  }

  /** Null if the notification is too old or no longer wanted. */
  async function send(delivery: PushDelivery): Promise<Outcome | null> {
    const { userId, deviceId, mailingId } = delivery
    const now = clock()
    if (now.getTime() - delivery.createdAt.getTime() > TTL_MS || !(await readers.reader(userId, now))) return null
    const { device, mailing } = await database.asUser(userId, async (queries) => ({
      device: await pushStore(queries, userId).find(deviceId),
      mailing: await mailingStore(queries, userId).find(mailingId),
    }))
    const notice = mailing?.content.kind === 'alert' ? mailing.content.notice : null
    if (!device || !notice) return null
    const key = keys.get(device.serverKey)
    // Its key was removed from the key file, so messages to it can no longer be signed.
    if (!key) return { kind: 'gone' }
    const [topic = ''] = hash('push-topic', `${userId} ${mailingId}`)
    return post(notice, device, key, topic.slice(0, TOPIC_CHARS))
  }

  async function deliver(delivery: PushDelivery): Promise<void> {
    const { id, userId, deviceId, attempts } = delivery
    const outcome = await send(delivery)
    const now = clock()
    await database.asUser(userId, async (queries) => {
      const store = pushStore(queries, userId)
      if (outcome?.kind === 'gone') return lose(queries, delivery)
      const isDelivered = outcome?.kind === 'delivered'
      const nextAttemptAt = outcome?.kind === 'failed' ? retryTime(attempts, outcome.retryAt, now) : null
      await store.record(id, { nextAttemptAt, deliveredAt: isDelivered ? now : null })
      if (isDelivered) await store.update(deviceId, { notifiedAt: now })
    })
  }

  /** If alerts can't reach the user anymore, the stories count as unsent again, for a new device. */
  async function lose(queries: Queries, { userId, deviceId, mailingId }: PushDelivery): Promise<void> {
    const store = pushStore(queries, userId)
    const mailings = mailingStore(queries, userId)
    // Locked first, as where alerts are recorded: one recorded meanwhile would be deleted with the device, unseen.
    const { wantsAlerts } = await mailings.preferences(clock())
    const unsent = await store.waiting(deviceId)
    const isRemoved = await store.remove(deviceId)
    if (!isRemoved || wantsAlerts || (await store.list()).length > 0) return
    await mailings.forgetDeliveries(unsent)
    await queue.enqueue(queries, 'mailings.alerts-silent', { userId, mailingId })
  }

  return {
    async run(): Promise<void> {
      for (;;) {
        const now = clock()
        const due = await jobs.claim(now, new Date(now.getTime() + CLAIMED_MS), BATCH_SIZE)
        await Promise.all(due.map(deliver))
        if (due.length < BATCH_SIZE) return
      }
    },

    /** Names the mailing that reached nobody, so that a repeated email has the same id. */
    async sendNotice({ userId, mailingId }: MailingJob): Promise<void> {
      const reader = await readers.reader(userId, clock())
      if (!reader) return
      const [id = ''] = hash('push-notice', `${userId} ${mailingId}`)
      await mail.send(
        composeEmail({
          id: `${id}@${new URL(publicUrl).hostname}`,
          kind: 'alerts-silent',
          to: reader.email,
          subject: 'Your alerts no longer reach you',
          paragraphs: [
            'Your last device stopped accepting notifications from Tidings, and alert emails are off. So nothing notifies you of your alerts now.',
            'Turn on notifications again on a device that you use, or let us send alerts by email.',
            { button: 'Open Alerts', href: `${publicUrl}/profile/email` },
          ],
          footer: 'You receive this email because you set up alerts in Tidings.',
          supportEmail,
        }),
      )
    },
  }
}

/** Null after the last attempt. */
function retryTime(attempts: number, asked: Date | undefined, now: Date): Date | null {
  const delay = RETRY_MS[attempts - 1]
  if (delay === undefined) return null
  return new Date(Math.max(now.getTime() + delay, asked?.getTime() ?? 0))
}

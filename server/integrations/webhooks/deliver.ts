import { entitlement } from '#domain/account/entitlement.ts'
import { ATTEMPT_TIMEOUT_MS, GONE, MAX_ATTEMPTS } from '#domain/integrations/choices.ts'
import { retryDelayMs, type WebhookEvent } from '#domain/integrations/webhooks.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import { accountStore } from '../../account/store.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import { isNews, portfolioStories } from '../../news/read/portfolio-stories.ts'
import type { Database } from '../../platform/database/open.ts'
import { composeEmail } from '../../platform/email/email-layout.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import { FetchError } from '../../platform/fetch/fetch-error.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { plain } from '../feeds/documents.ts'
import { outgoingStories, type OutgoingStory } from '../feeds/stories.ts'
import { secretHash } from '../secrets.ts'
import { signedHeaders, slackPayload, standardPayload } from './messages.ts'
import { webhookJobStore, webhookStore, type DeliveryRow, type EndpointRow, type NewDelivery } from './store.ts'
import { newMessage, secretsOf } from './webhooks.ts'

const LOOK_BACK_MS = 7 * DAY_MS
const KEEP_MS = 30 * DAY_MS
const AT_ONCE = 32
/** Keeps a slow endpoint from holding up the others. */
const AT_ONCE_TO_ENDPOINT = 4
/** Keeps a user with many slow endpoints from holding up other users. */
const AT_ONCE_OF_USER = 8
/** Longer than an attempt takes. */
const CLAIMED_MS = 2 * MINUTE_MS
const MAX_ANSWER_BYTES = 64 * 1024
const KEPT_ANSWER_CHARS = 300

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

/** The payload of the email job. */
export type DisabledWebhook = { userId: string; endpointId: number; isGone: boolean }

type Attempt = { isDelivered: boolean; status: number | null; durationMs: number; answer: string }

export type WebhookSender = ReturnType<typeof createWebhookSender>

export function createWebhookSender(needs: Needs) {
  const { database, clock, log, queue, hash, fetch, mail, publicUrl, supportEmail } = needs
  const jobs = webhookJobStore(database.system)

  async function hasAccess(userId: string): Promise<boolean> {
    const account = await accountStore(database.system).find(userId)
    return account !== null && entitlement(account, clock()).hasAccess
  }

  /** Runs in one transaction as the owner, so a story is stored once per endpoint even with concurrent workers. */
  async function prepare(userId: string): Promise<void> {
    const now = clock()
    const isAllowed = await hasAccess(userId)
    const checkedAt = (await jobs.unclassifiedSince(userId, now)) ?? now
    await database.asUser(userId, async (queries) => {
      const store = webhookStore(queries, userId)
      const endpoints = await store.enabled()
      for (const { id } of endpoints) await store.update(id, { checkedAt })
      if (!isAllowed || endpoints.length === 0) return
      const linkedAfter = new Date(now.getTime() - LOOK_BACK_MS)
      const found = await portfolioStories(queries, userId, { linkedAfter, now })
      const news = found.filter((story) => !story.isMuted && isNews(story, now))
      const stories = await outgoingStories(queries, news, publicUrl)
      await store.store(
        endpoints.flatMap((endpoint) => stories.flatMap((story) => deliveriesOf(endpoint, story, now))),
        now,
      )
    })
  }

  async function send({ endpoint, delivery }: { endpoint: EndpointRow; delivery: DeliveryRow }): Promise<Attempt> {
    const secret = secretsOf(hash, endpoint.nonce).find((each) => secretHash(each) === endpoint.secretHash)
    if (!secret)
      return { isDelivered: false, status: null, durationMs: 0, answer: 'Its signing secret is lost. Create it again.' }
    const body = JSON.stringify(delivery.payload)
    const began = performance.now()
    const durationMs = () => Math.round(performance.now() - began)
    try {
      const { status, bytes } = await fetch({
        url: endpoint.url,
        owner: endpoint.userId,
        post: { body, headers: signedHeaders(secret, delivery.messageId, clock(), body) },
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      const answer = plain(bytes.toString('utf8')).slice(0, KEPT_ANSWER_CHARS)
      return { isDelivered: status >= 200 && status < 300, status, durationMs: durationMs(), answer }
    } catch (error) {
      if (!(error instanceof FetchError)) log.error({ err: describeError(error) }, 'failed to send webhook')
      const answer = error instanceof FetchError ? error.message : 'This message could not be sent.'
      return { isDelivered: false, status: null, durationMs: durationMs(), answer }
    }
  }

  async function deliver(delivery: DeliveryRow): Promise<void> {
    const { userId } = delivery
    const isAllowed = await hasAccess(userId)
    const endpoint = await database.asUser(userId, (queries) => webhookStore(queries, userId).find(delivery.endpointId))
    const drop = !endpoint || !isAllowed || (endpoint.disabledAt !== null && delivery.event !== 'test')
    const attempt = drop ? null : await send({ endpoint, delivery })
    await database.asUser(userId, async (queries) => {
      const store = webhookStore(queries, userId)
      if (!attempt || !endpoint) return store.record(delivery.id, { nextAttemptAt: null })
      const { isDelivered, ...result } = attempt
      const delay = delivery.event === 'test' ? null : retryDelayMs(delivery.attempts)
      const isLast = !isDelivered && (delay === null || attempt.status === GONE)
      const now = clock()
      const nextAttemptAt = isDelivered || isLast ? null : new Date(now.getTime() + (delay ?? 0))
      await store.record(delivery.id, { ...result, nextAttemptAt, deliveredAt: isDelivered ? now : null })
      // An extra attempt that the owner asked for says nothing new about the endpoint.
      const isExtra = delivery.attempts > MAX_ATTEMPTS && attempt.status !== GONE
      if (!isLast || isExtra || delivery.event === 'test') return
      await store.dropWaiting(endpoint.id)
      if (endpoint.disabledAt !== null || !(await store.update(endpoint.id, { disabledAt: now }))) return
      const disabled = { userId, endpointId: endpoint.id, isGone: attempt.status === GONE }
      await queue.enqueue(queries, 'integrations.webhook-disabled', disabled)
    })
  }

  /** Each delivery starts the next one when it finishes. */
  async function deliverDue(): Promise<void> {
    const underWay: DeliveryRow[] = []
    let free = AT_ONCE
    async function next(): Promise<void> {
      if (free === 0) return
      free -= 1
      const now = clock()
      const busy = {
        endpointIds: thoseWith(
          AT_ONCE_TO_ENDPOINT,
          Map.groupBy(underWay, ({ endpointId }) => endpointId),
        ),
        userIds: thoseWith(
          AT_ONCE_OF_USER,
          Map.groupBy(underWay, ({ userId }) => userId),
        ),
      }
      const delivery = await jobs.claim(now, new Date(now.getTime() + CLAIMED_MS), busy)
      if (!delivery) {
        free += 1
        return
      }
      underWay.push(delivery)
      const sent = deliver(delivery).then(() => {
        underWay.splice(underWay.indexOf(delivery), 1)
        free += 1
        return next()
      })
      await Promise.all([sent, next()])
    }
    await next()
  }

  return {
    async run(): Promise<void> {
      for (const userId of await jobs.usersWithNews(clock()))
        await prepare(userId).catch((error: unknown) =>
          log.error({ user: userId, err: describeError(error) }, 'failed to prepare webhooks'),
        )
      await deliverDue()
    },

    /** Skips a webhook that was turned on again or deleted since the job was enqueued. */
    async sendNotice({ userId, endpointId, isGone }: DisabledWebhook): Promise<void> {
      const account = await accountStore(database.system).find(userId)
      const endpoint = await database.asUser(userId, (queries) => webhookStore(queries, userId).find(endpointId))
      if (!account || account.email === '' || !endpoint?.disabledAt) return
      const { host } = new URL(endpoint.url)
      const [id = ''] = hash('webhook-notice', `${userId} ${endpointId} ${endpoint.disabledAt.toISOString()}`)
      await mail.send(
        composeEmail({
          id: `${id}@${new URL(publicUrl).hostname}`,
          kind: 'webhook-disabled',
          to: account.email,
          subject: 'Your webhook was turned off',
          paragraphs: [
            isGone
              ? `Your webhook at ${host} answered that it is gone for good (HTTP ${GONE}), so we turned it off.`
              : `We could not deliver news to your webhook at ${host} for more than a day, so we turned it off.`,
            'The delivery log shows what went wrong. Once your endpoint works, turn the webhook on again.',
            { button: 'Open Integrations', href: `${publicUrl}/profile/integrations` },
          ],
          footer: 'You receive this email because you created a webhook in Tidings.',
          supportEmail,
        }),
      )
    },

    cleanUp: () => jobs.removeBefore(new Date(clock().getTime() - KEEP_MS)),
  }
}

const thoseWith = <Key>(many: number, deliveries: Map<Key, unknown[]>): Key[] =>
  [...deliveries].flatMap(([key, all]) => (all.length >= many ? [key] : []))

/**
 * Only for stories that appeared, or were denied, after the endpoint was created. Articles may join a story for longer
 * than deliveries are kept, so a story isn't new again with each of them.
 */
function deliveriesOf(endpoint: EndpointRow, story: OutgoingStory, now: Date): NewDelivery[] {
  const since = Math.max(endpoint.createdAt.getTime(), now.getTime() - LOOK_BACK_MS)
  const events: WebhookEvent[] = [
    ...(story.firstSeenAt.getTime() > since ? ['story.created' as const] : []),
    ...(story.deniedAt !== null && story.deniedAt.getTime() > since ? ['story.updated' as const] : []),
  ]
  return events.map((event) => ({
    ...newMessage(),
    endpointId: endpoint.id,
    event,
    storyKey: story.key,
    storyTitle: plain(story.title),
    payload: endpoint.format === 'slack' ? slackPayload(story) : standardPayload(event, story, now),
  }))
}

import { localTime } from '#domain/local-time.ts'
import { nextDigestAt } from '#domain/mailings/schedule.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { type Clock, DAY_MS } from '#domain/time.ts'
import type { MailingContent } from '#domain/mailings/content.ts'
import { hasNews } from '#domain/mailings/envelope.ts'
import { pushNotice } from '#domain/mailings/notice.ts'
import type { KeyedHash } from '../auth/auth.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import type { Suppressions } from '../platform/email/suppressions.ts'
import type { EmailTransport } from '../platform/email/transport.ts'
import { describeError, type Log } from '../platform/log.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { evaluateAlerts } from './alerts.ts'
import { alertedEvents } from './candidates.ts'
import { composeDigest } from './digest.ts'
import { writeNewsEmail } from './news-email.ts'
import { pushStore } from './push/store.ts'
import { mailingJobStore, mailingStore, rulesOf, scheduleOf, type Delivery } from './store.ts'
import { createMailingUnsubscribes } from './unsubscribe.ts'

const BATCH_SIZE = 200
/** How long sent content is kept. The fact that a story was sent is kept as long as its company. */
const KEEP_MS = 90 * DAY_MS

type Needs = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  mail: EmailTransport
  suppressions: Pick<Suppressions, 'find'>
  hash: KeyedHash
  publicUrl: string
  postalAddress: string
  supportEmail: string
  coverage: (userId: string) => Promise<CompanyCoverage[]>
}

/** The payload of an email job. What to send was decided when the job was enqueued. */
export type MailingJob = { userId: string; mailingId: number }

export type Mailings = ReturnType<typeof createMailings>

export function createMailings(needs: Needs) {
  const { database, clock, log, queue, mail, suppressions, hash, publicUrl, postalAddress, supportEmail, coverage } =
    needs
  const jobs = mailingJobStore(database.system)
  const unsubscribes = createMailingUnsubscribes({ database, clock, hash, publicUrl })

  type Given = { content: MailingContent; deliveries: Delivery[]; localDay: string; now: Date }

  /**
   * Runs in the caller's transaction: a story is recorded as sent if and only if its email or notification is enqueued.
   */
  async function record(queries: Queries, userId: string, { content, deliveries, localDay, now }: Given) {
    const store = mailingStore(queries, userId)
    const mailingId = await store.insert(content.kind, content, localDay, now)
    await store.recordDeliveries(deliveries, { way: content.kind, mailingId, now })
    return { mailingId, email: () => queue.enqueue(queries, 'mailings.email', { userId, mailingId }) }
  }

  async function sendDigest(userId: string): Promise<void> {
    const now = clock()
    const found = await jobs.reader(userId, now)
    // Nothing is recorded as sent, so a digest tells it once the address works again.
    const reader = found && !(await suppressions.find(found.email)) ? found : null
    const checked = reader ? await coverage(userId) : []
    await database.asUser(userId, async (queries) => {
      const store = mailingStore(queries, userId)
      const preferences = await store.preferences(now)
      const { nextDigestAt: dueAt } = preferences
      if (dueAt === null || dueAt > now) return
      const schedule = scheduleOf(preferences)
      await store.update({ nextDigestAt: nextDigestAt(schedule, now) })
      const digest = reader && (await composeDigest(queries, userId, { schedule, coverage: checked, now }))
      if (!digest) return
      const { content, deliveries, passedOver } = digest
      await store.recordDeliveries(passedOver, { way: 'muted', mailingId: null, now })
      if (schedule.digest === 'daily' && !hasNews(content)) return
      const localDay = localTime(now, schedule.timeZone).day
      await (await record(queries, userId, { content, deliveries, localDay, now })).email()
    })
  }

  async function sendAlerts(userId: string): Promise<void> {
    const now = clock()
    const reader = await jobs.reader(userId, now)
    const isSuppressed = reader !== null && (await suppressions.find(reader.email)) !== null
    await database.asUser(userId, async (queries) => {
      const store = mailingStore(queries, userId)
      const preferences = await store.preferences(now)
      const { timeZone } = scheduleOf(preferences)
      const rules = rulesOf(await store.rules())
      const evaluation = await evaluateAlerts(queries, userId, { rules, timeZone, now })
      await store.update({ alertsCheckedAt: now, nextAlertAt: evaluation.nextAt })
      await store.recordDeliveries(evaluation.passedOver, { way: 'muted', mailingId: null, now })
      const wantsAlerts = preferences.wantsAlerts && !isSuppressed
      const devices = await pushStore(queries, userId).list()
      const shareable = evaluation.due.filter(({ isPrivate }) => !isPrivate)
      const { due } = evaluation
      if (!reader || due.length === 0) return
      const notice = pushNotice(await alertedEvents(queries, userId, shareable))
      const content: MailingContent = { kind: 'alert', events: await alertedEvents(queries, userId, due), notice }
      const deliveries = due.flatMap((event) => event.deliveries)
      const localDay = localTime(now, timeZone).day
      const { mailingId, email } = await record(queries, userId, { content, deliveries, localDay, now })
      if (wantsAlerts) await email()
      if (!notice || devices.length === 0) return
      await pushStore(queries, userId).prepare(mailingId, devices, now)
      await queue.enqueue(queries, 'mailings.push', {})
    })
  }

  /** One failing account doesn't hold up the others. */
  async function forEach(userIds: string[], send: (userId: string) => Promise<void>): Promise<number> {
    let failures = 0
    for (const userId of userIds)
      await send(userId).catch((error: unknown) => {
        failures += 1
        log.error({ user: userId, err: describeError(error) }, 'failed to prepare mailing')
      })
    return failures
  }

  return {
    unsubscribes: Object.values(unsubscribes),

    /** Digests go first: a story in a digest is no longer sent as an alert. */
    async run(): Promise<void> {
      await jobs.schedule(clock())
      for (;;) {
        const due = await jobs.dueDigests(clock(), BATCH_SIZE)
        const failures = await forEach(due, sendDigest)
        if (due.length < BATCH_SIZE || failures > 0) break
      }
      await forEach(await jobs.dueAlerts(clock()), sendAlerts)
    },

    /** Skips users who have opted out or lost access since the job was enqueued. */
    async deliver({ userId, mailingId }: MailingJob): Promise<void> {
      const now = clock()
      const reader = await jobs.reader(userId, now)
      if (!reader) return
      const found = await database.asUser(userId, async (queries) => {
        const store = mailingStore(queries, userId)
        return { mailing: await store.find(mailingId), preferences: await store.preferences(now) }
      })
      const { mailing, preferences } = found
      if (!mailing) return
      const isWanted = mailing.kind === 'digest' ? preferences.digest !== 'off' : preferences.wantsAlerts
      if (!isWanted) return
      const [id = ''] = hash('mailing', `${userId} ${mailingId}`)
      await mail.send(
        writeNewsEmail(mailing.content, {
          id,
          to: reader.email,
          schedule: scheduleOf(preferences),
          siteUrl: publicUrl,
          unsubscribe: unsubscribes[mailing.kind].link(userId),
          supportEmail,
          postalAddress,
        }),
      )
    },

    cleanUp: () => jobs.removeBefore(new Date(clock().getTime() - KEEP_MS)),
  }
}

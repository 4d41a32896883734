import { entitlement } from '#domain/account/entitlement.ts'
import { PRICE } from '#domain/account/plan.ts'
import type { Invoice } from '#domain/billing/subscriptions.ts'
import type { subscriptions } from '../../platform/database/schema/billing.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { AccountRow } from '../../platform/database/account-row.ts'
import { isTooLate } from '../../platform/email/email-layout.ts'
import {
  writeReminder,
  type ReminderFacts,
  maxDelayMs,
  nameOf,
  type Reminder,
  UNSUBSCRIBE_TEXTS,
} from './reminder-texts.ts'
import { type Clock, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import { describeError, type Log } from '../../platform/log.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { dueDunning, dunningFacts } from './dunning.ts'
import { dueNotices, noticeFacts } from './notices.ts'
import { aboutPeriod, aboutTrial, PERIOD_READ, reminderStore } from './store.ts'
import { createUnsubscribe } from '../../account/unsubscribe.ts'

const BEFORE_END_MS = 3 * DAY_MS
const AFTER_END_MS = 3 * DAY_MS
/** A payment can come up to two weeks after its invoice if the card is retried. */
const RECEIPT_WITHIN_MS = 21 * DAY_MS
const BATCH_SIZE = 200

type Needs = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  mail: EmailTransport
  hash: KeyedHash
  publicUrl: string
  postalAddress: string
  supportEmail: string
  invoices: (userId: string) => Promise<Invoice[]>
  /** If true, receipts say that no money was taken. */
  isTest: boolean
}

export type Reminders = ReturnType<typeof createReminders>

export function createReminders(needs: Needs) {
  const { database, clock, log, queue, mail, hash, publicUrl, postalAddress, supportEmail, invoices, isTest } = needs
  const store = reminderStore(database.system)
  const unsubscribe = createUnsubscribe({
    hash,
    publicUrl,
    path: '/unsubscribe',
    purpose: 'unsubscribe',
    name: 'reminders',
    texts: UNSUBSCRIBE_TEXTS,
    isWanted: async (userId) => (await store.find(userId))?.wantsReminders ?? null,
    choose: (userId, isWanted) => store.setWanted(userId, isWanted, clock()),
  })

  /** Claims and enqueues in one transaction, so that no reminder is sent twice. */
  async function remind(queries: Queries, reminder: Reminder): Promise<void> {
    const { userId, kind, about } = reminder
    if (await reminderStore(queries).claim(userId, kind, about, clock()))
      await queue.enqueue(queries, 'reminders.email', { ...reminder, at: clock().toISOString() })
  }

  async function remindOfTrials(): Promise<void> {
    const now = clock()
    const around = {
      from: new Date(now.getTime() - AFTER_END_MS),
      to: new Date(now.getTime() + BEFORE_END_MS),
      now,
    }
    let after: string | null = null
    for (;;) {
      const page: AccountRow[] = await store.trials(around, after, BATCH_SIZE)
      await database.asSystem(async (queries) => {
        for (const row of page) {
          const kind = trialEmail(row, now)
          if (kind && row.trialEndsAt)
            await remind(queries, { userId: row.id, kind, about: aboutTrial(row.trialEndsAt) })
        }
      })
      if (page.length < BATCH_SIZE) return
      after = page.at(-1)?.id ?? null
    }
  }

  async function remindOfFailedPayments(): Promise<void> {
    const found = await store.unpaid(BATCH_SIZE)
    await database.asSystem(async (queries) => {
      for (const row of found)
        await remind(queries, { userId: row.userId, kind: 'payment-failed', about: aboutPeriod(row) })
    })
  }

  async function sendNotices(): Promise<void> {
    const due = [...(await dueNotices(database.system, clock())), ...(await dueDunning(database.system, clock()))]
    await database.asSystem(async (queries) => {
      for (const notice of due) await remind(queries, notice)
    })
  }

  async function sendReceipts(): Promise<void> {
    for (const row of await store.unread(BATCH_SIZE)) {
      try {
        await readPeriod(row)
      } catch (error) {
        log.warn({ user: row.userId, err: describeError(error) }, 'failed to read invoices')
      }
    }
  }

  async function readPeriod(row: typeof subscriptions.$inferSelect): Promise<void> {
    const since = clock().getTime() - RECEIPT_WITHIN_MS
    const paid = (await invoices(row.userId)).filter(({ status }) => status === 'paid')
    if (paid.length === 0) return
    await database.asSystem(async (queries) => {
      for (const { id: about, number, amountCents, currency, date } of paid) {
        const receipt = { number, amountCents, currency, date }
        if (amountCents > 0 && Date.parse(date) > since)
          await remind(queries, { userId: row.userId, kind: 'receipt', about, receipt })
      }
      await reminderStore(queries).claim(row.userId, PERIOD_READ, aboutPeriod(row), clock())
    })
  }

  /** Called when the email is written; null if it no longer applies. */
  async function factsOf(reminder: Reminder, row: AccountRow): Promise<ReminderFacts | null> {
    const now = clock()
    const right = entitlement(row, now)
    const companies = await store.tracked(row.id)
    switch (reminder.kind) {
      case 'trial-ending':
      case 'trial-ended': {
        const endsAt = row.trialEndsAt
        const isStill = row.wantsReminders && trialEmail(row, now) === reminder.kind
        if (!endsAt || !isStill || aboutTrial(endsAt) !== reminder.about) return null
        const link = unsubscribe.link(row.id)
        if (reminder.kind === 'trial-ended') return { kind: reminder.kind, companies, endsAt, unsubscribe: link }
        const charged = right.isTrialing && row.subscription ? chargeOf(row.subscription) : null
        return { kind: reminder.kind, companies, endsAt, unsubscribe: link, charged }
      }
      case 'payment-failed': {
        if (!row.subscription || aboutPeriod(row.subscription) !== reminder.about) return null
        if (!['past_due', 'unpaid'].includes(row.subscription.status ?? '')) return null
        const opensUntil = right.reason === 'paid-grace' ? dateOf(right.endsAt) : null
        return { kind: reminder.kind, companies, ...chargeOf(row.subscription), opensUntil }
      }
      case 'account-closed': {
        if (String(row.disabledAt?.getTime()) !== reminder.about) return null
        return { kind: reminder.kind, companies, hadSubscription: ranWhenClosed(row) }
      }
      case 'account-viewed':
        return { kind: reminder.kind, companies, reason: reminder.reason, at: new Date(reminder.at ?? now) }
      case 'factor-reset':
        return { kind: reminder.kind, companies, dueAt: new Date(reminder.dueAt) }
      case 'receipt':
        return {
          kind: reminder.kind,
          companies,
          receipt: reminder.receipt,
          renewsAt: dateOf(right.renewsAt),
          isTest,
        }
      case 'payment-failed-again':
      case 'payment-failed-last':
      case 'card-expiring':
      case 'trial-missed':
      case 'subscription-missed': {
        const facts = dunningFacts(reminder, { row, now, unsubscribe: unsubscribe.link(row.id), nameOf })
        return facts && { ...facts, companies }
      }
      case 'cancellation':
      case 'subscription-ended':
      case 'grant-given':
      case 'grant-ending': {
        const about = { row, now, unsubscribe: unsubscribe.link(row.id) }
        const facts = await noticeFacts(database.system, reminder, about)
        return facts && { ...facts, companies }
      }
    }
  }

  const steps = {
    trials: remindOfTrials,
    'failed-payments': remindOfFailedPayments,
    notices: sendNotices,
    receipts: sendReceipts,
  }

  return {
    unsubscribe,

    /** If one kind of reminder fails, the others are still sent. */
    async run(): Promise<void> {
      const errors = new Map<string, unknown>()
      for (const [step, run] of Object.entries(steps))
        await run().catch((error: unknown) => {
          log.error({ step, err: describeError(error) }, 'failed to send reminders')
          errors.set(step, error)
        })
      if (errors.size > 0)
        throw new AggregateError(errors.values(), `reminders failed: ${[...errors.keys()].join(', ')}`)
    },

    async deliver(reminder: Reminder): Promise<void> {
      const row = await store.find(reminder.userId)
      // A closed account only gets the email about its closing, and those about its safety.
      const isAboutClosing = reminder.kind === 'account-closed'
      const isAboutSafety = reminder.kind === 'account-viewed' || reminder.kind === 'factor-reset'
      if (!row || row.email === '') return
      if (!isAboutSafety && (row.disabledAt !== null) !== isAboutClosing) return
      if (isTooLate(reminder.at, maxDelayMs(reminder.kind), clock())) {
        log.warn({ event: 'email.expired', kind: reminder.kind, user: row.id }, 'email dropped: no longer useful')
        return
      }
      const facts = await factsOf(reminder, row)
      if (!facts) return
      const { userId, kind, about } = reminder
      const [id = ''] = hash('reminder', `${userId} ${kind} ${about}`)
      await mail.send(writeReminder(facts, { id, to: row.email, siteUrl: publicUrl, supportEmail, postalAddress }))
    },

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      sent_reminders: await store.everything(userId),
    }),
    erase: (queries: Queries, userId: string): Promise<void> => reminderStore(queries).removeAll(userId),
  }
}

function trialEmail(row: AccountRow, now: Date): 'trial-ending' | 'trial-ended' | null {
  const { reason, isTrialing, renewsAt } = entitlement(row, now)
  if (reason === 'trial' || (reason === 'paid' && isTrialing && renewsAt)) return 'trial-ending'
  return reason === 'expired' ? 'trial-ended' : null
}

/** If so, closing the account has canceled it or will. */
function ranWhenClosed({ subscription, disabledAt }: AccountRow): boolean {
  const { status, endedAt } = subscription ?? {}
  if (!disabledAt || !status || status.startsWith('incomplete')) return false
  // The provider has its own clock.
  return !endedAt || endedAt.getTime() > disabledAt.getTime() - MINUTE_MS
}

/** Rows written before prices were stored have the plan's. */
function chargeOf({ card, price, discount }: NonNullable<AccountRow['subscription']>) {
  const { interval } = price ?? PRICE
  return { card, price: discount ? null : (price ?? PRICE), interval }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

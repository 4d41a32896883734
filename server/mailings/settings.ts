import { AppError } from '#domain/errors.ts'
import { nextDigestAt } from '#domain/mailings/schedule.ts'
import {
  MAX_ALERT_RULES,
  RULE_NOT_FOUND,
  TOO_MANY_RULES,
  type AlertPreview,
  type AlertRule,
  type DigestPreview,
  type MailingChange,
  type MailingSettings,
  type NewAlertRule,
} from '#domain/mailings/settings.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { Clock } from '#domain/time.ts'
import type { Companies } from '../companies/companies.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import type { Suppressions } from '../platform/email/suppressions.ts'
import { eq } from 'drizzle-orm'
import { alertRules, mailingPreferences, mailings, storyDeliveries } from '../platform/database/schema/mailings.ts'
import { previewAlerts } from './alerts.ts'
import { composeDigest } from './digest.ts'
import { mailingStore, scheduleOf, type Preferences } from './store.ts'

type Needs = {
  database: Database
  clock: Clock
  suppressions: Pick<Suppressions, 'find'>
  coverage: (userId: string) => Promise<CompanyCoverage[]>
  companies: Pick<Companies, 'get'>
}

type Reader = { id: string; email: string }

export type MailingSettingsService = ReturnType<typeof createMailingSettings>

export function createMailingSettings(needs: Needs) {
  const { database, clock, suppressions, coverage, companies } = needs
  const own = <Result>(userId: string, work: (store: ReturnType<typeof mailingStore>) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(mailingStore(queries, userId)))

  async function change(userId: string, changeOf: (before: Preferences) => Partial<Preferences>): Promise<Preferences> {
    const now = clock()
    return own(userId, async (store) => {
      const before = await store.preferences(now)
      const after = { ...before, ...changeOf(before), nextAlertAt: null, updatedAt: now }
      const [planned, next] = [before, after].map((each) => nextDigestAt(scheduleOf(each), now))
      // An unchanged schedule keeps its time, because a digest may be due but not sent yet.
      const changed = next?.getTime() === planned?.getTime() ? after : { ...after, nextDigestAt: next ?? null }
      await store.update(changed)
      return changed
    })
  }

  async function shown(preferences: Preferences, email: string): Promise<MailingSettings> {
    const { nextDigestAt: next, wantsAlerts: alerts } = preferences
    const found = await suppressions.find(email)
    const suppression = found && { reason: found.reason, since: found.since.toISOString() }
    return { ...scheduleOf(preferences), email, nextDigestAt: next?.toISOString() ?? null, alerts, suppression }
  }

  return {
    get: async ({ id, email }: Reader): Promise<MailingSettings> =>
      shown(await own(id, (store) => store.preferences(clock())), email),

    async edit({ id, email }: Reader, { alerts, ...schedule }: MailingChange): Promise<MailingSettings> {
      const wanted = alerts === undefined ? {} : { wantsAlerts: alerts }
      return shown(await change(id, () => ({ ...schedule, ...wanted })), email)
    },

    /** Doesn't overwrite a time zone that is already set. */
    async reportTimeZone({ id }: Reader, timeZone: string): Promise<void> {
      const { timeZone: known } = await own(id, (store) => store.preferences(clock()))
      if (known === null) await change(id, (before) => ({ timeZone: before.timeZone ?? timeZone }))
    },

    async previewDigest(userId: string): Promise<DigestPreview> {
      const now = clock()
      const checked = await coverage(userId)
      return database.asUser(userId, async (queries) => {
        const preferences = await mailingStore(queries, userId).preferences(now)
        const given = { schedule: scheduleOf(preferences), coverage: checked, now }
        const composed = await composeDigest(queries, userId, given)
        const digest = composed ?? (await composeDigest(queries, userId, { ...given, isSample: true }))
        return {
          scheduledAt: preferences.nextDigestAt?.toISOString() ?? null,
          isSample: composed === null && digest !== null,
          email: digest && digest.content,
        }
      })
    },

    listAlerts: async (userId: string): Promise<AlertRule[]> =>
      (await own(userId, (store) => store.rules())).map(({ rule, companyName }) => toRule(rule, companyName)),

    async addAlert(userId: string, rule: NewAlertRule): Promise<AlertRule> {
      const company = rule.companyId === null ? null : await companies.get(userId, rule.companyId)
      const added = await own(userId, async (store) => {
        // Also takes a lock, which serializes concurrent additions so that the limit holds.
        await store.preferences(clock())
        if ((await store.rules()).length >= MAX_ALERT_RULES) throw new AppError('invalid-input', TOO_MANY_RULES)
        await store.update({ nextAlertAt: null })
        return store.addRule(rule, clock())
      })
      return toRule(added, company?.name ?? null)
    },

    async removeAlert(userId: string, id: number): Promise<void> {
      if (!(await own(userId, (store) => store.removeRule(id)))) throw new AppError('not-found', RULE_NOT_FOUND)
    },

    async previewAlert(userId: string, rule: NewAlertRule): Promise<AlertPreview> {
      if (rule.companyId !== null) await companies.get(userId, rule.companyId)
      const now = clock()
      return database.asUser(userId, async (queries) => {
        const schedule = scheduleOf(await mailingStore(queries, userId).preferences(now))
        return previewAlerts(queries, userId, { rule, schedule, now })
      })
    },

    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, async (queries) => ({
        mailing_preferences: await queries
          .select()
          .from(mailingPreferences)
          .where(eq(mailingPreferences.userId, userId)),
        alert_rules: await queries.select().from(alertRules).where(eq(alertRules.userId, userId)),
        mailings: await queries.select().from(mailings).where(eq(mailings.userId, userId)),
        story_deliveries: await queries.select().from(storyDeliveries).where(eq(storyDeliveries.userId, userId)),
      })),

    async erase(queries: Queries, userId: string): Promise<void> {
      for (const table of [storyDeliveries, mailings, alertRules, mailingPreferences])
        await queries.delete(table).where(eq(table.userId, userId))
    },
  }
}

type RuleRow = typeof alertRules.$inferSelect

const toRule = (
  { id, companyId, events, delivery, rumors, createdAt }: RuleRow,
  companyName: string | null,
): AlertRule => ({
  id,
  companyId,
  companyName,
  events,
  delivery,
  rumors,
  createdAt: createdAt.toISOString(),
})

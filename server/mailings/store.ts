import { and, asc, desc, eq, inArray, isNull, lte, ne, notExists, sql } from 'drizzle-orm'
import { entitlement } from '#domain/account/entitlement.ts'
import type { Rule } from '#domain/mailings/alerts.ts'
import type { MailingContent } from '#domain/mailings/content.ts'
import type { NewAlertRule } from '#domain/mailings/settings.ts'
import { DEFAULT_SCHEDULE, nextDigestAt, type Schedule } from '#domain/mailings/schedule.ts'
import { accountsQuery, unconfirmed } from '../account/store.ts'
import { accountRowOf, type AccountRow } from '../platform/database/account-row.ts'
import { deleteBefore } from '../platform/database/delete-before.ts'
import type { Queries } from '../platform/database/open.ts'
import { companies, users } from '../platform/database/schema/accounts-and-companies.ts'
import { alertRules, mailingPreferences, mailings, storyDeliveries } from '../platform/database/schema/mailings.ts'

export type Preferences = typeof mailingPreferences.$inferSelect
export type Mailing = typeof mailings.$inferSelect
export type Delivery = Pick<typeof storyDeliveries.$inferInsert, 'companyId' | 'articleId' | 'about'>

export const scheduleOf = ({ digest, weekday, hour, timeZone }: Preferences): Schedule => ({
  digest,
  weekday,
  hour,
  timeZone: timeZone ?? DEFAULT_SCHEDULE.timeZone,
})

/** Scoped to one user; runs inside that user's transaction. */
export const mailingStore = (queries: Queries, userId: string) => ({
  /** Locks the row until the transaction ends so that two workers never send the same email. */
  async preferences(now: Date): Promise<Preferences> {
    const fresh = { userId, nextDigestAt: nextDigestAt(DEFAULT_SCHEDULE, now), updatedAt: now }
    await queries.insert(mailingPreferences).values(fresh).onConflictDoNothing()
    const own = eq(mailingPreferences.userId, userId)
    const [row] = await queries.select().from(mailingPreferences).where(own).for('update')
    if (!row) throw new Error('the mailing preferences are missing')
    return row
  },

  async update(change: Partial<Preferences>): Promise<void> {
    await queries.update(mailingPreferences).set(change).where(eq(mailingPreferences.userId, userId))
  },

  rules: () =>
    queries
      .select({ rule: alertRules, companyName: companies.name })
      .from(alertRules)
      .leftJoin(companies, and(eq(companies.id, alertRules.companyId), eq(companies.userId, userId)))
      .where(and(eq(alertRules.userId, userId), isNull(companies.removedAt)))
      .orderBy(asc(alertRules.createdAt), asc(alertRules.id)),

  async addRule(rule: NewAlertRule, now: Date) {
    const [row] = await queries
      .insert(alertRules)
      .values({ ...rule, userId, createdAt: now })
      .returning()
    if (!row) throw new Error('the alert was not returned')
    return row
  },

  async removeRule(id: number): Promise<boolean> {
    const { rowCount } = await queries
      .delete(alertRules)
      .where(and(eq(alertRules.id, id), eq(alertRules.userId, userId)))
    return rowCount === 1
  },

  async insert(kind: MailingContent['kind'], content: MailingContent, localDay: string, now: Date): Promise<number> {
    const [row] = await queries
      .insert(mailings)
      .values({ userId, kind, content, localDay, createdAt: now })
      .returning({ id: mailings.id })
    if (!row) throw new Error('the mailing was not returned')
    return row.id
  },

  async find(mailingId: number): Promise<Mailing | null> {
    const [row] = await queries
      .select()
      .from(mailings)
      .where(and(eq(mailings.id, mailingId), eq(mailings.userId, userId)))
    return row ?? null
  },

  async lastDigestAt(): Promise<Date | null> {
    const [row] = await queries
      .select({ at: mailings.createdAt })
      .from(mailings)
      .where(and(eq(mailings.userId, userId), eq(mailings.kind, 'digest')))
      .orderBy(desc(mailings.createdAt))
      .limit(1)
    return row?.at ?? null
  },

  alertsOn: (localDay: string): Promise<number> =>
    queries.$count(
      mailings,
      and(eq(mailings.userId, userId), eq(mailings.kind, 'alert'), eq(mailings.localDay, localDay)),
    ),

  /**
   * When a digest told each story. News that was passed over while its company was muted counts too; what was only
   * alerted doesn't.
   */
  async sentAt(): Promise<Map<string, number>> {
    const rows = await queries
      .select({
        companyId: storyDeliveries.companyId,
        articleId: storyDeliveries.articleId,
        at: storyDeliveries.deliveredAt,
      })
      .from(storyDeliveries)
      .where(
        and(eq(storyDeliveries.userId, userId), eq(storyDeliveries.about, 'story'), ne(storyDeliveries.way, 'alert')),
      )
    return new Map(rows.map((row) => [deliveryKey(row), row.at.getTime()]))
  },

  async delivered(articleIds: number[], about: Delivery['about']): Promise<Set<string>> {
    if (articleIds.length === 0) return new Set()
    const rows = await queries
      .select({ companyId: storyDeliveries.companyId, articleId: storyDeliveries.articleId })
      .from(storyDeliveries)
      .where(
        and(
          eq(storyDeliveries.userId, userId),
          eq(storyDeliveries.about, about),
          // One parameter for all ids, because a statement can't have more than 65,535.
          sql`${storyDeliveries.articleId} = any(${sql.param(articleIds)}::bigint[])`,
        ),
      )
    return new Set(rows.map(deliveryKey))
  },

  async recordDeliveries(
    deliveries: Delivery[],
    to: { way: 'digest' | 'alert' | 'muted'; mailingId: number | null; now: Date },
  ): Promise<void> {
    if (deliveries.length === 0) return
    const { way, mailingId, now } = to
    const column = (field: keyof Delivery) => sql.param(deliveries.map((each) => each[field]))
    await queries.execute(sql`
      insert into story_deliveries (user_id, way, mailing_id, delivered_at, company_id, article_id, about)
      select distinct ${userId}::uuid, ${way}, ${mailingId}::int, ${now.toISOString()}::timestamptz, each.*
      from unnest(${column('companyId')}::int[], ${column('articleId')}::bigint[], ${column('about')}::text[]) as each
      on conflict (user_id, company_id, article_id, about) do update
        set way = excluded.way, mailing_id = excluded.mailing_id, delivered_at = excluded.delivered_at
        where story_deliveries.way = 'alert' and excluded.way = 'digest'`)
  },

  async forgetDeliveries(mailingIds: number[]): Promise<void> {
    await queries
      .delete(storyDeliveries)
      .where(and(eq(storyDeliveries.userId, userId), inArray(storyDeliveries.mailingId, mailingIds)))
  },
})

export const deliveryKey = ({ companyId, articleId }: { companyId: number; articleId: number }) =>
  `${companyId} ${articleId}`

export const rulesOf = (rows: { rule: typeof alertRules.$inferSelect }[]): Rule[] => rows.map(({ rule }) => rule)

/** News is classified within minutes of being found; until then its event type is unknown. */
const READ_WITHIN = sql`interval '15 minutes'`

/** For jobs, which handle all users. */
export const mailingJobStore = (queries: Queries) => ({
  /** Null unless the account may be sent email: confirmed, not disabled, and with access. */
  async reader(userId: string, now: Date): Promise<AccountRow | null> {
    const [row] = await accountsQuery(queries).where(
      and(eq(users.id, userId), ne(users.email, ''), isNull(users.disabledAt), notExists(unconfirmed(queries))),
    )
    const account = row ? accountRowOf(row) : null
    return account && entitlement(account, now).hasAccess ? account : null
  },

  async schedule(now: Date): Promise<void> {
    const at = nextDigestAt(DEFAULT_SCHEDULE, now)?.toISOString() ?? null
    await queries.execute(sql`
      insert into mailing_preferences (user_id, next_digest_at, updated_at)
      select id, ${at}::timestamptz, ${now.toISOString()}::timestamptz from users
      where not exists (select from mailing_preferences own where own.user_id = users.id) on conflict do nothing`)
  },

  async dueDigests(now: Date, limit: number): Promise<string[]> {
    const rows = await queries
      .select({ userId: mailingPreferences.userId })
      .from(mailingPreferences)
      .where(lte(mailingPreferences.nextDigestAt, now))
      .orderBy(asc(mailingPreferences.nextDigestAt), asc(mailingPreferences.userId))
      .limit(limit)
    return rows.map(({ userId }) => userId)
  },

  async dueAlerts(now: Date): Promise<string[]> {
    const at = sql`${now.toISOString()}::timestamptz`
    const { rows } = await queries.execute<{ user_id: string }>(sql`
      with recent as (
        select companies.user_id, max(link.linked_at) as linked_at
        from tracked_company_articles link join companies on companies.tracked_company_id = link.tracked_company_id
        where link.linked_at > ${at} - interval '2 hours' group by companies.user_id
        union all
        select user_id, max(linked_at) from company_articles
        where linked_at > ${at} - interval '2 hours' group by user_id)
      select user_id from mailing_preferences preferences
      where exists (select from alert_rules where alert_rules.user_id = preferences.user_id and delivery = 'at-once')
        and (next_alert_at is null or next_alert_at <= ${at} or exists (
          select from recent where recent.user_id = preferences.user_id
            and recent.linked_at > alerts_checked_at - ${READ_WITHIN}))
      order by user_id`)
    return rows.map((row) => row.user_id)
  },

  removeBefore: (at: Date): Promise<void> => deleteBefore(queries, mailings.createdAt, at),
})

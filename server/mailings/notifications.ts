import { and, eq, gte, sql } from 'drizzle-orm'
import type { AlertContent } from '#domain/mailings/content.ts'
import { NOTIFIED_DAYS, notificationsOf, type Notification } from '#domain/mailings/notifications.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { importStore } from '../companies/import/store.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { supportViews } from '../platform/database/schema/support.ts'
import { updateStore } from '../updates/store.ts'

/** The reader has seen the end of a shorter refresh. */
const LONG_REFRESH = sql`interval '10 seconds'`

export type Notifications = ReturnType<typeof createNotifications>

export const createNotifications = ({ database, clock }: { database: Database; clock: Clock }) => ({
  list: (userId: string): Promise<Notification[]> =>
    database.readAsUser(userId, async (queries) => {
      const since = new Date(clock().getTime() - NOTIFIED_DAYS * DAY_MS)
      const found = {
        alerts: await sentAlerts(queries, userId, since),
        updates: await updateStore(queries, userId).list(),
        imports: await importStore(queries).list(userId, since),
        refreshes: await longRefreshes(queries, userId, since),
        visits: await supportVisits(queries, userId, since),
      }
      return notificationsOf(found, since)
    }),
})

type Alerted = AlertContent['events'][number] & { isRead: boolean }

/** Leaves out companies that were removed since. */
async function sentAlerts(queries: Queries, userId: string, since: Date) {
  const { rows } = await queries.execute<{ id: number; at: string; events: Alerted[] }>(sql`
    select mailings.id, created_at as at, (
      select coalesce(jsonb_agg(event || jsonb_build_object('isRead', exists (
        select from story_reads read where read.user_id = companies.user_id and read.company_id = companies.id
          and read.article_id = (event ->> 'id')::bigint)) order by place), '[]')
      from jsonb_array_elements(content -> 'events') with ordinality as alerted (event, place)
      join companies on companies.id = (event ->> 'companyId')::int and companies.user_id = mailings.user_id
        and companies.removed_at is null) as events
    from mailings where mailings.user_id = ${userId} and kind = 'alert' and created_at >= ${since.toISOString()}::timestamptz
    order by created_at desc`)
  return rows.map(({ id, at, events }) => ({ id, at: new Date(at).toISOString(), events }))
}

async function supportVisits(queries: Queries, userId: string, since: Date) {
  const rows = await queries
    .select({ id: supportViews.id, at: supportViews.openedAt, reason: supportViews.reason })
    .from(supportViews)
    .where(and(eq(supportViews.userId, userId), gte(supportViews.openedAt, since)))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

async function longRefreshes(queries: Queries, userId: string, since: Date) {
  const { rows } = await queries.execute<{ id: number; at: string; companies: number }>(sql`
    select id, finished_at as at, cardinality(company_ids) as companies from refreshes
    where user_id = ${userId} and finished_at >= ${since.toISOString()}::timestamptz and cardinality(company_ids) > 1
      and finished_at - started_at >= ${LONG_REFRESH}`)
  return rows.map(({ id, at, companies }) => ({ id, at: new Date(at).toISOString(), companies }))
}

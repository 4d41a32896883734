import { and, desc, eq, gt, isNull, lte, notInArray, sql } from 'drizzle-orm'
import { deleteBefore } from '../../platform/database/delete-before.ts'
import type { Queries } from '../../platform/database/open.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/database/schema/integrations.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type NewDelivery = Pick<
  DeliveryRow,
  'endpointId' | 'messageId' | 'event' | 'storyKey' | 'storyTitle' | 'payload'
>

/** Who already has as many deliveries under way as may be. */
type Busy = { endpointIds: number[]; userIds: string[] }

const LISTED = 50

/** Scoped to one user; runs inside that user's transaction. */
export const webhookStore = (queries: Queries, userId: string) => {
  const own = (id: number) => and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId))
  return {
    list: (): Promise<EndpointRow[]> =>
      queries
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.userId, userId))
        .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id)),

    /** Locks the rows until the transaction ends so that workers take turns. */
    enabled: (): Promise<EndpointRow[]> =>
      queries
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.userId, userId), isNull(webhookEndpoints.disabledAt)))
        .for('update'),

    async find(id: number): Promise<EndpointRow | null> {
      const [row] = await queries.select().from(webhookEndpoints).where(own(id))
      return row ?? null
    },

    count: (): Promise<number> => queries.$count(webhookEndpoints, eq(webhookEndpoints.userId, userId)),

    async insert(endpoint: Omit<typeof webhookEndpoints.$inferInsert, 'userId'>): Promise<EndpointRow> {
      const [row] = await queries
        .insert(webhookEndpoints)
        .values({ ...endpoint, userId })
        .returning()
      if (!row) throw new Error('the webhook was not returned')
      return row
    },

    async update(id: number, change: Partial<EndpointRow>): Promise<boolean> {
      return (await queries.update(webhookEndpoints).set(change).where(own(id))).rowCount === 1
    },

    async remove(id: number): Promise<boolean> {
      return (await queries.delete(webhookEndpoints).where(own(id))).rowCount === 1
    },

    /** Deliveries that are already stored stay unchanged. */
    async store(deliveries: NewDelivery[], now: Date): Promise<void> {
      if (deliveries.length === 0) return
      // One parameter per column, because a statement can't have more than 65,535.
      const column = (field: keyof NewDelivery) => sql.param(deliveries.map((each) => each[field]))
      await queries.execute(sql`
        insert into webhook_deliveries (user_id, created_at, next_attempt_at,
          endpoint_id, message_id, event, story_key, story_title, payload)
        select ${userId}::uuid, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, each.*
        from unnest(${column('endpointId')}::int[], ${column('messageId')}::text[], ${column('event')}::text[],
          ${column('storyKey')}::text[], ${column('storyTitle')}::text[], ${column('payload')}::jsonb[]) as each
        on conflict do nothing`)
    },

    deliveries: (endpointId: number): Promise<DeliveryRow[]> =>
      queries
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.userId, userId)))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(LISTED),

    async record(id: number, result: Partial<DeliveryRow>): Promise<void> {
      await queries
        .update(webhookDeliveries)
        .set(result)
        .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.userId, userId)))
    },

    /** False if the message doesn't exist or was already delivered. */
    async retry(endpointId: number, id: number, now: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(webhookDeliveries)
        .set({ nextAttemptAt: now })
        .where(
          and(
            eq(webhookDeliveries.id, id),
            eq(webhookDeliveries.endpointId, endpointId),
            eq(webhookDeliveries.userId, userId),
            isNull(webhookDeliveries.deliveredAt),
          ),
        )
      return rowCount === 1
    },

    async dropWaiting(endpointId: number): Promise<void> {
      await queries
        .update(webhookDeliveries)
        .set({ nextAttemptAt: null })
        .where(
          and(
            eq(webhookDeliveries.endpointId, endpointId),
            eq(webhookDeliveries.userId, userId),
            isNull(webhookDeliveries.deliveredAt),
          ),
        )
    },
  }
}

/** Unclassified stories become news after an hour, so the check reaches back a little further than that. */
const READ_WITHIN = sql`interval '70 minutes'`
/** A transaction commits a little after the time it gives to its links. */
const COMMITTED_WITHIN = sql`interval '2 minutes'`
/** An article whose page is fetched late is classified again, which leaves no trace in its link. */
const CHECK_AGAIN_AFTER = sql`interval '30 minutes'`

/** For jobs, which handle all users. */
export const webhookJobStore = (queries: Queries) => ({
  /** Users whose companies had news since their webhooks were last checked, or whose recent news may have changed. */
  async usersWithNews(now: Date): Promise<string[]> {
    const isDue = sql`link.linked_at > endpoint.checked_at - ${READ_WITHIN} and (
      link.linked_at > endpoint.checked_at - ${COMMITTED_WITHIN}
      or endpoint.checked_at <= ${now.toISOString()}::timestamptz - ${CHECK_AGAIN_AFTER})`
    const { rows } = await queries.execute<{ user_id: string }>(sql`
      select distinct endpoint.user_id from webhook_endpoints endpoint
      where endpoint.disabled_at is null and (
        exists (
          select from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
          where companies.user_id = endpoint.user_id and companies.removed_at is null
            and ${isDue})
        or exists (
          select from company_articles link
          where link.user_id = endpoint.user_id and ${isDue}))`)
    return rows.map(({ user_id: userId }) => userId)
  },

  /** When the first of the user's recent articles that still has to be classified was linked. */
  async unclassifiedSince(userId: string, now: Date): Promise<Date | null> {
    const isUnclassified = sql`link.event_type is null
      and link.linked_at > ${now.toISOString()}::timestamptz - ${READ_WITHIN}`
    const { rows } = await queries.execute<{ since: string | null }>(sql`
      select min(linked_at) as since from (
        select link.linked_at
        from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
        where companies.user_id = ${userId} and companies.removed_at is null and ${isUnclassified}
        union all
        select link.linked_at from company_articles link where link.user_id = ${userId} and ${isUnclassified}) as link`)
    return rows[0]?.since ? new Date(rows[0].since) : null
  },

  /** Reserves a delivery until the given time. If this worker dies, another one picks it up after that. */
  async claim(now: Date, until: Date, busy: Busy): Promise<DeliveryRow | null> {
    const due = queries
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          lte(webhookDeliveries.nextAttemptAt, now),
          notInArray(webhookDeliveries.endpointId, busy.endpointIds),
          notInArray(webhookDeliveries.userId, busy.userIds),
        ),
      )
      .orderBy(webhookDeliveries.nextAttemptAt, webhookDeliveries.id)
      .limit(1)
      .for('update', { skipLocked: true })
    const [claimed] = await queries
      .update(webhookDeliveries)
      .set({ nextAttemptAt: until, attempts: sql`${webhookDeliveries.attempts} + 1` })
      .where(sql`${webhookDeliveries.id} in ${due}`)
      .returning()
    return claimed ?? null
  },

  removeBefore: (before: Date): Promise<void> =>
    deleteBefore(queries, webhookDeliveries.createdAt, before, { alsoIf: isNull(webhookDeliveries.nextAttemptAt) }),

  lastDeliveries: (userId: string): Promise<{ endpointId: number; at: Date | null }[]> =>
    queries
      .select({
        endpointId: webhookDeliveries.endpointId,
        at: sql<Date | null>`max(${webhookDeliveries.deliveredAt})`.mapWith(webhookDeliveries.deliveredAt),
      })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.userId, userId), gt(webhookDeliveries.attempts, 0)))
      .groupBy(webhookDeliveries.endpointId),
})

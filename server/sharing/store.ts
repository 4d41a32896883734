import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { deleteBefore } from '../platform/database/delete-before.ts'
import type { Queries } from '../platform/database/open.ts'
import { companies, users } from '../platform/database/schema/accounts-and-companies.ts'
import { savedViews } from '../platform/database/schema/reading.ts'
import { shares, shareVisits } from '../platform/database/schema/sharing.ts'

export type ShareRow = typeof shares.$inferSelect
export type VisitRow = { id: number; email: string; at: Date; companyName: string | null }

const named = (queries: Queries) =>
  queries
    .select({
      share: shares,
      companyName: companies.name,
      viewName: savedViews.name,
      viewQuery: savedViews.query,
      ownerEmail: users.email,
      lastReadAt:
        sql<Date | null>`(select max(${shareVisits.at}) from ${shareVisits} where ${shareVisits.shareId} = ${shares.id})`.mapWith(
          shares.createdAt,
        ),
    })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .leftJoin(companies, and(eq(companies.id, shares.companyId), eq(companies.userId, shares.userId)))
    .leftJoin(savedViews, and(eq(savedViews.id, shares.viewId), eq(savedViews.userId, shares.userId)))

export type GivenShare = Awaited<ReturnType<ReturnType<typeof shareStore>['list']>>[number]

/** Scoped to one owner; runs inside that owner's transaction. */
export const shareStore = (queries: Queries, userId: string) => {
  const isMine = eq(shares.userId, userId)
  const isActive = and(isMine, isNull(shares.endedAt))
  return {
    list: () => named(queries).where(isActive).orderBy(desc(shares.createdAt), desc(shares.id)),

    find: async (id: number) => (await named(queries).where(and(isActive, eq(shares.id, id))))[0] ?? null,

    count: (): Promise<number> => queries.$count(shares, isActive),

    invitedSince: (since: Date): Promise<number> => queries.$count(shares, and(isMine, gt(shares.createdAt, since))),

    async insert(share: Omit<typeof shares.$inferInsert, 'userId'>): Promise<number> {
      const [row] = await queries
        .insert(shares)
        .values({ ...share, userId })
        .returning({ id: shares.id })
      if (!row) throw new Error('the share was not returned')
      return row.id
    },

    async end(id: number, now: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(shares)
        .set({ endedAt: now })
        .where(and(isActive, eq(shares.id, id)))
      return rowCount === 1
    },

    /** False if the share has ended or the company isn't the owner's. Nothing may be read without a record of the visit. */
    async recordVisit(id: number, companyId: number | null, now: Date): Promise<boolean> {
      const { rowCount } = await queries.execute(sql`
        insert into share_visits (user_id, share_id, company_id, at)
        select user_id, id, ${companyId}, ${now.toISOString()}::timestamptz from shares
        where id = ${id} and user_id = ${userId} and ended_at is null and accepted_at is not null
          and (${companyId}::int is null or exists (
            select from companies where id = ${companyId} and user_id = ${userId} and removed_at is null))
        for share`)
      return rowCount === 1
    },

    visits: (limit: number): Promise<VisitRow[]> =>
      queries
        .select({
          id: shareVisits.id,
          email: shares.guestEmail,
          at: shareVisits.at,
          companyName: companies.name,
        })
        .from(shareVisits)
        .innerJoin(shares, eq(shares.id, shareVisits.shareId))
        .leftJoin(companies, and(eq(companies.id, shareVisits.companyId), eq(companies.userId, userId)))
        .where(eq(shareVisits.userId, userId))
        .orderBy(desc(shareVisits.at), desc(shareVisits.id))
        .limit(limit),

    exportShares: () => queries.select().from(shares).where(isMine).orderBy(shares.id),
    exportVisits: () =>
      queries.select().from(shareVisits).where(eq(shareVisits.userId, userId)).orderBy(shareVisits.id),
  }
}

/** For jobs and for guests, who read rows that belong to other users. */
export const guestStore = (queries: Queries) => {
  const isOf = (guestId: string) =>
    and(eq(shares.guestId, guestId), isNotNull(shares.acceptedAt), isNull(shares.endedAt))
  return {
    list: (guestId: string) => named(queries).where(isOf(guestId)).orderBy(desc(shares.acceptedAt), desc(shares.id)),

    find: async (guestId: string, id: number) =>
      (await named(queries).where(and(isOf(guestId), eq(shares.id, id))))[0] ?? null,

    /** Also finds a share that has ended, which `accept` rejects. */
    byToken: async (tokenHash: string) => (await named(queries).where(eq(shares.tokenHash, tokenHash)))[0] ?? null,

    byId: async (id: number) => (await named(queries).where(and(eq(shares.id, id), isNull(shares.endedAt))))[0] ?? null,

    /** False if another guest was faster or the share has ended. */
    async accept(id: number, guestId: string, now: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(shares)
        .set({ guestId, acceptedAt: sql`coalesce(${shares.acceptedAt}, ${now.toISOString()}::timestamptz)` })
        .where(and(eq(shares.id, id), isNull(shares.endedAt), or(isNull(shares.guestId), eq(shares.guestId, guestId))))
      return rowCount === 1
    },

    async leave(guestId: string, id: number, now: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(shares)
        .set({ endedAt: now })
        .where(and(isOf(guestId), eq(shares.id, id)))
      return rowCount === 1
    },

    async cleanUp(before: Date): Promise<void> {
      await deleteBefore(queries, shareVisits.at, before)
      await deleteBefore(queries, shares.endedAt, before)
    },
  }
}

export type ReceivedRow = Awaited<ReturnType<ReturnType<typeof guestStore>['list']>>[number]

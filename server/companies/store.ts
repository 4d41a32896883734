import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type {
  Company,
  CompanyChange,
  ListedCompany,
  CompanyFacets,
  CompanyName,
  RemovedCompany,
} from '#domain/companies/company.ts'
import { hostKey, nameKey } from '#domain/companies/company-key.ts'
import { lock } from '../platform/database/locks.ts'
import { deleteBefore } from '../platform/database/delete-before.ts'
import type { Queries } from '../platform/database/open.ts'
import { companies } from '../platform/database/schema/accounts-and-companies.ts'
import { HOUR_MS } from '#domain/time.ts'
import { companyColumns, toCompany, TRACKED_AFTER_REMOVAL_MS } from './company-record.ts'

const MAX_REMOVED_LISTED = 200
/** Clean-up may be about to stop tracking a company that is restored now. */
const CLEAN_UP_MS = HOUR_MS

/** Deleting a company also deletes its links to hundreds of articles. */
const PURGED_AT_ONCE = 500

export const companyStore = (queries: Queries) => ({
  /** Held until the transaction ends, so that two requests can't both add the same company. */
  async lock(userId: string): Promise<void> {
    await lock(queries, 'companies', userId)
  },

  async find(userId: string, id: number): Promise<Company | null> {
    const [row] = await queries
      .select(companyColumns)
      .from(companies)
      .where(and(live(userId), eq(companies.id, id)))
    return row ? toCompany(row) : null
  },

  async trackedCompanyOf(userId: string, id: number): Promise<{ trackedCompanyId: number | null } | null> {
    const [row] = await queries
      .select({ trackedCompanyId: companies.trackedCompanyId })
      .from(companies)
      .where(and(live(userId), eq(companies.id, id)))
    return row ?? null
  },

  /** Skips companies already in the portfolio. */
  async insert(userId: string, rows: ListedCompany[], now: Date, { isSample = false } = {}): Promise<Company[]> {
    const inserted = await queries
      .insert(companies)
      .values(
        rows.map((row) => ({
          ...row,
          nameKey: nameKey(row.name),
          hostKey: hostKey(row.website ?? null),
          isSample,
          userId,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning(companyColumns)
    return inserted.map(toCompany)
  },

  async update(userId: string, id: number, change: CompanyChange, now: Date): Promise<Company | null> {
    const keys = {
      ...(change.name === undefined
        ? {}
        : {
            nameKey: nameKey(change.name),
            // News found under the old name does not belong to the new one.
            trackedCompanyId: sql`case when ${companies.name} = ${change.name} then ${companies.trackedCompanyId} end`,
          }),
      ...(change.website === undefined
        ? {}
        : {
            hostKey: hostKey(change.website),
            trackedCompanyId: sql`case when ${companies.website} is not distinct from ${change.website} and ${companies.name} = ${change.name ?? sql`${companies.name}`} then ${companies.trackedCompanyId} end`,
            // With a different website, it's no longer a sample but the user's own company.
            isSample: sql`${companies.isSample} and ${companies.hostKey} = ${hostKey(change.website)}`,
            logoUrl: sql`case when ${companies.hostKey} = ${hostKey(change.website)} then ${companies.logoUrl} end`,
          }),
    }
    const [row] = await queries
      .update(companies)
      .set({ ...change, ...keys, updatedAt: now })
      .where(and(live(userId), eq(companies.id, id)))
      .returning(companyColumns)
    return row ? toCompany(row) : null
  },

  /** Returns how many companies were in the portfolio. */
  async remove(userId: string, ids: number[], now: Date): Promise<number> {
    const { rowCount } = await queries
      .update(companies)
      .set({ removedAt: now })
      .where(and(live(userId), inArray(companies.id, ids)))
    return rowCount ?? 0
  },

  async removed(userId: string, since: Date): Promise<RemovedCompany[]> {
    const rows = await queries
      .select({ ...companyColumns, removedAt: companies.removedAt })
      .from(companies)
      .where(and(eq(companies.userId, userId), gte(companies.removedAt, since)))
      .orderBy(desc(companies.removedAt), desc(companies.id))
      .limit(MAX_REMOVED_LISTED)
    return rows.map(({ removedAt, ...row }) => ({
      ...toCompany(row),
      removedAt: (removedAt ?? since).toISOString(),
    }))
  },

  /** The name of a live company that blocks a restore. */
  async inTheWay(userId: string, ids: number[]): Promise<string | null> {
    const { rows } = await queries.execute<{ name: string }>(sql`
      select live.name from companies gone
      join companies live on live.user_id = gone.user_id and live.name_key = gone.name_key
        and live.host_key = gone.host_key and live.removed_at is null
      where gone.user_id = ${userId} and gone.removed_at is not null and gone.id = any(${sql.param(ids)}::int[])
      order by live.id limit 1`)
    return rows[0]?.name ?? null
  },

  /** If several removed companies are identical, the most recently removed one is restored. */
  async restore(userId: string, ids: number[], { since, now }: { since: Date; now: Date }): Promise<Company[]> {
    const trackedSince = new Date(now.getTime() - TRACKED_AFTER_REMOVAL_MS + CLEAN_UP_MS)
    const rows = await queries
      .update(companies)
      .set({
        removedAt: null,
        trackedCompanyId: sql`case when removed_at > ${trackedSince} then tracked_company_id end`,
      })
      .where(
        and(
          eq(companies.userId, userId),
          sql`${companies.id} in (
            select distinct on (name_key, host_key) id from companies
            where user_id = ${userId} and removed_at >= ${since} and id = any(${sql.param(ids)}::int[])
            order by name_key, host_key, removed_at desc, id desc)`,
        ),
      )
      .returning(companyColumns)
    return rows.map(toCompany)
  },

  async facets(userId: string, removedSince: Date): Promise<CompanyFacets> {
    const { rows } = await queries.execute<{
      category: string | null
      stage: string | null
      companies: number
      sample: number
    }>(sql`
      select category, stage, count(*)::int as companies, count(*) filter (where is_sample)::int as sample
      from companies where user_id = ${userId} and removed_at is null group by category, stage`)
    const removed = await queries.$count(
      companies,
      and(eq(companies.userId, userId), gte(companies.removedAt, removedSince)),
    )
    return {
      total: sum(rows.map((row) => row.companies)),
      sample: sum(rows.map((row) => row.sample)),
      removed,
      categories: countsOf(rows.map((row) => [row.category, row.companies])),
      stages: countsOf(rows.map((row) => [row.stage, row.companies])),
    }
  },

  async names(userId: string): Promise<CompanyName[]> {
    return queries
      .select({ id: companies.id, name: companies.name, website: companies.website })
      .from(companies)
      .where(live(userId))
      .orderBy(companies.nameKey, companies.hostKey)
  },

  async removeSample(userId: string): Promise<void> {
    await queries.delete(companies).where(and(eq(companies.userId, userId), eq(companies.isSample, true)))
  },

  /** Includes removed companies that can still be restored. */
  async everything(userId: string): Promise<object[]> {
    const rows = await queries
      .select({ ...companyColumns, removedAt: companies.removedAt })
      .from(companies)
      .where(eq(companies.userId, userId))
      .orderBy(companies.id)
    return rows.map(({ removedAt, ...row }) => ({
      ...toCompany(row),
      removedAt: removedAt?.toISOString() ?? null,
    }))
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(companies).where(eq(companies.userId, userId))
  },

  purge: (before: Date): Promise<void> => deleteBefore(queries, companies.removedAt, before, { batch: PURGED_AT_ONCE }),
})

const live = (userId: string) => and(eq(companies.userId, userId), isNull(companies.removedAt))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function countsOf(rows: [value: string | null, count: number][]) {
  const counts = new Map<string, number>()
  for (const [value, count] of rows) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

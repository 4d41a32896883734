import { and, eq, isNull, sql } from 'drizzle-orm'
import { deleteBefore } from '../../platform/database/delete-before.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies, logos } from '../../platform/database/schema/accounts-and-companies.ts'

export type LogoRecord = typeof logos.$inferSelect
export type StoredPicture = { mediaType: string; bytes: Buffer; hash: string }

/** Logos are stored per site, so they aren't personal data of any user. */
export const logoStore = (queries: Queries) => ({
  async find(host: string): Promise<LogoRecord | null> {
    const [row] = await queries.select().from(logos).where(eq(logos.host, host))
    return row ?? null
  },

  async found(host: string, picture: StoredPicture, checkedAt: Date, nextAt: Date): Promise<void> {
    await put(queries, { host, state: 'found', ...picture, checkedAt, nextAt })
  },

  async none(host: string, checkedAt: Date, nextAt: Date): Promise<void> {
    await put(queries, { host, state: 'none', mediaType: null, bytes: null, hash: null, checkedAt, nextAt })
  },

  /** Keeps the picture from an earlier search. */
  async failed(host: string, checkedAt: Date, nextAt: Date): Promise<void> {
    await put(queries, { host, state: 'failed', checkedAt, nextAt })
  },

  /** A request renews a logo that is due, so those that stay due are of no use. */
  async purge(dueBefore: Date): Promise<void> {
    await deleteBefore(queries, logos.nextAt, dueBefore)
  },
})

/** If two processes search at the same time, the last write wins; either result is fine. */
async function put(queries: Queries, { host, ...record }: typeof logos.$inferInsert): Promise<void> {
  await queries
    .insert(logos)
    .values({ host, ...record })
    .onConflictDoUpdate({ target: logos.host, set: record })
}

export type Added = { companyId: number } | { importId: number }
export type Site = { id: number; website: string | null; logoUrl: string | null }

/** Sample companies have no site. */
export const siteStore = (queries: Queries) => ({
  async find(userId: string, id: number): Promise<Site | null> {
    const [row] = await queries
      .select(site)
      .from(companies)
      .where(and(own(userId), eq(companies.id, id)))
    return row ?? null
  },

  list: (userId: string, added: Added, limit: number): Promise<Site[]> =>
    queries
      .select(site)
      .from(companies)
      .where(
        and(
          own(userId),
          'companyId' in added ? eq(companies.id, added.companyId) : eq(companies.importId, added.importId),
        ),
      )
      .orderBy(companies.id)
      .limit(limit),

  /** Does nothing if the website has changed in the meantime. */
  async setLogo(userId: string, { id, website }: Site, logoUrl: string | null): Promise<void> {
    await queries
      .update(companies)
      .set({ logoUrl })
      .where(and(own(userId), eq(companies.id, id), sql`${site.website} is not distinct from ${website}`))
  },
})

const own = (userId: string) => and(eq(companies.userId, userId), isNull(companies.removedAt))

const site = {
  id: companies.id,
  website: sql<string | null>`case when ${companies.isSample} then null else ${companies.website} end`,
  logoUrl: companies.logoUrl,
}

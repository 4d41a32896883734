import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { companies, logos } from '../../platform/database/schema/accounts-and-companies.ts'

export type LogoRecord = typeof logos.$inferSelect
export type StoredPicture = { mediaType: string; bytes: Buffer; hash: string }

/** The system's: pictures are kept per site, whoever tracks it, so there is nothing of a user's to export or erase. */
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

  /** What was found before stays. */
  async failed(host: string, checkedAt: Date, nextAt: Date): Promise<void> {
    await put(queries, { host, state: 'failed', checkedAt, nextAt })
  },
})

/** Two processes may have looked at once: the last to write wins, and either is right. */
async function put(queries: Queries, { host, ...record }: typeof logos.$inferInsert): Promise<void> {
  await queries
    .insert(logos)
    .values({ host, ...record })
    .onConflictDoUpdate({ target: logos.host, set: record })
}

/** One company, or all of an import. */
export type Added = { companyId: number } | { importId: number }
export type Site = { id: number; website: string | null; logoUrl: string | null }

/** What a look-up needs to know of a user's companies. Those of the sample portfolio have no site to ask. */
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

  /** Not when the website has been changed meanwhile. */
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

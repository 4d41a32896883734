import { desc, eq, lt } from 'drizzle-orm'
import type { AuditEntry } from '#domain/admin.ts'
import { adminAudit } from '../database/billing-schema.ts'
import type { Database, Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'

const AT_ONCE = 100

type Entry = Omit<typeof adminAudit.$inferInsert, 'id'>

/** In the transaction of the act itself, so that there is never one without the other. Details name nobody. */
export async function writeAudit(queries: Queries, entry: Entry): Promise<void> {
  await queries.insert(adminAudit).values(entry)
}

export const createAudit = (database: Database) => ({
  /** The newest first. */
  async list(before?: number): Promise<AuditEntry[]> {
    const rows = await database.system
      .select({ entry: adminAudit, email: users.email })
      .from(adminAudit)
      .leftJoin(users, eq(users.id, adminAudit.userId))
      .where(before === undefined ? undefined : lt(adminAudit.id, before))
      .orderBy(desc(adminAudit.id))
      .limit(AT_ONCE)
    return rows.map(({ entry, email }) => ({ ...entry, at: entry.at.toISOString(), email }))
  },
})

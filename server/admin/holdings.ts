import { eq } from 'drizzle-orm'
import { adminAudit, grants } from '../database/billing-schema.ts'
import type { Database, Queries } from '../database/open.ts'

/** What administration keeps of a person. Who the administrators were is theirs, and not told. */
export const adminHoldings = (database: Database) => ({
  async export(userId: string): Promise<Record<string, object[]>> {
    const given = await database.system.select().from(grants).where(eq(grants.userId, userId))
    const acts = await database.system.select().from(adminAudit).where(eq(adminAudit.userId, userId))
    return {
      grants: given.map(({ grantedBy: _by, revokedBy: _revokedBy, ...row }) => row),
      admin_audit: acts.map(({ actor: _actor, ...row }) => row),
    }
  },

  /** That something was done stays on record; to whom does not. */
  async erase(queries: Queries, userId: string): Promise<void> {
    await queries.update(adminAudit).set({ userId: null }).where(eq(adminAudit.userId, userId))
    await queries.delete(grants).where(eq(grants.userId, userId))
  },
})

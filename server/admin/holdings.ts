import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { adminAudit, grantCodes, grants } from '../database/billing-schema.ts'
import type { Database, Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'

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
    await forgetActor(queries, userId)
  },
})

/** What an administrator did stays on record as done by one and the same, who has no name any more. */
async function forgetActor(queries: Queries, userId: string): Promise<void> {
  const [person] = await queries.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const names = [userId, ...(person?.email ? [person.email] : [])]
  const nobody = `former administrator ${createHash('sha256').update(userId).digest('hex').slice(0, 8)}`
  await queries.update(adminAudit).set({ actor: nobody }).where(inArray(adminAudit.actor, names))
  await queries.update(grants).set({ grantedBy: nobody }).where(inArray(grants.grantedBy, names))
  await queries.update(grants).set({ revokedBy: nobody }).where(inArray(grants.revokedBy, names))
  await queries.update(grantCodes).set({ createdBy: nobody }).where(inArray(grantCodes.createdBy, names))
}

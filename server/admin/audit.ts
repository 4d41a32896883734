import type { Context } from 'hono'
import type { HttpEnvironment } from '../platform/http/session.ts'
import { desc, eq, lt, inArray } from 'drizzle-orm'
import type { AuditEntry } from '#domain/admin/users.ts'
import { adminAudit, grantCodes, grants } from '../platform/database/schema/billing.ts'
import { accountNotes, factorResets, supportViews } from '../platform/database/schema/support.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import { createHash } from 'node:crypto'

export const actorOf = (c: Context<HttpEnvironment>): string => c.var.user.email || c.var.user.id

const AT_ONCE = 100

type Entry = Omit<typeof adminAudit.$inferInsert, 'id'>

/** Call it in the same transaction as the action itself. Details must not contain personal data. */
export async function writeAudit(queries: Queries, entry: Entry): Promise<void> {
  await queries.insert(adminAudit).values(entry)
}

export const createAudit = (database: Database) => ({
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

/** Doesn't export which administrator acted, because that is the administrator's data. */
export const adminPersonalData = (database: Database) => ({
  async export(userId: string): Promise<Record<string, object[]>> {
    const given = await database.system.select().from(grants).where(eq(grants.userId, userId))
    const acts = await database.system.select().from(adminAudit).where(eq(adminAudit.userId, userId))
    return {
      grants: given.map(({ grantedBy: _by, revokedBy: _revokedBy, ...row }) => row),
      account_notes: (await database.system.select().from(accountNotes).where(eq(accountNotes.userId, userId))).map(
        ({ author: _author, ...row }) => row,
      ),
      support_views: (await database.system.select().from(supportViews).where(eq(supportViews.userId, userId))).map(
        ({ sessionId: _session, ...row }) => row,
      ),
      factor_resets: (await database.system.select().from(factorResets).where(eq(factorResets.userId, userId))).map(
        ({ requestedBy: _by, ...row }) => row,
      ),
      admin_audit: acts.map(({ actor: _actor, ...row }) => row),
    }
  },

  /** Actions stay on record, but without the user. */
  async erase(queries: Queries, userId: string): Promise<void> {
    await queries.update(adminAudit).set({ userId: null }).where(eq(adminAudit.userId, userId))
    await queries.delete(grants).where(eq(grants.userId, userId))
    for (const table of [accountNotes, supportViews, factorResets])
      await queries.delete(table).where(eq(table.userId, userId))
    await forgetActor(queries, userId)
  },
})

/** One pseudonym per administrator, so that their actions stay attributable to one person. */
async function forgetActor(queries: Queries, userId: string): Promise<void> {
  const [person] = await queries.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const names = [userId, ...(person?.email ? [person.email] : [])]
  const nobody = `former administrator ${createHash('sha256').update(userId).digest('hex').slice(0, 8)}`
  await queries.update(adminAudit).set({ actor: nobody }).where(inArray(adminAudit.actor, names))
  await queries.update(grants).set({ grantedBy: nobody }).where(inArray(grants.grantedBy, names))
  await queries.update(grants).set({ revokedBy: nobody }).where(inArray(grants.revokedBy, names))
  await queries.update(accountNotes).set({ author: nobody }).where(inArray(accountNotes.author, names))
  await queries.update(factorResets).set({ requestedBy: nobody }).where(inArray(factorResets.requestedBy, names))
  await queries.update(grantCodes).set({ createdBy: nobody }).where(inArray(grantCodes.createdBy, names))
}

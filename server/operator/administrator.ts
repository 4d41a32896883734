import { sql } from 'drizzle-orm'
import { writeAudit } from '../admin/audit.ts'
import type { Database } from '../database/open.ts'
import { users } from '../database/schema.ts'

/** False where no account, or more than one, has this address. */
export function setAdministrator(
  database: Database,
  actor: string,
  email: string,
  isAdmin: boolean,
  now: Date,
): Promise<boolean> {
  return database.asSystem(async (queries) => {
    const isThem = sql`lower(${users.email}) = ${email.toLowerCase()} and ${users.email} <> ''`
    const found = await queries.select({ id: users.id }).from(users).where(isThem).limit(2)
    const [user] = found
    if (!user || found.length > 1) return false
    await queries
      .update(users)
      .set({ role: isAdmin ? 'admin' : 'user', updatedAt: now })
      .where(isThem)
    const act = isAdmin ? 'make-administrator' : 'remove-administrator'
    await writeAudit(queries, { at: now, actor, act, userId: user.id, details: {} })
    return true
  })
}

import { and, count, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { USER_NOT_FOUND, type AdminUser, type AdminUserPage } from '#domain/admin.ts'
import { entitlement, statusOf } from '#domain/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import { accountsQuery } from '../account/store.ts'
import type { Database } from '../database/open.ts'
import { companies, users } from '../database/schema.ts'
import { accountRowOf, type AccountRow } from '../database/standing.ts'
import type { Clock } from '../ports.ts'
import { writeAudit } from './audit.ts'
import type { Grants } from './grants.ts'

const MOST_FOUND = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = { database: Database; clock: Clock; grants: Grants; adminEmails: string[] }

/** The accounts there are, as far as an administrator needs to know them. */
export function createPeople({ database, clock, grants, adminEmails }: Needs) {
  const toUser = (row: AccountRow): AdminUser => {
    const right = entitlement(row, clock())
    return {
      id: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role,
      isNamedInSettings: adminEmails.includes(row.email.toLowerCase()),
      createdAt: row.createdAt.toISOString(),
      trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
      subscriptionStatus: statusOf(right),
      entitlement: right,
    }
  }

  return {
    /** By a part of the address or name, or by id; the newest accounts first. */
    async find(asked: string): Promise<AdminUser[]> {
      const rows = await accountsQuery(database.system)
        .where(asked === '' ? undefined : matches(asked))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(MOST_FOUND)
      return rows.map((row) => toUser(accountRowOf(row)))
    },

    /** Looking somebody up is an act, and recorded as one. */
    async look(actor: string, id: string): Promise<AdminUserPage> {
      const [found] = UUID.test(id) ? await accountsQuery(database.system).where(eq(users.id, id)) : []
      if (!found) throw new AppError('not-found', USER_NOT_FOUND)
      const row = accountRowOf(found)
      const [tracked] = await database.system
        .select({ n: count() })
        .from(companies)
        .where(and(eq(companies.userId, row.id), isNull(companies.removedAt)))
      await writeAudit(database.system, { at: clock(), actor, act: 'view-user', userId: row.id, details: {} })
      return {
        ...toUser(row),
        companies: tracked?.n ?? 0,
        grants: await grants.list(row.id),
        subscription: row.subscription && {
          status: row.subscription.status,
          currentPeriodEnd: row.subscription.currentPeriodEnd?.toISOString() ?? null,
          cancelAt: row.subscription.cancelAt?.toISOString() ?? null,
          syncedAt: row.subscription.syncedAt.toISOString(),
        },
      }
    },
  }
}

function matches(asked: string) {
  const part = `%${asked.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const name = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`
  return or(
    sql`${users.email} ilike ${part}`,
    sql`${name} ilike ${part}`,
    UUID.test(asked) ? eq(users.id, asked) : undefined,
  )
}

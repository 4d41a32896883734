import { entitlement, statusOf } from '#domain/account/entitlement.ts'
import { accountStore } from '../account/store.ts'
import type { Queries, Database } from '../platform/database/open.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { type Clock, DAY_MS } from '#domain/time.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { GRANT_NOT_FOUND, USER_NOT_FOUND, type Grant, type NewGrant } from '#domain/admin/users.ts'
import { readEmails, type BulkGrant, type BulkGranted } from '#domain/admin/support.ts'
import { AppError } from '#domain/errors.ts'
import { grants } from '../platform/database/schema/billing.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import { notifyEntitlementChanged } from '../platform/database/account-row.ts'
import { writeAudit } from './audit.ts'

type AccessChange = { queue: Queue; userId: string; now: Date }

/** If the change gives the user access, polling resumes immediately. */
export async function withAccessChange<T>(
  queries: Queries,
  { queue, userId, now }: AccessChange,
  write: () => Promise<T>,
) {
  const accounts = accountStore(queries)
  const access = async () => {
    const row = await accounts.find(userId)
    return row === null ? null : entitlement(row, now)
  }
  const before = await access()
  const written = await write()
  const after = await access()
  if (!before?.hasAccess && after?.hasAccess) {
    await accounts.writeStatus([userId], statusOf(after), now)
    await queue.enqueue(queries, 'news.resume', { userId })
  }
  return written
}

export type Grants = ReturnType<typeof createGrants>

type Needs = { database: Database; clock: Clock; queue: Queue }

export const createGrants = ({ database, clock, queue }: Needs) => ({
  async give(actor: string, { userId, email, days, reason }: NewGrant): Promise<Grant> {
    const now = clock()
    return database.asSystem(async (queries) => {
      const id = await findUser(queries, { userId, email })
      const row = { userId: id, reason, grantedBy: actor, createdAt: now, endsAt: endOf(now, days) }
      const given = await insertGrant(queries, queue, row)
      const details = { grant: given.id, days, reason }
      await writeAudit(queries, { at: now, actor, act: 'grant', userId: id, details })
      return toGrant(given)
    })
  },

  /** All or nothing. An address that is not unique counts as unknown. */
  giveAll: (actor: string, { emails, days, reason }: BulkGrant): Promise<BulkGranted> =>
    database.asSystem(async (queries) => {
      const now = clock()
      const unknown: string[] = []
      let granted = 0
      for (const email of readEmails(emails.join('\n'))) {
        const userId = await findUser(queries, { email }).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not-found') return null
          throw error
        })
        if (userId === null) {
          unknown.push(email)
          continue
        }
        const given = await insertGrant(queries, queue, {
          userId,
          reason,
          grantedBy: actor,
          createdAt: now,
          endsAt: endOf(now, days),
        })
        const details = { grant: given.id, days, reason, bulk: true }
        await writeAudit(queries, { at: now, actor, act: 'grant', userId, details })
        granted += 1
      }
      return { granted, unknown }
    }),

  async revoke(actor: string, id: number): Promise<void> {
    const now = clock()
    await database.asSystem(async (queries) => {
      const [revoked] = await queries
        .update(grants)
        .set({ revokedAt: now, revokedBy: actor })
        .where(and(eq(grants.id, id), isNull(grants.revokedAt)))
        .returning()
      if (!revoked) throw new AppError('not-found', GRANT_NOT_FOUND)
      const details = { grant: id }
      await notifyEntitlementChanged(queries, revoked.userId)
      await writeAudit(queries, { at: now, actor, act: 'revoke-grant', userId: revoked.userId, details })
    })
  },

  async list(userId: string): Promise<Grant[]> {
    const rows = await database.system.select().from(grants).where(eq(grants.userId, userId)).orderBy(desc(grants.id))
    return rows.map(toGrant)
  },
})

export const endOf = (from: Date, days: number | null): Date | null =>
  days === null ? null : new Date(from.getTime() + days * DAY_MS)

type GrantRow = typeof grants.$inferSelect

export async function insertGrant(queries: Queries, queue: Queue, row: typeof grants.$inferInsert): Promise<GrantRow> {
  const whose = { queue, userId: row.userId, now: row.createdAt }
  const [inserted] = await withAccessChange(queries, whose, () => queries.insert(grants).values(row).returning())
  if (!inserted) throw new Error('a grant that was written is not there')
  await notifyEntitlementChanged(queries, inserted.userId)
  return inserted
}

export async function findUser(queries: Queries, { userId, email }: Pick<NewGrant, 'userId' | 'email'>) {
  const isThem = userId
    ? eq(users.id, userId)
    : sql`lower(${users.email}) = ${(email ?? '').toLowerCase()} and ${users.email} <> ''`
  // If two accounts share an email address, it doesn't identify either of them.
  const found = await queries.select({ id: users.id }).from(users).where(isThem).limit(2)
  const [user] = found
  if (!user || found.length > 1) throw new AppError('not-found', USER_NOT_FOUND)
  return user.id
}

const toGrant = ({ id, userId, reason, grantedBy, createdAt, endsAt, ...row }: GrantRow): Grant => ({
  id,
  userId,
  reason,
  grantedBy,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedBy,
  isByCode: row.codeId !== null,
})

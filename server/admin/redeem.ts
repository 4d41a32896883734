import { eq } from 'drizzle-orm'
import { entitlement } from '#domain/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import { ACCESS_FOR_GOOD, CODE_REFUSED, SUBSCRIPTION_RENEWS, type Redeemed } from '#domain/redeem.ts'
import { accountStore } from '../account/store.ts'
import type { Database, Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'
import type { Clock, KeyedHash, Queue } from '../ports.ts'
import { writeAudit } from './audit.ts'
import { takeCode } from './codes.ts'
import { endOf, insertGrant } from './grants.ts'

type Needs = { database: Database; clock: Clock; queue: Queue; hash: KeyedHash }

/** What a user does with a code that was given to them. It begins where the access they have ends. */
export const createRedeem =
  ({ database, clock, queue, hash }: Needs) =>
  async (userId: string, typed: string): Promise<Redeemed> => {
    const now = clock()
    return database.asSystem(async (queries) => {
      const from = await startOfCode(queries, userId, now)
      const code = await takeCode(queries, { userId, typed, hash, now })
      if (!code) throw new AppError('invalid-input', CODE_REFUSED)
      const endsAt = endOf(from, code.days)
      const given = await insertGrant(queries, queue, {
        userId,
        reason: code.reason,
        grantedBy: code.createdBy,
        createdAt: now,
        endsAt,
        codeId: code.id,
      })
      const details = { code: code.id, grant: given.id, days: code.days }
      await writeAudit(queries, { at: now, actor: 'user', act: 'redeem-code', userId, details })
      return { endsAt: endsAt?.toISOString() ?? null }
    })
  }

/** When the days of a code begin: after the trial, the grant or the paid period that runs, so that none is lost. */
async function startOfCode(queries: Queries, userId: string, now: Date): Promise<Date> {
  // Two codes of one user are taken one after the other.
  await queries.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const row = await accountStore(queries).find(userId)
  if (!row) throw new AppError('not-found', 'No user found')
  const { hasAccess, reason, endsAt, renewsAt } = entitlement(row, now)
  if (reason === 'grant' && endsAt === null) throw new AppError('conflict', ACCESS_FOR_GOOD)
  // An unpaid renewal is still being collected.
  if (renewsAt !== null || reason === 'paid-grace') throw new AppError('conflict', SUBSCRIPTION_RENEWS)
  return hasAccess && endsAt !== null ? new Date(endsAt) : now
}

import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import {
  CODE_NOT_FOUND,
  type CreatedCode,
  type GrantCode,
  type NewCode,
  CODE_LENGTH,
  formatCode,
  parseCode,
  PERMANENT_ACCESS,
  CODE_REFUSED,
  SUBSCRIPTION_RENEWS,
  type Redeemed,
} from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { grantCodes } from '../platform/database/schema/billing.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import type { Clock } from '#domain/time.ts'
import type { KeyedHash } from '../auth/auth.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { writeAudit } from './audit.ts'
import { endOf, insertGrant } from './grants.ts'
import { entitlement } from '#domain/account/entitlement.ts'
import { accountStore } from '../account/store.ts'

const HINT_LENGTH = 4
const MAX_LISTED = 200

type CodeRow = typeof grantCodes.$inferSelect
type Needs = { database: Database; clock: Clock; hash: KeyedHash }
type Wanted = Required<NewCode>

export function createCodes({ database, clock, hash }: Needs) {
  return {
    /** The plain code is only ever in this response. */
    async create(actor: string, { days, reason, redeemWithinDays }: Wanted): Promise<CreatedCode> {
      const now = clock()
      const code = formatCode(randomBytes(CODE_LENGTH))
      const [codeHash = ''] = codeHashes(hash, code)
      return database.asSystem(async (queries) => {
        const [row] = await queries
          .insert(grantCodes)
          .values({
            codeHash,
            hint: code.slice(-HINT_LENGTH),
            days,
            reason,
            createdBy: actor,
            createdAt: now,
            expiresAt: endOf(now, redeemWithinDays),
          })
          .returning()
        if (!row) throw new Error('a code that was written is not there')
        const details = { code: row.id, days, reason }
        await writeAudit(queries, { at: now, actor, act: 'create-code', details })
        return { ...toCode(row, null, now), code }
      })
    },

    async list(): Promise<GrantCode[]> {
      const rows = await database.system
        .select({ row: grantCodes, email: users.email })
        .from(grantCodes)
        .leftJoin(users, eq(users.id, grantCodes.redeemedBy))
        .orderBy(desc(grantCodes.id))
        .limit(MAX_LISTED)
      return rows.map(({ row, email }) => toCode(row, email, clock()))
    },

    async revoke(actor: string, id: number): Promise<void> {
      const now = clock()
      await database.asSystem(async (queries) => {
        const [row] = await queries
          .update(grantCodes)
          .set({ revokedAt: now })
          .where(and(eq(grantCodes.id, id), isNull(grantCodes.redeemedAt), isNull(grantCodes.revokedAt)))
          .returning({ id: grantCodes.id })
        if (!row) throw new AppError('not-found', CODE_NOT_FOUND)
        await writeAudit(queries, { at: now, actor, act: 'revoke-code', details: { code: id } })
      })
    },
  }
}

/** If several users try at the same time, only one gets the code. */
async function takeCode(
  queries: Queries,
  { userId, typed, hash, now }: { userId: string; typed: string; hash: KeyedHash; now: Date },
): Promise<CodeRow | null> {
  const code = parseCode(typed)
  if (code === null) return null
  const [row] = await queries
    .update(grantCodes)
    .set({ redeemedBy: userId, redeemedAt: now })
    .where(
      and(
        inArray(grantCodes.codeHash, codeHashes(hash, code)),
        isNull(grantCodes.redeemedAt),
        isNull(grantCodes.revokedAt),
        or(isNull(grantCodes.expiresAt), gt(grantCodes.expiresAt, now)),
      ),
    )
    .returning()
  return row ?? null
}

const codeHashes = (hash: KeyedHash, code: string) => hash('grant-code', parseCode(code) ?? '')

function stateOf({ redeemedAt, revokedAt, expiresAt }: CodeRow, now: Date): GrantCode['state'] {
  if (redeemedAt) return 'redeemed'
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt.getTime() <= now.getTime() ? 'expired' : 'open'
}

const toCode = (row: CodeRow, email: string | null, now: Date): GrantCode => ({
  id: row.id,
  hint: row.hint,
  days: row.days,
  reason: row.reason,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  state: stateOf(row, now),
  redeemedAt: row.redeemedAt?.toISOString() ?? null,
  redeemedBy: row.redeemedBy === null ? null : { id: row.redeemedBy, email: email ?? '' },
})

type RedeemNeeds = { database: Database; clock: Clock; queue: Queue; hash: KeyedHash }

export const createRedeem =
  ({ database, clock, queue, hash }: RedeemNeeds) =>
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

/** A code starts after the current trial, grant or paid period, so that no days are lost. */
async function startOfCode(queries: Queries, userId: string, now: Date): Promise<Date> {
  // Makes concurrent redemptions by the same user run one at a time.
  await queries.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const row = await accountStore(queries).find(userId)
  if (!row) throw new AppError('not-found', 'No user found')
  const { hasAccess, reason, endsAt, renewsAt } = entitlement(row, now)
  if (reason === 'grant' && endsAt === null) throw new AppError('conflict', PERMANENT_ACCESS)
  // In the grace period, an unpaid renewal is still being collected.
  if (renewsAt !== null || reason === 'paid-grace') throw new AppError('conflict', SUBSCRIPTION_RENEWS)
  return hasAccess && endsAt !== null ? new Date(endsAt) : now
}

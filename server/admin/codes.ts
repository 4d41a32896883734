import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { CODE_NOT_FOUND, type CreatedCode, type GrantCode, type NewCode } from '#domain/admin.ts'
import { CODE_LETTERS, codeOf, readCode } from '#domain/redeem.ts'
import { AppError } from '#domain/errors.ts'
import { grantCodes } from '../database/billing-schema.ts'
import type { Database, Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'
import type { Clock, KeyedHash } from '../ports.ts'
import { writeAudit } from './audit.ts'
import { endOf } from './grants.ts'

const HINT_LETTERS = 4
const MOST_LISTED = 200

type CodeRow = typeof grantCodes.$inferSelect
type Needs = { database: Database; clock: Clock; hash: KeyedHash }
type Wanted = Required<NewCode>

/** Codes that one person may redeem once. */
export function createCodes({ database, clock, hash }: Needs) {
  return {
    /** The answer is the only place where the code ever stands. */
    async create(actor: string, { days, reason, redeemWithinDays }: Wanted): Promise<CreatedCode> {
      const now = clock()
      const code = codeOf(randomBytes(CODE_LETTERS))
      const [codeHash = ''] = codeHashes(hash, code)
      return database.asSystem(async (queries) => {
        const [row] = await queries
          .insert(grantCodes)
          .values({
            codeHash,
            hint: code.slice(-HINT_LETTERS),
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

    /** The newest first. */
    async list(): Promise<GrantCode[]> {
      const rows = await database.system
        .select({ row: grantCodes, email: users.email })
        .from(grantCodes)
        .leftJoin(users, eq(users.id, grantCodes.redeemedBy))
        .orderBy(desc(grantCodes.id))
        .limit(MOST_LISTED)
      return rows.map(({ row, email }) => toCode(row, email, clock()))
    },

    /** Before it was redeemed; what it gave afterwards is a grant, and taken back as one. */
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

/** Takes a code for somebody; of many who try at once one gets it. Null where there is none to take. */
export async function takeCode(
  queries: Queries,
  { userId, typed, hash, now }: { userId: string; typed: string; hash: KeyedHash; now: Date },
): Promise<CodeRow | null> {
  const code = readCode(typed)
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

const codeHashes = (hash: KeyedHash, code: string) => hash('grant-code', readCode(code) ?? '')

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

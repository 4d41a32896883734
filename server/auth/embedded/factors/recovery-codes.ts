import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull, inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { mfaFactors, recoveryCodes } from '../../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit, notifySecurityChange } from '../security-events.ts'
import { authenticatePerson, type SignedIn, requireRecentAuthentication } from '../sessions/authenticate.ts'
import { readBody, readOptionalBody } from '../http/request-body.ts'
import { AuthError } from '../http/errors.ts'
import { removeFactor, stepUp } from './factors.ts'
import { commitRefusals, device, type AuthHttp, type AuthParts } from '../parts.ts'
import { userStore, type FactorRow } from '../users.ts'
import { MINUTE_MS } from '#domain/time.ts'

const CODES = 10
const CODE_LENGTH = 16
const MAX_ATTEMPTS = 10
const LOCK_MS = 15 * MINUTE_MS
// Leaves out characters that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const Generate = z.object({ friendly_name: z.string().max(100).default('Recovery codes') })
const Answer = z.object({ code: z.string().default('') })

/** Paths and responses follow the client library's `mfa.recoveryCodes`; the reference server has none yet. */
export function recoveryCodeRoutes(parts: AuthParts) {
  const { database, throttle } = parts
  return new Hono<HttpEnvironment>()
    .get('/factors/recovery-codes', async (c) => {
      const { user } = await authenticatePerson(parts, c)
      const factor = await findSet(database.system, user.id)
      if (!factor) throw notFound()
      const rows = await database.system.select().from(recoveryCodes).where(eq(recoveryCodes.factorId, factor.id))
      const remaining = rows.filter(({ usedAt }) => usedAt === null).length
      return c.json({ id: factor.id, type: 'recovery_code', total: rows.length, remaining })
    })
    .post('/factors/recovery-codes', async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      const { friendly_name: name } = await readOptionalBody(c, Generate)
      return c.json(await generate(parts, c, signedIn, name, 'first'))
    })
    .post('/factors/recovery-codes/regenerate', async (c) => {
      return c.json(await generate(parts, c, await authenticatePerson(parts, c), '', 'again'))
    })
    .post('/factors/recovery-codes/verify', throttle.perPeer('factor'), async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      return c.json(await verify(parts, c, signedIn, (await readBody(c, Answer)).code))
    })
    .delete('/factors/recovery-codes', async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      const { user, session } = signedIn
      if (session.aal !== 'aal2')
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      await requireRecentAuthentication(parts, signedIn)
      const factor = await findSet(database.system, user.id)
      if (!factor) throw notFound()
      await database.asSystem(async (queries) => {
        await removeFactor(parts, queries, factor)
        await notifySecurityChange(parts, queries, user, 'recovery-codes-removed', device(c))
        await audit(parts, queries, c, 'factor_deleted', user.id, { factor: factor.id })
      })
      return c.json({ id: factor.id })
    })
}

async function generate(parts: AuthParts, c: AuthHttp, signedIn: SignedIn, name: string, which: 'first' | 'again') {
  const { user, session } = signedIn
  if (session.aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to generate recovery codes')
  await requireRecentAuthentication(parts, signedIn)
  const now = parts.clock()
  const codes = Array.from({ length: CODES }, newCode)
  return parts.database.asSystem(async (queries) => {
    await userStore(queries).lock(user.id)
    const factors = await userStore(queries).factors(user.id)
    if (!factors.some(({ factorType, status }) => factorType === 'totp' && status === 'verified')) {
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor')
    }
    let factor = factors.find(({ factorType }) => factorType === 'recovery_code') ?? null
    if (which === 'again' && !factor) throw notFound()
    if (which === 'first' && factor)
      throw new AuthError(422, 'mfa_verified_factor_exists', 'Recovery codes have been generated already')
    if (which === 'first' && factors.some(({ friendlyName }) => friendlyName === name)) {
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        'A factor with this friendly name for this user already exists',
      )
    }
    factor ??= await insertSet(queries, user.id, name, now)
    await queries.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factor.id))
    const { id: factorId } = factor
    await queries.insert(recoveryCodes).values(
      codes.map((code) => ({
        id: randomUUID(),
        factorId,
        codeHash: parts.secrets.hash('recovery-code', `${factorId} ${code}`),
        createdAt: now,
      })),
    )
    await notifySecurityChange(parts, queries, user, 'recovery-codes-created', device(c))
    await audit(parts, queries, c, 'recovery_codes_generated', user.id)
    return {
      id: factorId,
      type: 'recovery_code',
      friendly_name: factor.friendlyName ?? '',
      total: CODES,
      codes,
    }
  })
}

async function verify(parts: AuthParts, c: AuthHttp, { user, session }: SignedIn, given: string) {
  const { throttle, secrets, clock } = parts
  const tries = `recovery codes ${user.id}`
  await throttle.attempt(tries, MAX_ATTEMPTS, LOCK_MS, locked)
  const code = given.toLowerCase().replaceAll(/[\s-]/g, '')
  const raised = await commitRefusals(parts, async (queries) => {
    const factor = await findSet(queries, user.id)
    const hashes = factor ? secrets.hashes('recovery-code', `${factor.id} ${code}`) : []
    const [used] = factor
      ? await queries
          .update(recoveryCodes)
          .set({ usedAt: clock() })
          .where(
            and(
              eq(recoveryCodes.factorId, factor.id),
              inArray(recoveryCodes.codeHash, hashes),
              isNull(recoveryCodes.usedAt),
            ),
          )
          .returning()
      : []
    if (!factor || !used) {
      await audit(parts, queries, c, 'factor_failed', user.id, { method: 'recovery_code' })
      return new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    }
    await audit(parts, queries, c, 'recovery_code_used', user.id)
    return stepUp(parts, queries, user, session, { method: 'mfa/recovery_code', factorId: factor.id })
  })
  await throttle.forget(tries)
  return raised
}

async function findSet(queries: Queries, userId: string): Promise<FactorRow | null> {
  const factors = await userStore(queries).factors(userId)
  return factors.find(({ factorType }) => factorType === 'recovery_code') ?? null
}

async function insertSet(queries: Queries, userId: string, friendlyName: string, now: Date): Promise<FactorRow> {
  const [factor] = await queries
    .insert(mfaFactors)
    .values({
      id: randomUUID(),
      userId,
      friendlyName,
      factorType: 'recovery_code',
      status: 'verified',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!factor) throw new Error('insert returned no row')
  return factor
}

const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const notFound = () => new AuthError(404, 'mfa_factor_not_found', 'Recovery codes have not been generated')

const locked = (seconds: number) =>
  new AuthError(429, 'mfa_recovery_codes_locked', 'Too many failed attempts. Please wait, or use another factor.', {
    retryAfterSeconds: seconds,
  })

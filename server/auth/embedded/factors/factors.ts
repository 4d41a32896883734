import { and, eq, ne, notInArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { authSessions } from '../../../platform/database/schema/auth.ts'
import { mfaFactors, mfaChallenges } from '../../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { AuthError, invalid, sessionNotFound } from '../http/errors.ts'
import type { AuthParts, AuthHttp } from '../parts.ts'
import { restartRefreshTokens } from '../tokens/refresh-tokens.ts'
import { sessionResponse, type SessionResponse } from '../sessions/session-tokens.ts'
import { addMethod, removeMethods } from '../sessions/sessions.ts'
import { userStore, type AuthUser, type FactorRow, type SessionRow } from '../users.ts'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { audit } from '../security-events.ts'
import { requireSecondFactor, type SignedIn, requireRecentAuthentication } from '../sessions/authenticate.ts'

export async function findFactor(queries: Queries, userId: string, id: string): Promise<FactorRow> {
  if (!z.uuid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const [factor] = await queries
    .select()
    .from(mfaFactors)
    .where(and(eq(mfaFactors.id, id), eq(mfaFactors.userId, userId)))
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/** Also ends all other sessions that only used the first factor. */
export async function stepUp(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  session: SessionRow,
  { method, factorId }: { method: 'totp' | 'mfa/recovery_code'; factorId: string },
): Promise<SessionResponse> {
  const now = parts.clock()
  await addMethod(queries, session.id, method, now)
  const [raised] = await queries
    .update(authSessions)
    .set({ aal: 'aal2', factorId, updatedAt: now })
    .where(eq(authSessions.id, session.id))
    .returning()
  if (!raised) throw sessionNotFound()
  await queries
    .delete(authSessions)
    .where(and(eq(authSessions.userId, user.id), eq(authSessions.aal, 'aal1'), ne(authSessions.id, session.id)))
  const refreshToken = await restartRefreshTokens(queries, raised, now)
  return sessionResponse(parts, queries, user, raised, refreshToken)
}

const METHOD_OF = { totp: 'totp', recovery_code: 'mfa/recovery_code' } as const

/** Sessions that the factor raised drop back to aal1. Removing the last TOTP factor also removes the recovery codes. */
export async function removeFactor(
  parts: Pick<AuthParts, 'clock'>,
  queries: Queries,
  factor: FactorRow,
): Promise<void> {
  // Waits for a verification of this factor, whose session would otherwise stay raised.
  await queries.select({ id: mfaFactors.id }).from(mfaFactors).where(eq(mfaFactors.id, factor.id)).for('update')
  const raised = await queries
    .update(authSessions)
    .set({ aal: 'aal1', factorId: null, updatedAt: parts.clock() })
    .where(and(eq(authSessions.userId, factor.userId), eq(authSessions.factorId, factor.id)))
    .returning({ id: authSessions.id })
  for (const { id } of raised) await removeMethods(queries, id, Object.values(METHOD_OF))
  await queries.delete(mfaFactors).where(eq(mfaFactors.id, factor.id))
  await removeUnknownProofs(queries, factor)
  const left = await userStore(queries).factors(factor.userId)
  const isLast = !left.some(({ factorType, status }) => factorType === 'totp' && status === 'verified')
  const codes = left.find(({ factorType }) => factorType === 'recovery_code')
  if (isLast && codes) await removeFactor(parts, queries, codes)
}

/** A session names only the factor it used last, so an earlier proof of this kind may be by the removed factor. */
async function removeUnknownProofs(queries: Queries, { userId, factorType }: FactorRow): Promise<void> {
  const sameKind = queries
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.factorType, factorType)))
  const others = await queries
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), notInArray(authSessions.factorId, sameKind)))
  for (const { id } of others) await removeMethods(queries, id, [METHOD_OF[factorType]])
}

const MAX_FACTORS = 10
const ABANDONED_MS = 300_000

export const Enrollment = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(100).default(''),
  issuer: z.string().max(100).default(''),
})

export async function enroll(parts: AuthParts, c: AuthHttp, signedIn: SignedIn, body: z.infer<typeof Enrollment>) {
  const { database, clock, secrets, settings } = parts
  const { user, session } = signedIn
  if (body.factor_type === 'phone')
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (body.factor_type === 'webauthn')
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (body.factor_type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  await requireRecentAuthentication(parts, signedIn)
  const now = clock()
  const issuer = body.issuer || new URL(settings.siteUrl).host
  const totp = new TOTP({ issuer, label: user.email ?? user.id, secret: new Secret({ size: 20 }) })
  const [secret, uri] = [totp.secret.base32, totp.toString()]
  const id = randomUUID()
  await database.asSystem(async (queries) => {
    await userStore(queries).lock(user.id)
    await purgeAbandoned(queries, user.id, now)
    const factors = await userStore(queries).factors(user.id)
    requireSecondFactor(session, factors, 403, 'AAL2 required to enroll a new factor')
    if (factors.filter((factor) => factor.factorType === 'totp').length >= MAX_FACTORS) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    }
    if (factors.some((factor) => (factor.friendlyName ?? '') === body.friendly_name)) {
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name ${JSON.stringify(body.friendly_name)} for this user already exists`,
      )
    }
    await queries.insert(mfaFactors).values({
      id,
      userId: user.id,
      friendlyName: body.friendly_name,
      factorType: 'totp',
      status: 'unverified',
      secret: secrets.seal(secret, id),
      createdAt: now,
      updatedAt: now,
    })
    await audit(parts, queries, c, 'factor_in_progress', user.id, { factor: id })
  })
  const qrCode = renderSVG(uri, { border: 2, pixelSize: 4 })
  return {
    id,
    type: 'totp',
    friendly_name: body.friendly_name,
    totp: { qr_code: qrCode, secret, uri },
  }
}

/** Frees up the names that abandoned enrollments took. */
async function purgeAbandoned(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries
    .delete(mfaFactors)
    .where(
      and(
        eq(mfaFactors.userId, userId),
        eq(mfaFactors.status, 'unverified'),
        lt(mfaFactors.createdAt, new Date(now.getTime() - ABANDONED_MS)),
        sql`not exists (select 1 from ${mfaChallenges} where ${mfaChallenges.factorId} = ${mfaFactors.id})`,
      ),
    )
}

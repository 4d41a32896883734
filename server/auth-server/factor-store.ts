import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { authSessions } from '../database/auth-schema.ts'
import { mfaFactors } from '../database/auth-factor-schema.ts'
import type { Queries } from '../database/open.ts'
import { AuthError } from './errors.ts'
import type { AuthParts } from './parts.ts'
import { restartRefreshTokens } from './refresh-tokens.ts'
import { sessionResponse, type SessionResponse } from './session-response.ts'
import { addMethod, forgetMethods } from './sessions.ts'
import { userStore, type AuthUser, type FactorRow, type SessionRow } from './store.ts'

export async function findFactor(queries: Queries, userId: string, id: string): Promise<FactorRow> {
  if (!z.uuid().safeParse(id).success)
    throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const [factor] = await queries
    .select()
    .from(mfaFactors)
    .where(and(eq(mfaFactors.id, id), eq(mfaFactors.userId, userId)))
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/** The session gains its second factor; every session that has only the first ends. */
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
  if (!raised)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  await queries
    .delete(authSessions)
    .where(
      and(eq(authSessions.userId, user.id), eq(authSessions.aal, 'aal1'), ne(authSessions.id, session.id)),
    )
  const refreshToken = await restartRefreshTokens(queries, raised, now)
  return sessionResponse(parts, queries, user, raised, refreshToken)
}

/** Removes a factor; the sessions it raised fall back, and with the last real factor the recovery codes go too. */
export async function removeFactor(
  parts: Pick<AuthParts, 'clock'>,
  queries: Queries,
  factor: FactorRow,
): Promise<void> {
  const raised = await queries
    .update(authSessions)
    .set({ aal: 'aal1', factorId: null, updatedAt: parts.clock() })
    .where(and(eq(authSessions.userId, factor.userId), eq(authSessions.factorId, factor.id)))
    .returning({ id: authSessions.id })
  for (const { id } of raised) await forgetMethods(queries, id, ['totp', 'mfa/recovery_code'])
  await queries.delete(mfaFactors).where(eq(mfaFactors.id, factor.id))
  const left = await userStore(queries).factors(factor.userId)
  const isLast = !left.some(({ factorType, status }) => factorType === 'totp' && status === 'verified')
  const codes = left.find(({ factorType }) => factorType === 'recovery_code')
  if (isLast && codes) await removeFactor(parts, queries, codes)
}

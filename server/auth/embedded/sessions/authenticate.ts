import { DAY_MS } from '#domain/time.ts'
import { hasSignedInSince, RECENT_SECONDS } from '../../auth.ts'
import { eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { authSessions } from '../../../platform/database/schema/auth.ts'
import { AUDIENCE, verifySignature, isExpired, methodsOf } from './session-tokens.ts'
import { CONFIRM_IDENTITY } from '../../../platform/http/session.ts'
import { AuthError, banned, sessionNotFound, tooManyRequests } from '../http/errors.ts'
import { spendOpenedToken, findByCode, removeToken } from '../tokens/one-time-tokens.ts'
import type { AuthHttp, AuthParts } from '../parts.ts'
import { isBanned, userStore, type AuthUser, type SessionRow } from '../users.ts'
import { audit } from '../security-events.ts'
import { PasskeyAnswer, verifyAssertion } from '../passkeys/passkey-assertion.ts'
import { addMethod, type Method } from './sessions.ts'

export type SignedIn = { user: AuthUser; session: SessionRow }

const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success

/** Checks run in the protocol's order. */
export async function authenticate(parts: AuthParts, c: AuthHttp): Promise<SignedIn> {
  const claims = await bearerClaims(parts, c)
  if (!claims.sub) throw badJwt('missing sub claim')
  if (!isUuid(claims.sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const user = await userStore(parts.database.system).find(claims.sub)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = await findSession(parts, claims.session_id)
  if (!session || session.userId !== user.id || isExpired(parts, session)) throw sessionNotFound()
  if (isBanned(user, parts.clock())) throw banned()
  if (session.refreshedAt === null) await spendOpenedToken(parts.database.system, session.id)
  return { user, session }
}

export async function authenticatePerson(parts: AuthParts, c: AuthHttp): Promise<SignedIn> {
  const signedIn = await authenticate(parts, c)
  if (signedIn.user.isAnonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
  return signedIn
}

export async function requireServiceRole(parts: AuthParts, c: AuthHttp): Promise<void> {
  const claims = await bearerClaims(parts, c)
  if (claims.session_id !== undefined && !(await findSession(parts, claims.session_id))) throw sessionNotFound()
  if (claims.role !== 'service_role' && claims.role !== 'supabase_admin') {
    c.var.log.warn({ event: 'auth.denied', peer: c.var.peer, user: claims.sub ?? null }, 'admin route refused')
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}

export function requireSecondFactor(
  session: SessionRow,
  factors: { status: string }[],
  status: 401 | 403 | 422,
  message: string,
): void {
  if (session.aal !== 'aal2' && factors.some((factor) => factor.status === 'verified')) {
    throw new AuthError(status, 'insufficient_aal', message)
  }
}

async function bearerClaims({ keys, clock, settings }: AuthParts, c: AuthHttp): Promise<JWTPayload> {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await verifySignature(keys, token, clock()).catch((error: unknown) => {
    throw badJwt(
      `unable to parse or verify signature, ${error instanceof Error ? error.message : 'token is malformed'}`,
    )
  })
  // Only the operator's service-role tokens may have no expiry.
  if (claims.exp === undefined && claims.role === 'authenticated')
    throw badJwt('unable to parse or verify signature, token has no expiry')
  requireOwnIssue(claims, settings.url)
  return claims
}

/** Another service may sign with the same key. Service tokens may omit these claims, but not set other values. */
function requireOwnIssue(claims: JWTPayload, issuer: string): void {
  const isService = claims.role === 'service_role' || claims.role === 'supabase_admin'
  const isAbsent = (claim: unknown) => isService && claim === undefined
  if (claims.iss !== issuer && !isAbsent(claims.iss))
    throw badJwt('unable to parse or verify signature, token has an unexpected issuer')
  if (claims.aud !== AUDIENCE && !isAbsent(claims.aud))
    throw badJwt('unable to parse or verify signature, token has an unexpected audience')
}

async function findSession({ database }: AuthParts, id: unknown): Promise<SessionRow | null> {
  if (!isUuid(id)) return null
  const [session] = await database.system.select().from(authSessions).where(eq(authSessions.id, id))
  return session ?? null
}

const badJwt = (reason: string) => new AuthError(403, 'bad_jwt', `invalid JWT: ${reason}`)

const MAX_CODES_PER_DAY = 30

export const proofFields = {
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  passkey: PasskeyAnswer.optional(),
}
type Proof = {
  current_password?: string | undefined
  nonce?: string | undefined
  passkey?: z.infer<typeof PasskeyAnswer> | undefined
}

export const hasProof = (given: Proof) => Boolean(given.current_password ?? given.nonce) || given.passkey !== undefined

/** The error code tells the client to reauthenticate and try again. */
export async function requireRecentAuthentication(parts: AuthParts, { session }: SignedIn): Promise<void> {
  if (!(await isAuthenticatedSince(parts, session.id, RECENT_SECONDS)))
    throw new AuthError(400, 'reauthentication_needed', CONFIRM_IDENTITY)
}

export async function isAuthenticatedSince(
  { database, clock }: AuthParts,
  sessionId: string,
  seconds: number = RECENT_SECONDS,
  by?: readonly Method[],
): Promise<boolean> {
  return hasSignedInSince(await methodsOf(database.system, sessionId), clock(), seconds, by)
}

export async function acceptProof(parts: AuthParts, c: AuthHttp, signedIn: SignedIn, proof: Proof): Promise<void> {
  const method = await checkProof(parts, c, signedIn.user, proof)
  await addMethod(parts.database.system, signedIn.session.id, method, parts.clock())
  await audit(parts, parts.database.system, c, 'user_reauthenticated', signedIn.user.id, { method })
}

async function checkProof(parts: AuthParts, c: AuthHttp, user: AuthUser, proof: Proof): Promise<Method> {
  if (proof.nonce) {
    await checkNonce(parts, user, proof.nonce)
    return 'otp'
  }
  if (proof.passkey) {
    await verifyAssertion(parts, proof.passkey, user.id)
    return 'passkey'
  }
  await checkPassword(parts, c, user, proof.current_password ?? '')
  return 'password'
}

async function checkPassword(parts: AuthParts, c: AuthHttp, user: AuthUser, password: string): Promise<void> {
  const { database, passwords, throttle } = parts
  const attempt = await throttle.tryPassword(user.email ?? user.id, c.var.peer, async () => true)
  if (!(await passwords.isRight(password, user.encryptedPassword))) {
    await audit(parts, database.system, c, 'login_failed', user.id, { during: 'reauthentication' })
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.')
  }
  await attempt.wasRight()
}

/** A wrong code must stay counted, so the transaction commits before the error is thrown. */
async function checkNonce(parts: AuthParts, user: AuthUser, nonce: string): Promise<void> {
  const tries = `reauthentication ${user.id}`
  await parts.throttle.attempt(tries, MAX_CODES_PER_DAY, DAY_MS, tooManyRequests)
  const isRight = await parts.database.asSystem(async (queries) => {
    const token = await findByCode(parts, queries, {
      userId: user.id,
      code: nonce,
      types: ['reauthentication_token'],
    })
    if (token) await removeToken(queries, token.id)
    return Boolean(token)
  })
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  await parts.throttle.forget(tries)
}

import { eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { authSessions } from '../database/auth-schema.ts'
import { AUDIENCE, verifySignature } from './access-token.ts'
import { AuthError } from './errors.ts'
import { isOver } from './session-lifetime.ts'
import { spendOpenedToken } from './one-time-tokens.ts'
import type { AuthHttp, AuthParts } from './parts.ts'
import { isBanned, userStore, type AuthUser, type SessionRow } from './store.ts'

export type SignedIn = { user: AuthUser; session: SessionRow }

const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success

/** Signature, expiry, account, session row and ban, in the protocol's order: what every protected route asks. */
export async function authenticate(parts: AuthParts, c: AuthHttp): Promise<SignedIn> {
  const claims = await bearerClaims(parts, c)
  if (!claims.sub) throw badJwt('missing sub claim')
  if (!isUuid(claims.sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const user = await userStore(parts.database.system).find(claims.sub)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = await findSession(parts, claims.session_id)
  if (!session || session.userId !== user.id || isOver(parts, session)) throw sessionNotFound()
  if (isBanned(user, parts.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  if (session.refreshedAt === null) await spendOpenedToken(parts.database.system, session.id)
  return { user, session }
}

/** Somebody with an account of their own: anonymous sessions have nothing to protect. */
export async function person(parts: AuthParts, c: AuthHttp): Promise<SignedIn> {
  const signedIn = await authenticate(parts, c)
  if (signedIn.user.isAnonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
  return signedIn
}

/** The operator's own token: a role, and a live session only if it names one. */
export async function requireServiceRole(parts: AuthParts, c: AuthHttp): Promise<void> {
  const claims = await bearerClaims(parts, c)
  if (claims.session_id !== undefined && !(await findSession(parts, claims.session_id)))
    throw sessionNotFound()
  if (claims.role !== 'service_role' && claims.role !== 'supabase_admin') {
    c.var.log.warn(
      { event: 'auth.denied', peer: c.var.peer, user: claims.sub ?? null },
      'admin route refused',
    )
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}

/** A second factor protects what could take the account over, from whoever holds only the first. */
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
  // A token that never ends is the operator's own choice for the service role, and nobody else's.
  if (claims.exp === undefined && claims.role === 'authenticated')
    throw badJwt('unable to parse or verify signature, token has no expiry')
  requireOwnIssue(claims, settings.url)
  return claims
}

/** Another service may sign with the same key. The operator's own service tokens may leave both out, and may not name others. */
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

const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

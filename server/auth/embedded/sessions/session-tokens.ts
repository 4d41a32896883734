import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { SessionClaims } from '../../auth.ts'
import type { SigningKeys } from '../tokens/keys.ts'
import { or, sql, type SQL, desc, eq } from 'drizzle-orm'
import { authSessions, amrClaims } from '../../../platform/database/schema/auth.ts'
import type { AuthParts, AuthSettings } from '../parts.ts'
import { type SessionRow, type AuthUser, loadUserObject, type UserObject } from '../users.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { tokenMetadata } from '../http/request-body.ts'

const ACCESS_TOKEN_SECONDS = 3600
export const AUDIENCE = 'authenticated'

export type AccessClaims = { sub: string; session_id: string; email: string; [claim: string]: unknown }

export function signAccessToken(
  keys: SigningKeys,
  issuer: string,
  claims: AccessClaims,
  now: Date,
  seconds: number = ACCESS_TOKEN_SECONDS,
): Promise<string> {
  return sign(keys, issuer, claims, now, seconds)
}

/** The token grants access to the admin routes only, not to the product's API. */
export const mintServiceToken = (keys: SigningKeys, issuer: string, now: Date, seconds: number): Promise<string> =>
  sign(keys, issuer, { role: 'service_role' }, now, seconds)

export async function verifyAccessToken(keys: SigningKeys, issuer: string, token: string, now: Date) {
  try {
    const payload = await verifySignature(keys, token, now)
    if (payload.iss !== issuer || payload.aud !== AUDIENCE) return null
    return SessionClaims.parse(payload)
  } catch {
    return null
  }
}

export async function verifySignature(keys: SigningKeys, token: string, now: Date): Promise<JWTPayload> {
  const { payload } = await jwtVerify(
    token,
    ({ kid, alg }) => {
      const known = keys.verifying.get(kid ?? '')
      if (!known || known.alg !== alg) throw new errors.JWKSNoMatchingKey('unrecognized JWT kid or algorithm')
      return known.key
    },
    { algorithms: ['ES256', 'RS256'], currentDate: now },
  )
  return payload
}

function sign(keys: SigningKeys, issuer: string, claims: JWTPayload, now: Date, seconds: number): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: keys.current.alg, kid: keys.current.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(keys.current.key)
}

type Limits = Pick<AuthSettings, 'sessionMaxAge' | 'sessionIdle'>
export type SessionEnd = { at: Date; because: 'age' | 'inactivity' }

const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)

/** A refresh extends only the idle limit. */
export function sessionEnd({ sessionMaxAge, sessionIdle }: Limits, session: SessionRow): SessionEnd {
  const oldest = later(session.createdAt, sessionMaxAge)
  const aged = session.notAfter && session.notAfter < oldest ? session.notAfter : oldest
  const idle = later(session.refreshedAt ?? session.createdAt, sessionIdle)
  return idle < aged ? { at: idle, because: 'inactivity' } : { at: aged, because: 'age' }
}

export const isExpired = ({ settings, clock }: Pick<AuthParts, 'settings' | 'clock'>, session: SessionRow) =>
  sessionEnd(settings, session).at <= clock()

/** The same rule as `sessionEnd`, in SQL. */
export const expiredAt = ({ sessionMaxAge, sessionIdle }: Limits, moment: SQL): SQL => {
  const ago = (seconds: number) => sql`(${moment})::timestamptz - make_interval(secs => ${seconds})`
  const lastUse = sql`coalesce(${authSessions.refreshedAt}, ${authSessions.createdAt})`
  return sql`(${or(
    sql`${authSessions.notAfter} <= (${moment})::timestamptz`,
    sql`${authSessions.createdAt} <= ${ago(sessionMaxAge)}`,
    sql`${lastUse} <= ${ago(sessionIdle)}`,
  )}) is true`
}

export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserObject
}

export async function sessionResponse(
  { keys, settings, clock }: AuthParts,
  queries: Queries,
  user: AuthUser,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionResponse> {
  const now = clock()
  const left = Math.floor((sessionEnd(settings, session).at.getTime() - now.getTime()) / 1000)
  const seconds = Math.max(1, Math.min(ACCESS_TOKEN_SECONDS, left))
  const claims = {
    sub: user.id,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: tokenMetadata(user.rawAppMetaData),
    user_metadata: tokenMetadata(user.rawUserMetaData),
    role: user.role,
    aal: session.aal,
    amr: await methodsOf(queries, session.id),
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  }
  return {
    access_token: await signAccessToken(keys, settings.url, claims, now, seconds),
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(now.getTime() / 1000) + seconds,
    refresh_token: refreshToken,
    user: await loadUserObject(queries, user),
  }
}

/** Newest first, as in the access token. */
export async function methodsOf(queries: Queries, sessionId: string) {
  const rows = await queries
    .select()
    .from(amrClaims)
    .where(eq(amrClaims.sessionId, sessionId))
    .orderBy(
      desc(amrClaims.updatedAt),
      sql`array_position(array['totp', 'otp'], ${amrClaims.authenticationMethod}) nulls last`,
    )
  return rows.map((row) => ({
    method: row.authenticationMethod,
    timestamp: Math.floor(row.updatedAt.getTime() / 1000),
  }))
}

import { desc, eq, sql } from 'drizzle-orm'
import { amrClaims } from '../database/auth-schema.ts'
import type { Queries } from '../database/open.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts'
import { endOf } from './session-lifetime.ts'
import { tokenMetadata } from './metadata.ts'
import type { AuthParts } from './parts.ts'
import type { AuthUser, SessionRow } from './store.ts'
import { loadUserObject, type UserObject } from './user-object.ts'

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
  const left = Math.floor((endOf(settings, session).at.getTime() - now.getTime()) / 1000)
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

/** Newest first, as the access token lists them. */
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

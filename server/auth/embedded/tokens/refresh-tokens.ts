import { and, eq, sql } from 'drizzle-orm'
import { authSessions, authUsers, refreshTokens } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { audit } from '../security-events.ts'
import { AuthError } from '../http/errors.ts'
import { spendOpenedToken } from './one-time-tokens.ts'
import { sessionEnd, isExpired, sessionResponse, type SessionResponse } from '../sessions/session-tokens.ts'
import { randomToken, sha256 } from './keys.ts'
import { commitRefusals, device, type AuthHttp, type AuthParts } from '../parts.ts'
import { isBanned, type AuthUser, type SessionRow } from '../users.ts'

/** Within this window, an already used token counts as a lost response, not as theft. */
const REUSE_SECONDS = 10
const MAX_CHAIN_LENGTH = 10

const refuse = (code: string, reason: string) => new AuthError(400, code, `Invalid Refresh Token: ${reason}`)

type Row = typeof refreshTokens.$inferSelect
type Found = { token: Row; session: SessionRow; user: AuthUser }

export async function firstRefreshToken(queries: Queries, session: SessionRow, now: Date): Promise<string> {
  const token = randomToken()
  await insert(queries, session, token, null, now)
  return token
}

/** A token issued before the second factor was verified mustn't refresh into a session that has it. */
export async function restartRefreshTokens(queries: Queries, session: SessionRow, now: Date): Promise<string> {
  await queries.delete(refreshTokens).where(eq(refreshTokens.sessionId, session.id))
  return firstRefreshToken(queries, session, now)
}

/** Reusing a token ends the session, which is committed even though the request fails. */
export async function refresh(parts: AuthParts, c: AuthHttp, given: string): Promise<SessionResponse> {
  if (!/^(?:[\w-]{43}|[a-z0-9]{12})$/.test(given))
    throw new AuthError(400, 'validation_failed', 'Refresh token is not valid')
  return commitRefusals(parts, async (queries) => {
    await queries.execute(sql`set local lock_timeout = '5s'`)
    const found = await lock(queries, sha256(given)).catch(contention)
    if (!found) return refuse('refresh_token_not_found', 'Refresh Token Not Found')
    const refused = refusal(parts, found)
    if (refused) return refused
    const successor = await successorOf(parts, queries, found, given)
    if (!successor) {
      await queries.delete(authSessions).where(eq(authSessions.id, found.session.id))
      await audit(parts, queries, c, 'token_reused', found.user.id, { session: found.session.id })
      return refuse('refresh_token_already_used', 'Already Used')
    }
    await spendOpenedToken(queries, found.session.id)
    const session = await touch(parts, queries, c, found.session)
    await audit(parts, queries, c, 'token_refreshed', found.user.id, { session: session.id })
    return sessionResponse(parts, queries, found.user, session, successor)
  })
}

/** Locks the session's row, so that parallel refreshes run one at a time. */
async function lock(queries: Queries, hash: string): Promise<Found | null> {
  const [named] = await queries.select().from(refreshTokens).where(eq(refreshTokens.token, hash))
  if (!named) return null
  const [session] = await queries.select().from(authSessions).where(eq(authSessions.id, named.sessionId)).for('update')
  const [token] = await queries.select().from(refreshTokens).where(eq(refreshTokens.token, hash))
  const [user] = await queries.select().from(authUsers).where(eq(authUsers.id, named.userId))
  return session && token && user && !user.deletedAt ? { token, session, user } : null
}

function refusal(parts: AuthParts, { session, user }: Found): AuthError | null {
  if (isBanned(user, parts.clock())) return refuse('user_banned', 'User Banned')
  if (!isExpired(parts, session)) return null
  const { because } = sessionEnd(parts.settings, session)
  return refuse('session_expired', because === 'age' ? 'Session Expired' : 'Session Expired (Inactivity)')
}

async function successorOf(
  parts: AuthParts,
  queries: Queries,
  { token, session }: Found,
  given: string,
): Promise<string | null> {
  const now = parts.clock()
  if (!token.revoked) {
    const next = derive(parts, given)
    await queries.update(refreshTokens).set({ revoked: true, updatedAt: now }).where(eq(refreshTokens.id, token.id))
    await insert(queries, session, next, token.token, now)
    return next
  }
  const [current] = await queries
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, session.id), eq(refreshTokens.revoked, false)))
  if (!current) return null
  const isLate = now.getTime() < token.updatedAt.getTime() + REUSE_SECONDS * 1000
  if (current.parent !== token.token && !isLate) return null
  return findInChain(parts, given, current.token)
}

/**
 * Derived from the token and the server's key, so that a client that lost a response, or that refreshes in five tabs at
 * once, gets the same successor although only its hash is stored.
 */
const derive = ({ secrets }: AuthParts, token: string) => secrets.hash('refresh', token)

function findInChain(parts: AuthParts, given: string, wantedHash: string): string | null {
  let token = given
  for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
    token = derive(parts, token)
    if (sha256(token) === wantedHash) return token
  }
  return null
}

async function insert(
  queries: Queries,
  session: SessionRow,
  token: string,
  parent: string | null,
  now: Date,
): Promise<void> {
  await queries.insert(refreshTokens).values({
    token: sha256(token),
    userId: session.userId,
    sessionId: session.id,
    parent,
    createdAt: now,
    updatedAt: now,
  })
}

async function touch({ clock }: AuthParts, queries: Queries, c: AuthHttp, session: SessionRow): Promise<SessionRow> {
  const { ip, userAgent } = device(c)
  const [touched] = await queries
    .update(authSessions)
    .set({ refreshedAt: clock(), updatedAt: clock(), ip, userAgent })
    .where(eq(authSessions.id, session.id))
    .returning()
  return touched ?? session
}

function contention(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '55P03')
      throw new AuthError(
        409,
        'conflict',
        'Too many concurrent token refresh requests on the same session or refresh token',
      )
  }
  throw error
}

import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { verifyAccessToken } from '../../auth-server/access-token.ts'
import type { SigningKeys } from '../../auth-server/keys.ts'
import { authSessions, authUsers } from '../../database/auth-schema.ts'
import { users } from '../../database/schema.ts'
import type { Database } from '../../database/open.ts'
import { translateDatabaseError } from '../../database/unavailable.ts'
import type { Auth, Clock } from '../../ports.ts'
import { rememberVerified } from './verified-tokens.ts'

// Both tables are called users; in one query the profile's needs another name.
const profiles = alias(users, 'profiles')

type Needs = { database: Database; keys: SigningKeys; issuer: string; clock: Clock }

/** Our own tokens: the signature is checked once per token, its session's row on every call. */
export function embeddedAuth({ database, keys, issuer, clock }: Needs): Auth {
  const verify = rememberVerified((token) => verifyAccessToken(keys, issuer, token, clock()), clock)
  const liveSession = database.system
    .select({ email: authUsers.email, account: profiles })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(
      and(
        eq(authSessions.id, sql.placeholder('sessionId')),
        eq(authSessions.userId, sql.placeholder('userId')),
        or(isNull(authSessions.notAfter), gt(authSessions.notAfter, sql.placeholder('now'))),
        or(isNull(authUsers.bannedUntil), lte(authUsers.bannedUntil, sql.placeholder('now'))),
      ),
    )
    .prepare('live_session')

  return {
    async identify(bearer) {
      const claims = await verify(bearer)
      if (!claims) return null
      try {
        const [session] = await liveSession.execute({
          sessionId: claims.session_id,
          userId: claims.sub,
          now: clock().toISOString(),
        })
        if (!session) return null
        return {
          id: claims.sub,
          email: session.email ?? '',
          sessionId: claims.session_id,
          account: session.account,
        }
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
  }
}

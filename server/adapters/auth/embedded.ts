import { and, eq, exists, isNull, lte, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { verifyAccessToken } from '../../auth-server/access-token.ts'
import { AppError } from '#domain/errors.ts'
import { accountData } from '../../auth-server/account-data.ts'
import { AuthError } from '../../auth-server/errors.ts'
import type { AuthParts } from '../../auth-server/parts.ts'
import { overAt } from '../../auth-server/session-lifetime.ts'
import { endSessions } from '../../auth-server/sessions.ts'
import { userStore } from '../../auth-server/store.ts'
import { mfaFactors } from '../../database/auth-factor-schema.ts'
import { authSessions, authUsers } from '../../database/auth-schema.ts'
import { subscriptions } from '../../database/billing-schema.ts'
import { users } from '../../database/schema.ts'
import { accountRowOf, longestGrant } from '../../database/standing.ts'
import { translateDatabaseError } from '../../database/unavailable.ts'
import type { Auth } from '../../ports.ts'
import { rememberVerified } from './verified-tokens.ts'

// Both tables are called users; in one query the profile's needs another name.
const profiles = alias(users, 'profiles')

/** Our own tokens: the signature is checked once per token, its session's row on every call. */
export function embeddedAuth(parts: AuthParts): Auth {
  const { database, keys, settings, clock, passwords, throttle } = parts
  const verify = rememberVerified((token) => verifyAccessToken(keys, settings.url, token, clock()), clock)
  const secondFactor = database.system
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, authUsers.id), eq(mfaFactors.status, 'verified')))
  const grant = longestGrant(database.system, profiles.id)
  const liveSession = database.system
    .select({
      email: authUsers.email,
      confirmedAt: authUsers.emailConfirmedAt,
      account: profiles,
      subscription: subscriptions,
      grantId: grant.id,
      grantEndsAt: grant.endsAt,
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(profiles, eq(profiles.id, authSessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, profiles.id))
    .leftJoinLateral(grant, sql`true`)
    .where(
      and(
        eq(authSessions.id, sql.placeholder('sessionId')),
        eq(authSessions.userId, sql.placeholder('userId')),
        not(overAt(settings, sql`${sql.placeholder('now')}`)),
        or(isNull(authUsers.bannedUntil), lte(authUsers.bannedUntil, sql.placeholder('now'))),
        isNull(authUsers.deletedAt),
        // Whoever has a second factor is not signed in before it was given, however the first was.
        or(eq(authSessions.aal, 'aal2'), not(exists(secondFactor))),
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
          account: session.account && accountRowOf({ ...session, account: session.account }),
          confirmedEmail: async () => (session.confirmedAt ? session.email : null),
        }
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },

    async isPassword(identity, password, peer) {
      const user = await userStore(database.system).find(identity.id)
      if (user && !user.encryptedPassword) return true
      const attempt = await throttle
        .tryPassword(user?.email ?? identity.id, peer, async () => true)
        .catch(tooMany)
      const isRight = await passwords.isRight(password, user?.encryptedPassword)
      if (isRight) await attempt.wasRight()
      return isRight
    },

    devices: (userId) =>
      accountData(database.system).devices(userId, overAt(settings, sql`${clock().toISOString()}`)),
    endSession: (userId, sessionId) => accountData(database.system).endSession(userId, sessionId),
    endSessions: async (queries, userId) => void (await endSessions(queries, userId)),
    export: (userId) => accountData(database.system).export(userId),
    erase: (queries, userId) => accountData(queries).erase(userId),
  }
}

function tooMany(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  throw new AppError('too-many-requests', error.message, { retryAfterSeconds: error.retryAfterSeconds ?? 60 })
}

import { and, eq, exists, isNull, lte, not, or, sql, desc, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { verifyAccessToken, expiredAt } from './sessions/session-tokens.ts'
import { AppError } from '#domain/errors.ts'
import { AuthError } from './http/errors.ts'
import { accountSupport } from './admin/account-support.ts'
import type { AuthParts } from './parts.ts'
import { isAuthenticatedSince } from './sessions/authenticate.ts'
import { endSessions } from './sessions/sessions.ts'
import { userStore, factorObject, userObject } from './users.ts'
import { mfaFactors, webauthnCredentials } from '../../platform/database/schema/auth-factors.ts'
import {
  authSessions,
  authUsers,
  auditLogEntries,
  authIdentities,
  emailChangeUndos,
} from '../../platform/database/schema/auth.ts'
import { subscriptions } from '../../platform/database/schema/billing.ts'
import { users } from '../../platform/database/schema/accounts-and-companies.ts'
import { accountRowOf, longestGrant } from '../../platform/database/account-row.ts'
import { translateDatabaseError } from '../../platform/database/errors.ts'
import { type Auth, type Device, cacheVerified, WRONG_PASSWORD } from '../auth.ts'
import { outbox } from '../../platform/database/schema/email.ts'
import { CONFIRM_IDENTITY } from '../../platform/http/session.ts'
import type { Queries } from '../../platform/database/open.ts'

// Both tables are named users, so the join needs an alias.
const profiles = alias(users, 'profiles')

/** Signatures are cached per token; the session row is checked on every call. */
export function embeddedAuth(parts: AuthParts): Auth {
  const { database, keys, settings, clock, passwords, throttle } = parts
  const verify = cacheVerified((token) => verifyAccessToken(keys, settings.url, token, clock()), clock)
  const secondFactor = database.system
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, authUsers.id), eq(mfaFactors.status, 'verified')))
  const grant = longestGrant(database.system, profiles.id)
  const liveSession = database.system
    .select({
      email: authUsers.email,
      confirmedAt: authUsers.emailConfirmedAt,
      isAnonymous: authUsers.isAnonymous,
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
        not(expiredAt(settings, sql`${sql.placeholder('now')}`)),
        or(isNull(authUsers.bannedUntil), lte(authUsers.bannedUntil, sql.placeholder('now'))),
        isNull(authUsers.deletedAt),
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
          isRecent: async () => session.isAnonymous || isAuthenticatedSince(parts, claims.session_id),
          confirmedEmail: async () => (session.confirmedAt ? session.email : null),
        }
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },

    async confirmIdentity(identity, password, peer) {
      const user = await userStore(database.system).find(identity.id)
      if (user && !user.encryptedPassword) {
        if (user.isAnonymous || (await isAuthenticatedSince(parts, identity.sessionId))) return
        throw new AppError('reauthentication-needed', CONFIRM_IDENTITY)
      }
      const attempt = await throttle.tryPassword(user?.email ?? identity.id, peer, async () => true).catch(tooMany)
      if (!(await passwords.isRight(password, user?.encryptedPassword)))
        throw new AppError('invalid-input', WRONG_PASSWORD)
      await attempt.wasRight()
    },

    devices: (userId) =>
      accountData(database.system).devices(userId, expiredAt(settings, sql`${clock().toISOString()}`)),
    endSession: (userId, sessionId) => accountData(database.system).endSession(userId, sessionId),
    endSessions: async (queries, userId) => void (await endSessions(queries, userId)),
    export: (userId) => accountData(database.system).export(userId),
    erase: (queries, userId) => accountData(queries).erase(userId),
    removeIdentity: async () => {},
    support: accountSupport(parts),
  }
}

function tooMany(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  throw new AppError('too-many-requests', error.message, { retryAfterSeconds: error.retryAfterSeconds ?? 60 })
}

const accountData = (queries: Queries) => ({
  async devices(userId: string, isExpired: SQL): Promise<Device[]> {
    const rows = await queries
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.userId, userId), not(isExpired)))
      .orderBy(desc(authSessions.updatedAt))
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      lastSeenAt: row.refreshedAt ?? row.createdAt,
      ip: row.ip ?? '',
      userAgent: row.userAgent ?? '',
    }))
  },

  /** Leaves out password, token and code hashes. */
  async export(userId: string): Promise<Record<string, object[]>> {
    const store = userStore(queries)
    const user = await store.find(userId)
    if (!user) return {}
    const passkeys = await queries.select().from(webauthnCredentials).where(eq(webauthnCredentials.userId, userId))
    const events = await queries
      .select()
      .from(auditLogEntries)
      .where(eq(auditLogEntries.userId, userId))
      .orderBy(auditLogEntries.createdAt)
    const emails = await queries
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, user.email ?? ''))
    return {
      'auth.users': [userObject(user, await store.identities(userId))],
      'auth.identities': await queries.select().from(authIdentities).where(eq(authIdentities.userId, userId)),
      'auth.sessions': await queries.select().from(authSessions).where(eq(authSessions.userId, userId)),
      'auth.mfa_factors': (await queries.select().from(mfaFactors).where(eq(mfaFactors.userId, userId))).map(
        factorObject,
      ),
      'auth.webauthn_credentials': passkeys.map(({ id, friendlyName, createdAt, lastUsedAt }) => ({
        id,
        friendlyName,
        createdAt,
        lastUsedAt,
      })),
      'auth.email_change_undos': (await formerAddresses(queries, userId)).map(({ oldEmail, createdAt }) => ({
        oldEmail,
        createdAt,
      })),
      'auth.audit_log_entries': events.map(({ payload, ipAddress, createdAt }) => ({
        ...payload,
        ip: ipAddress,
        at: createdAt,
      })),
      outbox: emails.map(({ kind, subject, createdAt }) => ({ kind, subject, createdAt })),
    }
  },

  /** Audit rows are kept, but no longer identify the user. */
  async erase(userId: string): Promise<void> {
    const user = await userStore(queries).find(userId)
    const former = await formerAddresses(queries, userId)
    const addresses = [user?.email, user?.emailChange, ...former.map(({ oldEmail }) => oldEmail)].filter(
      (address) => typeof address === 'string',
    )
    await queries
      .update(auditLogEntries)
      .set({ userId: null, ipAddress: '', payload: sql`${auditLogEntries.payload} - 'actor_id' - 'traits'` })
      .where(eq(auditLogEntries.userId, userId))
    for (const address of addresses) {
      await queries.delete(outbox).where(eq(outbox.recipient, address))
      await queries.execute(sql`delete from pgboss.job where name = 'auth.email' and data->>'to' = ${address}`)
    }
    await userStore(queries).remove(userId)
  },

  async endSession(userId: string, sessionId: string): Promise<boolean> {
    const { rowCount } = await queries
      .delete(authSessions)
      .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId)))
    return rowCount === 1
  },
})

const formerAddresses = (queries: Queries, userId: string) =>
  queries.select().from(emailChangeUndos).where(eq(emailChangeUndos.userId, userId))

import { and, desc, eq, not, sql, type SQL } from 'drizzle-orm'
import { auditLogEntries, authIdentities, authSessions, emailChangeUndos } from '../database/auth-schema.ts'
import { mfaFactors, webauthnCredentials } from '../database/auth-factor-schema.ts'
import { outbox } from '../database/mail-schema.ts'
import type { Queries } from '../database/open.ts'
import type { Device } from '../ports.ts'
import { userStore } from './store.ts'
import { factorObject, userObject } from './user-object.ts'

/** What the auth server holds of one person: shown to them, exported, erased. */
export const accountData = (queries: Queries) => ({
  async devices(userId: string, isOver: SQL): Promise<Device[]> {
    const rows = await queries
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.userId, userId), not(isOver)))
      .orderBy(desc(authSessions.updatedAt))
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      lastSeenAt: row.refreshedAt ?? row.createdAt,
      ip: row.ip ?? '',
      userAgent: row.userAgent ?? '',
    }))
  },

  /** Hashes of passwords, tokens and codes stay here: they are ours to keep secret, and nobody's to carry over. */
  async export(userId: string): Promise<Record<string, object[]>> {
    const store = userStore(queries)
    const user = await store.find(userId)
    if (!user) return {}
    const passkeys = await queries
      .select()
      .from(webauthnCredentials)
      .where(eq(webauthnCredentials.userId, userId))
    const events = await queries
      .select()
      .from(auditLogEntries)
      .where(eq(auditLogEntries.userId, userId))
      .orderBy(auditLogEntries.createdAt)
    const letters = await queries
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
      outbox: letters.map(({ kind, subject, createdAt }) => ({ kind, subject, createdAt })),
    }
  },

  /** Everything that names the person goes; what happened stays in the audit log, without whom it happened to. */
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
      await queries.execute(
        sql`delete from pgboss.job where name = 'auth.letter' and data->>'to' = ${address}`,
      )
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

import { DAY_MS } from '#domain/time.ts'
import { and, eq, lt, sql } from 'drizzle-orm'
import {
  auditLogEntries,
  authSessions,
  authUsers,
  emailChangeUndos,
  flowStates,
  oneTimeTokens,
  pendingSignUps,
  refreshTokens,
  throttles,
} from '../../platform/database/schema/auth.ts'
import { mfaChallenges, mfaFactors, webauthnChallenges } from '../../platform/database/schema/auth-factors.ts'
import { UNDO_DAYS } from './email-change/undo.ts'
import { expiredAt } from './sessions/session-tokens.ts'
import type { AuthParts } from './parts.ts'

const AUDIT_DAYS = 365
const REFRESH_AUDIT_DAYS = 30
const ANONYMOUS_DAYS = 30

export function createCleanUp({ database, clock, profiles, settings }: AuthParts) {
  return async () => {
    const ago = (days: number) => new Date(clock().getTime() - days * DAY_MS)
    const { system } = database
    const [now, yesterday] = [ago(0), ago(1)]
    await system
      .delete(refreshTokens)
      .where(and(eq(refreshTokens.revoked, true), lt(refreshTokens.updatedAt, yesterday)))
    await system.delete(flowStates).where(lt(flowStates.createdAt, ago(2)))
    await system.delete(oneTimeTokens).where(lt(oneTimeTokens.createdAt, yesterday))
    await system.delete(pendingSignUps).where(lt(pendingSignUps.createdAt, yesterday))
    await system.delete(emailChangeUndos).where(lt(emailChangeUndos.createdAt, ago(UNDO_DAYS)))
    await system.delete(mfaChallenges).where(lt(mfaChallenges.createdAt, yesterday))
    await system.delete(mfaFactors).where(and(eq(mfaFactors.status, 'unverified'), lt(mfaFactors.createdAt, yesterday)))
    await system.delete(webauthnChallenges).where(lt(webauthnChallenges.expiresAt, now))
    await system.delete(throttles).where(lt(throttles.until, now))
    await system.delete(authSessions).where(expiredAt(settings, sql`${now.toISOString()}`))
    await system.delete(auditLogEntries).where(lt(auditLogEntries.createdAt, ago(AUDIT_DAYS)))
    await system
      .delete(auditLogEntries)
      .where(
        and(
          sql`${auditLogEntries.payload}->>'action' = 'token_refreshed'`,
          lt(auditLogEntries.createdAt, ago(REFRESH_AUDIT_DAYS)),
        ),
      )
    await database.asSystem(async (queries) => {
      const gone = await queries
        .delete(authUsers)
        .where(
          and(
            eq(authUsers.isAnonymous, true),
            sql`coalesce(${authUsers.lastSignInAt}, ${authUsers.createdAt}) < ${ago(ANONYMOUS_DAYS).toISOString()}::timestamptz`,
          ),
        )
        .returning({ id: authUsers.id })
      for (const { id } of gone) await profiles.erase(queries, id)
    })
  }
}

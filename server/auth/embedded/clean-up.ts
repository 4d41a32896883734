import { DAY_MS } from '#domain/time.ts'
import { and, eq, sql } from 'drizzle-orm'
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
import { deleteBefore } from '../../platform/database/delete-before.ts'
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
    await deleteBefore(system, refreshTokens.updatedAt, yesterday, { alsoIf: eq(refreshTokens.revoked, true) })
    await deleteBefore(system, flowStates.createdAt, ago(2))
    await deleteBefore(system, oneTimeTokens.createdAt, yesterday)
    await deleteBefore(system, pendingSignUps.createdAt, yesterday)
    await deleteBefore(system, emailChangeUndos.createdAt, ago(UNDO_DAYS))
    await deleteBefore(system, mfaChallenges.createdAt, yesterday)
    await deleteBefore(system, mfaFactors.createdAt, yesterday, { alsoIf: eq(mfaFactors.status, 'unverified') })
    await deleteBefore(system, webauthnChallenges.expiresAt, now)
    await deleteBefore(system, throttles.until, now)
    await system.delete(authSessions).where(expiredAt(settings, sql`${now.toISOString()}`))
    await deleteBefore(system, auditLogEntries.createdAt, ago(AUDIT_DAYS))
    const isRefresh = sql`${auditLogEntries.payload}->>'action' = 'token_refreshed'`
    await deleteBefore(system, auditLogEntries.createdAt, ago(REFRESH_AUDIT_DAYS), { alsoIf: isRefresh })
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

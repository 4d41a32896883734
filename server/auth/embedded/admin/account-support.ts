import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { auditLogEntries, authSessions } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { AccountSupport } from '../../auth.ts'
import { removeFactor } from '../factors/factors.ts'
import { enqueueEmail, type AuthParts } from '../parts.ts'
import { auditRow, notifySecurityChange } from '../security-events.ts'
import { userStore } from '../users.ts'

const BY_OPERATOR = { ip: '', userAgent: '', deviceId: null, requestId: null }

/** What an administrator does about someone's sign-in. */
export const accountSupport = (parts: AuthParts): AccountSupport => ({
  async state(userId) {
    const store = userStore(parts.database.system)
    const user = await store.find(userId)
    const factors = user ? await store.factors(userId) : []
    return {
      isConfirmed: user?.emailConfirmedAt != null,
      hasSecondFactor: factors.some(({ factorType, status }) => factorType === 'totp' && status === 'verified'),
    }
  },

  async resendConfirmation(queries, userId) {
    const user = await userStore(queries).find(userId)
    if (!user?.email || user.emailConfirmedAt) return false
    const redirectTo = `${parts.settings.siteUrl}/dashboard`
    await enqueueEmail(parts, queries, { kind: 'confirmation', to: user.email, nonce: randomUUID(), redirectTo })
    return true
  },

  async removeSecondFactor(queries, userId, requestedAt) {
    const user = await userStore(queries).lock(userId)
    if (!user || (await hasUsedSecondFactor(queries, userId, requestedAt))) return false
    const factors = (await userStore(queries).factors(userId)).filter(({ factorType }) => factorType === 'totp')
    for (const factor of factors) await removeFactor(parts, queries, factor)
    // As at any removal by the operator, whoever is signed in has to sign in again.
    await queries.delete(authSessions).where(eq(authSessions.userId, userId))
    await notifySecurityChange(parts, queries, user, 'authenticator-removed')
    await auditRow(parts, queries, BY_OPERATOR, 'factor_deleted', userId, { by: 'admin' })
    return true
  },
})

/** Then the owner still has it, whoever asked for its removal. */
async function hasUsedSecondFactor(queries: Queries, userId: string, since: Date): Promise<boolean> {
  const [used] = await queries
    .select({ id: auditLogEntries.id })
    .from(auditLogEntries)
    .where(
      and(
        eq(auditLogEntries.userId, userId),
        gt(auditLogEntries.createdAt, since),
        sql`${auditLogEntries.payload}->>'action' in ('factor_verified', 'recovery_code_used')`,
      ),
    )
    .limit(1)
  return used !== undefined
}

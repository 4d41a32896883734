import { randomUUID } from 'node:crypto'
import { auditLogEntries } from '../../platform/database/schema/auth.ts'
import type { Queries } from '../../platform/database/open.ts'
import { device, deviceId, type AuthHttp, type AuthParts, enqueueEmail } from './parts.ts'
import type { AuthEmail } from '../emails/auth-email-texts.ts'
import type { AuthUser } from './users.ts'

export type AuthEvent =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_reauthenticate_requested'
  | 'user_reauthenticated'
  | 'user_invited'
  | 'user_modified'
  | 'user_deleted'
  | 'user_updated_password'
  | 'user_email_change_requested'
  | 'user_email_changed'
  | 'user_email_change_undone'
  | 'verification_failed'
  | 'token_refreshed'
  | 'token_reused'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'factor_verified'
  | 'factor_failed'
  | 'factor_deleted'
  | 'recovery_codes_generated'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_updated'
  | 'passkey_deleted'
  | 'session_ended'
  | 'generate_link'

const WARNINGS = new Set<AuthEvent>(['login_failed', 'verification_failed', 'token_reused', 'factor_failed'])

type Traits = Record<string, string | number | boolean>
type Origin = { ip: string; userAgent: string; deviceId: string | null; requestId: string | null }

/** Never records an address, token or code. */
export async function audit(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  event: AuthEvent,
  userId: string | null,
  traits: Traits = {},
): Promise<void> {
  const { ip, userAgent } = device(c)
  const origin = { ip, userAgent, deviceId: deviceId(c), requestId: c.var.requestId }
  await auditRow(parts, queries, origin, event, userId, traits)
  const line = { event: `auth.${event}`, user: userId, peer: ip, ...traits }
  if (WARNINGS.has(event)) c.var.log.warn(line, 'auth event')
  else c.var.log.info(line, 'auth event')
}

/** Writes only the row; for jobs, which have no request to log. */
export async function auditRow(
  { clock }: AuthParts,
  queries: Queries,
  { ip, userAgent, deviceId: knownAs, requestId }: Origin,
  event: AuthEvent,
  userId: string | null,
  traits: Traits,
): Promise<void> {
  await queries.insert(auditLogEntries).values({
    id: randomUUID(),
    userId,
    payload: {
      action: event,
      actor_id: userId,
      request_id: requestId,
      traits: { ...traits, ...(knownAs ? { device: knownAs } : {}), user_agent: userAgent },
    },
    ipAddress: ip,
    createdAt: clock(),
  })
}

type SecurityChange = NonNullable<AuthEmail['change']>

/** `from` is absent if the operator made the change. */
export async function notifySecurityChange(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  change: SecurityChange,
  from?: AuthEmail['device'],
): Promise<void> {
  if (!user.email) return
  await enqueueEmail(parts, queries, {
    kind: 'security-changed',
    to: user.email,
    nonce: randomUUID(),
    change,
    ...(from ? { device: from } : {}),
  })
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { authSessions, flowStates, oneTimeTokens } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { audit } from '../security-events.ts'
import { finishEmailChange } from '../email-change/email-change.ts'
import { banned, expired } from '../http/errors.ts'
import { clearTokens, removeToken, type TokenRow, type TokenType } from './one-time-tokens.ts'
import { removePendingSignUps, takePendingSignUp, type SignUpValues } from '../sign-up/pending-sign-ups.ts'
import { firstNameOf } from '../../first-name.ts'
import { signUpMetadata } from '../sign-up/register.ts'
import { sha256 } from './keys.ts'
import type { SessionResponse } from '../sessions/session-tokens.ts'
import { device, type AuthHttp, type AuthParts } from '../parts.ts'
import { startSession, type Method } from '../sessions/sessions.ts'
import { isBanned, userStore, type AuthUser } from '../users.ts'

export const TOKENS_OF: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

export const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export type Verified =
  | { kind: 'session'; session: SessionResponse }
  | { kind: 'code'; code: string }
  | { kind: 'first-of-two' }

type Options = {
  type: string
  /** With PKCE, a link returns a code instead of a session. */
  byLink: boolean
  /** True for a plain GET, which mail scanners send too. The link then works until its session is used. */
  mayBeScanner: boolean
}

export async function redeem(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  token: TokenRow,
  options: Options,
): Promise<Verified> {
  const user = await userStore(queries).lock(token.userId)
  if (!user) throw expired('link')
  if (isBanned(user, parts.clock())) throw banned()
  if (token.openedSessionId) await reopen(queries, c, token)
  const changed = isEmailChange(token.tokenType)
    ? await finishEmailChange(parts, queries, c, user, token)
    : await confirmAddress(parts, queries, user, token)
  if (!changed) return { kind: 'first-of-two' }
  await clearTokens(queries, user.id, token)
  if (options.byLink && token.flowStateId) {
    return { kind: 'code', code: await issueCode(parts, queries, token.flowStateId) }
  }
  const { session, response } = await startSession(
    parts,
    queries,
    c,
    changed,
    methodsFor(options.type, token.tokenType),
  )
  await audit(parts, queries, c, 'login', user.id, { method: options.type })
  if (options.mayBeScanner)
    await queries.update(oneTimeTokens).set({ openedSessionId: session.id }).where(eq(oneTimeTokens.id, token.id))
  else await removeToken(queries, token.id)
  return { kind: 'session', session: response }
}

/**
 * The link was opened before by something that never used its session, such as a mail scanner. That session ends, and
 * the link works again. If it comes from the same device, it is a replay and is rejected.
 */
async function reopen(queries: Queries, c: AuthHttp, token: TokenRow): Promise<void> {
  const [earlier] = await queries
    .select()
    .from(authSessions)
    .where(eq(authSessions.id, token.openedSessionId ?? ''))
  const { ip, userAgent } = device(c)
  if (!earlier || (earlier.ip === ip && earlier.userAgent === userAgent)) throw expired('link')
  await queries.delete(authSessions).where(eq(authSessions.id, earlier.id))
}

/**
 * Reset and sign-in links prove only who owns the address; the values from an earlier sign-up could be anyone's. Only
 * sign-up sets `email_verified` before confirmation; without it, the operator created the account.
 */
const provenValues = (user: AuthUser): SignUpValues =>
  'email_verified' in user.rawUserMetaData
    ? { passwordHash: null, metadata: signUpMetadata(user, {}) }
    : { passwordHash: user.encryptedPassword, metadata: user.rawUserMetaData }

async function confirmAddress(parts: AuthParts, queries: Queries, user: AuthUser, token: TokenRow): Promise<AuthUser> {
  const store = userStore(queries)
  const now = parts.clock()
  // Proving ownership of the current address cancels a pending change.
  const kept = user.emailChange
    ? await store.update(user.id, { emailChange: null, emailChangeSessionId: null, updatedAt: now })
    : user
  if (kept.emailConfirmedAt) return kept
  const { passwordHash, metadata } =
    token.tokenType === 'confirmation_token'
      ? await takePendingSignUp(queries, kept, token.tokenHash)
      : provenValues(kept)
  await removePendingSignUps(queries, user.id)
  const confirmed = await store.update(user.id, {
    emailConfirmedAt: now,
    updatedAt: now,
    encryptedPassword: passwordHash,
    rawUserMetaData: 'email_verified' in metadata ? { ...metadata, email_verified: true } : metadata,
  })
  await store.updateIdentity(confirmed, 'email', now)
  await parts.profiles.rename(queries, user.id, firstNameOf(metadata))
  return confirmed
}

const isEmailChange = (token: TokenType) => TOKENS_OF.email_change?.includes(token) ?? false

async function issueCode({ clock }: AuthParts, queries: Queries, flowStateId: string): Promise<string> {
  const code = randomUUID()
  await queries
    .update(flowStates)
    .set({ authCode: sha256(code), authCodeIssuedAt: clock(), updatedAt: clock() })
    .where(eq(flowStates.id, flowStateId))
  return code
}

/**
 * `recovery` allows setting a password without the old one. `email_change` doesn't, because its email went to an
 * address that is new to the account. `otp` is the protocol's term for the rest.
 */
function methodsFor(type: string, token: TokenType): Method[] {
  if (isEmailChange(token)) return ['email_change']
  return type === 'recovery' && token === 'recovery_token' ? ['otp', 'recovery'] : ['otp']
}

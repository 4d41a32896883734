import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { authSessions, flowStates, oneTimeTokens } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { audit } from '../security-events.ts'
import { finishEmailChange } from '../email-change/email-change.ts'
import { AuthError, expired } from '../http/errors.ts'
import { clearTokens, removeToken, type TokenRow, type TokenType } from './one-time-tokens.ts'
import { removePendingSignUps, takePendingSignUp, type SignUpValues } from '../sign-up/pending-sign-ups.ts'
import { firstNameOf, signUpMetadata } from '../sign-up/register.ts'
import { sha256 } from './keys.ts'
import type { SessionResponse } from '../sessions/session-tokens.ts'
import { device, type AuthHttp, type AuthParts } from '../parts.ts'
import { startSession, type Method } from '../sessions/sessions.ts'
import { isBanned, userStore, type AuthUser } from '../users.ts'

/** Which tokens a type of verification may spend. */
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
  { kind: 'session'; session: SessionResponse } | { kind: 'code'; code: string } | { kind: 'first-of-two' }

type Options = {
  type: string
  /** By the link in a letter, which for PKCE answers with a code instead of a session. */
  byLink: boolean
  /** Opened by a plain GET, which a scanner in the mail's way does too: the link is spent only when its session is used. */
  byScannerPerhaps: boolean
}

/** What a right token does: confirms, changes the address, signs in. */
export async function redeem(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  token: TokenRow,
  options: Options,
): Promise<Verified> {
  const user = await userStore(queries).lock(token.userId)
  if (!user) throw expired('link')
  if (isBanned(user, parts.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  if (token.openedSessionId) await reopen(queries, c, token)
  const changed = await applyToken(parts, queries, c, user, token)
  if (!changed) return { kind: 'first-of-two' }
  await clearTokens(queries, user.id, token.id)
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
  if (options.byScannerPerhaps)
    await queries.update(oneTimeTokens).set({ openedSessionId: session.id }).where(eq(oneTimeTokens.id, token.id))
  else await removeToken(queries, token.id)
  return { kind: 'session', session: response }
}

/**
 * A link that was opened before, by something that never used the session it got: a scanner in the mail's way.
 * Its session ends and the link works once more. The same device asking twice is a replay.
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
 * A reset or a sign-in link proves the address, and that is all: what was typed at a sign-up before it could be
 * anybody's. Only a sign-up writes `email_verified` before the address is; without it the operator made the account.
 */
const provenValues = (user: AuthUser): SignUpValues =>
  'email_verified' in user.rawUserMetaData
    ? { passwordHash: null, metadata: signUpMetadata(user, {}) }
    : { passwordHash: user.encryptedPassword, metadata: user.rawUserMetaData }

/** None while the other of two addresses has still to agree. */
async function applyToken(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  token: TokenRow,
): Promise<AuthUser | null> {
  const store = userStore(queries)
  const now = parts.clock()
  if (token.tokenType === 'email_change_token_new' || token.tokenType === 'email_change_token_current') {
    return finishEmailChange(parts, queries, c, user, token)
  }
  // Any other proof of the present address cancels a pending change of it, as it spends the change's own tokens.
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

async function issueCode({ clock }: AuthParts, queries: Queries, flowStateId: string): Promise<string> {
  const code = randomUUID()
  await queries
    .update(flowStates)
    .set({ authCode: sha256(code), authCodeIssuedAt: clock(), updatedAt: clock() })
    .where(eq(flowStates.id, flowStateId))
  return code
}

/**
 * `otp` is the protocol's word; `recovery` marks the session that may set a password without knowing the old one, and
 * `email_change` the one that may do nothing of the kind: its letter went to an address that is new to the account.
 */
function methodsFor(type: string, token: TokenType): Method[] {
  if (token === 'email_change_token_new' || token === 'email_change_token_current') return ['email_change']
  return type === 'recovery' && token === 'recovery_token' ? ['otp', 'recovery'] : ['otp']
}

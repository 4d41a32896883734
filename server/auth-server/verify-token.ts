import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { authSessions, flowStates, oneTimeTokens } from '../database/auth-schema.ts'
import type { Queries } from '../database/open.ts'
import { audit } from './audit.ts'
import { AuthError } from './errors.ts'
import { clearTokens, removeToken, type TokenRow, type TokenType } from './one-time-tokens.ts'
import { sha256 } from './secrets.ts'
import type { SessionResponse } from './session-response.ts'
import { device, enqueueLetter, type AuthHttp, type AuthParts } from './parts.ts'
import { startSession, type Method } from './sessions.ts'
import { isBanned, userStore, type AuthUser } from './store.ts'

/** Which tokens a type of verification may spend. */
export const TOKENS_OF: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

export const FIRST_OF_TWO =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

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
    await queries
      .update(oneTimeTokens)
      .set({ openedSessionId: session.id })
      .where(eq(oneTimeTokens.id, token.id))
  else await removeToken(queries, token.id)
  return { kind: 'session', session: response }
}

export const expired = (by: 'link' | 'code') =>
  new AuthError(
    403,
    'otp_expired',
    by === 'link' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )

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
    return changeEmail(parts, queries, c, user, token)
  }
  // Any other proof of the present address cancels a pending change of it, as it spends the change's own tokens.
  const kept = user.emailChange ? await store.update(user.id, { emailChange: null, updatedAt: now }) : user
  if (kept.emailConfirmedAt) return kept
  const data = kept.rawUserMetaData
  const confirmed = await store.update(user.id, {
    emailConfirmedAt: now,
    updatedAt: now,
    ...('email_verified' in data ? { rawUserMetaData: { ...data, email_verified: true } } : {}),
  })
  await store.updateIdentity(confirmed, 'email', now)
  return confirmed
}

async function changeEmail(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  token: TokenRow,
): Promise<AuthUser | null> {
  const store = userStore(queries)
  const now = parts.clock()
  // The token of an address change is spent with the change itself, which can only happen once.
  if (token.openedSessionId && !user.emailChange) return user
  if (!user.emailChange) throw expired('link')
  if (parts.settings.secureEmailChange && user.email && user.emailChangeConfirmStatus === 0) {
    await removeToken(queries, token.id)
    await store.update(user.id, { emailChangeConfirmStatus: 1, updatedAt: now })
    return null
  }
  if (await store.findByEmail(user.emailChange)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  const data = user.rawUserMetaData
  const changed = await store.update(user.id, {
    email: user.emailChange,
    emailChange: null,
    emailChangeConfirmStatus: 0,
    emailConfirmedAt: now,
    isAnonymous: false,
    updatedAt: now,
    ...(user.isAnonymous
      ? { rawAppMetaData: { ...user.rawAppMetaData, provider: 'email', providers: ['email'] } }
      : {}),
    ...('email' in data
      ? { rawUserMetaData: { ...data, email: user.emailChange, email_verified: true } }
      : {}),
  })
  if ((await store.identities(user.id)).some(({ provider }) => provider === 'email'))
    await store.updateIdentity(changed, 'email', now)
  else await store.insertIdentity(changed, 'email', now)
  await parts.profiles.changeEmail(queries, user.id, changed.email ?? '')
  if (user.email) {
    const letter = {
      kind: 'email-change-notice',
      to: user.email,
      nonce: randomUUID(),
      newEmail: changed.email ?? '',
    } as const
    await enqueueLetter(parts, queries, letter)
  }
  await audit(parts, queries, c, 'user_email_changed', user.id)
  return changed
}

async function issueCode({ clock }: AuthParts, queries: Queries, flowStateId: string): Promise<string> {
  const code = randomUUID()
  await queries
    .update(flowStates)
    .set({ authCode: sha256(code), authCodeIssuedAt: clock(), updatedAt: clock() })
    .where(eq(flowStates.id, flowStateId))
  return code
}

/** `otp` is the protocol's word; `recovery` marks the session that may set a password without knowing the old one. */
const methodsFor = (type: string, token: TokenType): Method[] =>
  type === 'recovery' && token === 'recovery_token' ? ['otp', 'recovery'] : ['otp']

import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Queries } from '../../platform/database/open.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { audit } from './security-events.ts'
import {
  authenticate,
  requireSecondFactor,
  type SignedIn,
  acceptProof,
  hasProof,
  isAuthenticatedSince,
  proofFields,
  requireRecentAuthentication,
} from './sessions/authenticate.ts'
import { challengeFields, readBody, readChallenge, readEmail, mergeMetadata, metadata } from './http/request-body.ts'
import { startEmailChange } from './email-change/email-change.ts'
import { AuthError } from './http/errors.ts'
import { clearTokens } from './tokens/one-time-tokens.ts'
import type { RedirectAllowList } from './http/redirect-allow-list.ts'
import { signUpMetadata } from './sign-up/register.ts'
import { enqueueEmail, type AuthHttp, type AuthParts } from './parts.ts'
import { addMethod, endSessions, removeMethods, type Method } from './sessions/sessions.ts'
import { userStore, type AuthUser, loadUserObject } from './users.ts'

/** How long after opening a reset link the password may be set without the old one. */
const RESET_SECONDS = 3600
const BY_MAIL: readonly Method[] = ['otp', 'recovery', 'magiclink', 'invite', 'email/signup']

const Change = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  ...proofFields,
  data: metadata.optional(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
})
type Change = z.infer<typeof Change>

export function userRoutes(parts: AuthParts, redirects: RedirectAllowList) {
  const { database, throttle } = parts
  return new Hono<HttpEnvironment>()
    .get('/user', async (c) => {
      const { user } = await authenticate(parts, c)
      return c.json(await loadUserObject(database.system, user))
    })
    .put('/user', throttle.perPeer('mail'), async (c) => {
      const signedIn = await authenticate(parts, c)
      const change = await readBody(c, Change)
      return c.json(await changeUser(parts, c, signedIn, change, redirects.of(c)))
    })
}

async function changeUser(parts: AuthParts, c: AuthHttp, signedIn: SignedIn, change: Change, redirectTo: string) {
  const { user, session } = signedIn
  const { database, passwords, throttle } = parts
  if (change.app_metadata !== undefined)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (change.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const flow = readChallenge(change)
  const email = change.email ? readEmail(change.email) : user.email
  const changesEmail = Boolean(change.email) && email !== user.email
  if (user.isAnonymous && change.password && !change.email) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (change.password !== undefined || changesEmail) {
    const factors = await userStore(database.system).factors(user.id)
    requireSecondFactor(
      session,
      factors,
      401,
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (change.password === undefined && !changesEmail && hasProof(change)) await acceptProof(parts, c, signedIn, change)
  const passwordHash = change.password === undefined ? null : await checkPassword(change.password)
  if (changesEmail) await requireRightToChangeEmail(parts, c, signedIn, change)
  if (changesEmail) await throttle.mail('email-change', email ?? '')

  return database.asSystem(async (queries) => {
    let changed = user
    if (change.data) changed = await setMetadata(parts, queries, changed, change.data)
    if (passwordHash) changed = await setPassword(parts, queries, c, changed, session.id, passwordHash)
    if (changesEmail)
      changed = await startEmailChange(parts, queries, c, changed, {
        email: email ?? '',
        redirectTo,
        flow,
        sessionId: session.id,
      })
    await audit(parts, queries, c, 'user_modified', user.id)
    return loadUserObject(queries, changed)
  })

  async function checkPassword(password: string): Promise<string> {
    passwords.check(password, user.email ?? '')
    await requireRightToSetPassword(parts, c, signedIn, change)
    if (user.encryptedPassword && (await passwords.isRight(password, user.encryptedPassword))) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    return passwords.hash(password)
  }
}

/** A stolen session must not be enough to set a password. */
async function requireRightToSetPassword(
  parts: AuthParts,
  c: AuthHttp,
  signedIn: SignedIn,
  change: Change,
): Promise<void> {
  const { user, session } = signedIn
  if (user.isAnonymous) return
  if (await isAuthenticatedSince(parts, session.id, RESET_SECONDS, ['recovery'])) return
  if (await isAuthenticatedSince(parts, session.id, undefined, BY_MAIL)) return
  if (hasProof(change)) return acceptProof(parts, c, signedIn, change)
  if (!user.encryptedPassword) return requireRecentAuthentication(parts, signedIn)
  throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.')
}

/** A stolen session must not be enough, except for anonymous accounts, which have no owner yet. */
async function requireRightToChangeEmail(
  parts: AuthParts,
  c: AuthHttp,
  signedIn: SignedIn,
  change: Change,
): Promise<void> {
  if (signedIn.user.isAnonymous || (await isAuthenticatedSince(parts, signedIn.session.id))) return
  if (hasProof(change)) return acceptProof(parts, c, signedIn, change)
  await requireRecentAuthentication(parts, signedIn)
}

async function setPassword(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  sessionId: string,
  hash: string,
) {
  const now = parts.clock()
  const changed = await userStore(queries).update(user.id, {
    encryptedPassword: hash,
    // An attacker's pending change must not survive the owner's new password.
    emailChange: null,
    emailChangeConfirmStatus: 0,
    emailChangeSessionId: null,
    updatedAt: now,
  })
  await endSessions(queries, user.id, { except: sessionId })
  await clearTokens(queries, user.id)
  await removeMethods(queries, sessionId, [...BY_MAIL])
  await addMethod(queries, sessionId, 'password', now)
  if (user.email) await enqueueEmail(parts, queries, { kind: 'password-changed', to: user.email, nonce: randomUUID() })
  await audit(parts, queries, c, 'user_updated_password', user.id)
  return changed
}

/** User metadata is self-declared and grants no rights. */
async function setMetadata(
  { clock }: AuthParts,
  queries: Queries,
  user: AuthUser,
  data: Record<string, unknown>,
): Promise<AuthUser> {
  const merged = mergeMetadata(user.rawUserMetaData, data, signUpMetadata(user, {}))
  return userStore(queries).update(user.id, { rawUserMetaData: merged, updatedAt: clock() })
}

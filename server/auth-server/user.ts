import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Queries } from '../database/open.ts'
import type { HttpEnvironment } from '../http/environment.ts'
import { audit } from './audit.ts'
import { authenticate, requireSecondFactor, type SignedIn } from './authenticate.ts'
import { challengeFields, readBody, readChallenge, readEmail } from './body.ts'
import { AuthError } from './errors.ts'
import { mergeMetadata, metadata } from './metadata.ts'
import { clearTokens, findByCode, issueToken, removeToken, type Flow } from './one-time-tokens.ts'
import type { RedirectAllowList } from './redirect-allow-list.ts'
import { signUpMetadata } from './register.ts'
import { enqueueLetter, type AuthHttp, type AuthParts } from './parts.ts'
import { addMethod, endSessions, forgetMethods } from './sessions.ts'
import { methodsOf } from './session-response.ts'
import { userStore, type AuthUser } from './store.ts'
import { loadUserObject } from './user-object.ts'

/** How long a session that began with a mailed link may set a password without the old one. */
const RECOVERY_SECONDS = 24 * 3600
const BY_MAIL = ['otp', 'recovery', 'magiclink'] as const

const Change = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
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

async function changeUser(
  parts: AuthParts,
  c: AuthHttp,
  { user, session }: SignedIn,
  change: Change,
  redirectTo: string,
) {
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
  if (changesEmail && (await userStore(database.system).findByEmail(email ?? ''))) throw emailExists()
  const passwordHash =
    change.password === undefined
      ? null
      : await checkPassword(parts, { user, session }, change, change.password)
  if (changesEmail) await throttle.mail('email-change', email ?? '')

  return database.asSystem(async (queries) => {
    let changed = user
    if (change.data) changed = await setMetadata(parts, queries, changed, change.data)
    if (passwordHash) changed = await setPassword(parts, queries, c, changed, session.id, passwordHash)
    if (changesEmail)
      changed = await startEmailChange(parts, queries, c, changed, { email: email ?? '', redirectTo, flow })
    await audit(parts, queries, c, 'user_modified', user.id)
    return loadUserObject(queries, changed)
  })

  function emailExists() {
    return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }

  async function checkPassword(
    all: AuthParts,
    who: SignedIn,
    asked: Change,
    password: string,
  ): Promise<string> {
    passwords.check(password, who.user.email ?? '')
    await requireCurrentPassword(all, c, who, asked)
    if (who.user.encryptedPassword && (await passwords.isRight(password, who.user.encryptedPassword))) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    return passwords.hash(password)
  }
}

/** A stolen session must not be enough: the old password, or a session that began with a letter to the owner, or a mailed code. */
async function requireCurrentPassword(
  parts: AuthParts,
  c: AuthHttp,
  { user, session }: SignedIn,
  change: Change,
): Promise<void> {
  const { database, passwords, throttle, clock } = parts
  if (!user.encryptedPassword) return
  const oldest = clock().getTime() / 1000 - RECOVERY_SECONDS
  const methods = await methodsOf(database.system, session.id)
  const byMail: readonly string[] = BY_MAIL
  if (methods.some(({ method, timestamp }) => byMail.includes(method) && timestamp > oldest)) return
  if (change.nonce) return requireNonce(parts, user, change.nonce)
  if (!change.current_password) {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const attempt = await throttle.tryPassword(user.email ?? user.id, c.var.peer, async () => true)
  if (!(await passwords.isRight(change.current_password, user.encryptedPassword))) {
    await audit(parts, database.system, c, 'login_failed', user.id, { during: 'password-change' })
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.')
  }
  await attempt.wasRight()
}

async function requireNonce(parts: AuthParts, user: AuthUser, nonce: string): Promise<void> {
  const right = await parts.database.asSystem(async (queries) => {
    const token = await findByCode(parts, queries, {
      userId: user.id,
      code: nonce,
      types: ['reauthentication_token'],
    })
    if (token) await removeToken(queries, token.id)
    return Boolean(token)
  })
  if (!right) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** Ends every other session, spends every mailed token, and tells the owner. */
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
    // Whoever changes the address by a stolen session must not outlast the owner's new password.
    emailChange: null,
    emailChangeConfirmStatus: 0,
    updatedAt: now,
  })
  await endSessions(queries, user.id, { except: sessionId })
  await clearTokens(queries, user.id)
  await forgetMethods(queries, sessionId, [...BY_MAIL])
  await addMethod(queries, sessionId, 'password', now)
  if (user.email)
    await enqueueLetter(parts, queries, { kind: 'password-changed', to: user.email, nonce: randomUUID() })
  await audit(parts, queries, c, 'user_updated_password', user.id)
  return changed
}

/** Keys are merged; null removes one. What is in here is the user's own saying and gives no rights. */
async function setMetadata(
  { clock }: AuthParts,
  queries: Queries,
  user: AuthUser,
  data: Record<string, unknown>,
): Promise<AuthUser> {
  const merged = mergeMetadata(user.rawUserMetaData, data, signUpMetadata(user, {}))
  return userStore(queries).update(user.id, { rawUserMetaData: merged, updatedAt: clock() })
}

type EmailChange = { email: string; redirectTo: string; flow: Flow | null }

/** Pending until the new address confirms; the old one is told, and where the operator wants it, asked. */
async function startEmailChange(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  wanted: EmailChange,
): Promise<AuthUser> {
  const { email, redirectTo, flow } = wanted
  const at = parts.clock()
  const changed = await userStore(queries).update(user.id, {
    emailChange: email,
    emailChangeSentAt: at,
    emailChangeConfirmStatus: 0,
    updatedAt: at,
  })
  const link = { redirectTo, ...(flow ? { flow } : {}) }
  const issue = { userId: user.id, at, flow, method: 'email_change' }
  const nonce = randomUUID()
  await issueToken(parts, queries, { ...issue, type: 'email_change_token_new', nonce, relatesTo: email })
  await enqueueLetter(parts, queries, { kind: 'email-change-new', to: email, nonce, ...link })
  if (user.email && parts.settings.secureEmailChange) {
    const second = randomUUID()
    await issueToken(parts, queries, {
      ...issue,
      type: 'email_change_token_current',
      nonce: second,
      relatesTo: user.email,
    })
    await enqueueLetter(parts, queries, {
      kind: 'email-change-current',
      to: user.email,
      nonce: second,
      newEmail: email,
      ...link,
    })
  } else if (user.email) {
    await enqueueLetter(parts, queries, {
      kind: 'email-change-notice',
      to: user.email,
      nonce: randomUUID(),
      newEmail: email,
      pending: true,
    })
  }
  await audit(parts, queries, c, 'user_email_change_requested', user.id)
  return changed
}

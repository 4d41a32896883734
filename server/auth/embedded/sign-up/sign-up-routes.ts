import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit } from '../security-events.ts'
import { challengeFields, readBody, readChallenge, readEmail, readPhone, metadata } from '../http/request-body.ts'
import { reservedFor } from '../email-change/undo.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { issueToken, type Flow } from '../tokens/one-time-tokens.ts'
import type { RedirectAllowList } from '../http/redirect-allow-list.ts'
import { register, sendConfirmation, signUpMetadata, type NewUser, signUpAnswer } from './register.ts'
import { contest, hasPendingSignUps } from './pending-sign-ups.ts'
import { enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'
import { startSession } from '../sessions/sessions.ts'
import { userStore, type AuthUser } from '../users.ts'

const Body = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: metadata.default({}),
  ...challengeFields,
})

export type SignUp = {
  email: string | null
  phone: string | null
  passwordHash: string
  data: Record<string, unknown>
  redirectTo: string
  flow: Flow | null
}

export function signupRoutes(parts: AuthParts, redirects: RedirectAllowList) {
  const { settings, passwords, throttle } = parts
  return new Hono<HttpEnvironment>().post('/signup', throttle.perPeer('mail'), async (c) => {
    const body = await readBody(c, Body)
    if (!settings.signup) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    if (body.email === '' && body.phone === '') return c.json(await signUpAnonymously(parts, c, body.data))
    if (body.password === '') throw invalid('Signup requires a valid password')
    passwords.check(body.password, body.email)
    const flow = readChallenge(body)
    const address = readAddress(parts, body)
    if (settings.confirmEmail && address.email) await throttle.mail('signup', address.email)
    const passwordHash = await passwords.hash(body.password)
    if (!settings.confirmEmail && address.email) await requireOwner(parts, address.email, body.password)
    const request = { ...address, passwordHash, data: body.data, redirectTo: redirects.of(c), flow }
    return c.json(await signUp(parts, c, request))
  })
}

function readAddress({ settings }: AuthParts, { email, phone }: { email: string; phone: string }) {
  if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided on signup.')
  if (email !== '') return { email: readEmail(email), phone: null }
  if (settings.confirmPhone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  return { email: null, phone: readPhone(phone) }
}

/** Without confirmation, the password is the only proof of who owns an unconfirmed account. */
async function requireOwner({ database, passwords }: AuthParts, email: string, password: string): Promise<void> {
  const user = await userStore(database.system).findByEmail(email)
  if (!user || user.emailConfirmedAt || !user.encryptedPassword) return
  if (!(await passwords.isRight(password, user.encryptedPassword))) refuseTaken()
}

/** If addresses must be confirmed, the response never reveals whether an address has an account. */
async function signUp(parts: AuthParts, c: AuthHttp, request: SignUp) {
  const confirmed = request.phone !== null || !parts.settings.confirmEmail
  return parts.database.asSystem(async (queries) => {
    const store = userStore(queries)
    const existing = await (request.email ? store.findByEmail(request.email) : store.findByPhone(request.phone ?? ''))
    const isTaken = Boolean(existing?.emailConfirmedAt ?? existing?.phoneConfirmedAt)
    if (existing && !isTaken && !confirmed) await rehearse(parts, queries, request, 'account')
    if (existing && isTaken) return confirmed ? refuseTaken() : pretend(parts, queries, c, existing, request)
    const former = !existing && request.email ? await reservedFor(parts, queries, request.email) : null
    if (former)
      return confirmed ? refuseTaken() : pretend(parts, queries, c, { id: former, email: request.email }, request)
    const user = existing ?? (await registered(parts, queries, c, request, confirmed))
    if (!confirmed) {
      const signUpValues = { passwordHash: request.passwordHash, metadata: signUpMetadata(user, request.data) }
      if (existing) await contest(parts, queries, existing, signUpMetadata(existing, {}))
      const waiting = await sendConfirmation(parts, queries, c, user, { ...request, signUp: signUpValues })
      return signUpAnswer(parts, request, waiting, await store.identities(user.id))
    }
    const ready = existing ? await takeUp(parts, queries, existing, request.passwordHash) : user
    return (await startSession(parts, queries, c, ready, ['password'])).response
  })
}

async function registered(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  request: SignUp,
  confirmed: boolean,
): Promise<AuthUser> {
  const user = await register(parts, queries, { ...request, confirmed } satisfies NewUser)
  if (!user) return refuseTaken()
  await audit(parts, queries, c, 'user_signedup', user.id)
  return userStore(queries).update(user.id, { rawUserMetaData: signUpMetadata(user, request.data) })
}

/** For invited or unconfirmed accounts. An existing password is kept, because someone already owns the account. */
async function takeUp({ clock }: AuthParts, queries: Queries, user: AuthUser, hash: string): Promise<AuthUser> {
  const now = clock()
  const confirmed = await userStore(queries).update(user.id, {
    emailConfirmedAt: now,
    encryptedPassword: user.encryptedPassword ?? hash,
    updatedAt: now,
  })
  await userStore(queries).updateIdentity(confirmed, 'email', now)
  return confirmed
}

/** The caller gets the same response as for a new sign-up, after the same work; the owner gets an email. */
async function pretend(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  owner: Pick<AuthUser, 'id' | 'email'>,
  request: SignUp,
) {
  const nonce = randomUUID()
  const { decoy, identities } = await rehearse(parts, queries, request, 'account and link')
  await enqueueEmail(parts, queries, { kind: 'sign-up-attempted', to: owner.email ?? '', nonce })
  await audit(parts, queries, c, 'user_repeated_signup', owner.id)
  return signUpAnswer(parts, request, decoy, identities)
}

/** Registers a decoy and rolls it back, so that a known address takes the database as much work as a new one. */
async function rehearse(parts: AuthParts, queries: Queries, request: SignUp, what: 'account' | 'account and link') {
  const [now, decoyAddress] = [parts.clock(), `${randomUUID()}@decoy.invalid`]
  await queries.execute(sql`savepoint decoy`)
  const decoy = await register(parts, queries, { ...request, email: decoyAddress, confirmed: false })
  if (!decoy) throw new Error('a decoy was not inserted')
  if (what === 'account and link') {
    await issueToken(parts, queries, {
      userId: decoy.id,
      type: 'confirmation_token',
      nonce: randomUUID(),
      relatesTo: decoyAddress,
      at: now,
      flow: request.flow,
      method: 'email/signup',
      signUp: { passwordHash: request.passwordHash, metadata: request.data },
    })
    await hasPendingSignUps(queries, decoy.id)
  }
  await userStore(queries).update(decoy.id, { rawUserMetaData: signUpMetadata(decoy, request.data) })
  const identities = await userStore(queries).identities(decoy.id)
  await queries.execute(sql`rollback to savepoint decoy`)
  return { decoy, identities }
}

async function signUpAnonymously(parts: AuthParts, c: AuthHttp, data: Record<string, unknown>) {
  if (!parts.settings.anonymous)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  parts.throttle.take('anonymous', c.var.peer)
  return parts.database.asSystem(async (queries) => {
    const user = await register(parts, queries, {
      passwordHash: null,
      data,
      isAnonymous: true,
      confirmed: false,
    })
    if (!user) throw new Error('an anonymous account was not inserted')
    await audit(parts, queries, c, 'user_signedup', user.id, { anonymous: true })
    return (await startSession(parts, queries, c, user, ['anonymous'])).response
  })
}

function refuseTaken(): never {
  throw new AuthError(422, 'user_already_exists', 'User already registered')
}

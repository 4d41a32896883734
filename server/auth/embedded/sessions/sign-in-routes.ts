import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { flowStates, oneTimeTokens } from '../../../platform/database/schema/auth.ts'
import { isSameSecret, type HttpEnvironment } from '../../../platform/http/session.ts'
import { audit } from '../security-events.ts'
import { readBody, readEmail, readPhone } from '../http/request-body.ts'
import { AuthError, banned, invalid, OAuthError } from '../http/errors.ts'
import { refresh } from '../tokens/refresh-tokens.ts'
import { sha256 } from '../tokens/keys.ts'
import { commitRefusals, type AuthHttp, type AuthParts } from '../parts.ts'
import { isKnownAddress, startSession, type Method, endSessions } from './sessions.ts'
import { isBanned, userStore, type AuthUser } from '../users.ts'
import { authenticate } from './authenticate.ts'
import { MINUTE_MS } from '#domain/time.ts'

const FLOW_MS = 5 * MINUTE_MS

const Password = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})
const Refresh = z.object({ refresh_token: z.string().default('') })
const Exchange = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })
const IdToken = z.object({
  provider: z.string().optional(),
  issuer: z.string().optional(),
  id_token: z.string().default(''),
})

export function tokenRoutes(parts: AuthParts) {
  return new Hono<HttpEnvironment>().post('/token', parts.throttle.perPeer('token'), async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return c.json(await signInWithPassword(parts, c))
      case 'refresh_token': {
        const { refresh_token: given } = await readBody(c, Refresh)
        if (given === '') throw invalid('refresh_token required')
        return c.json(await refresh(parts, c, given))
      }
      case 'pkce':
        return c.json(await exchangeCode(parts, c))
      case 'id_token':
        throw noProvider(await readBody(c, IdToken))
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
      case undefined:
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
}

/** An unknown account, a missing password and a wrong password get the same response after the same work. */
async function signInWithPassword(parts: AuthParts, c: AuthHttp) {
  const { database, passwords, throttle, settings, clock } = parts
  const body = await readBody(c, Password)
  if (body.email === '' && body.phone === '') throw invalid('missing email or phone')
  if (body.email === '' && settings.confirmPhone)
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  const address = body.email === '' ? readPhone(body.phone) : addressOf(body.email)
  const store = userStore(database.system)
  const user = await (body.email === '' ? store.findByPhone(address) : store.findByEmail(address))
  const knownPeer = async () => Boolean(user) && (await isKnownAddress(parts, database.system, c, user?.id ?? ''))
  const attempt = await throttle.tryPassword(address, c.var.peer, knownPeer)
  const isRight = await passwords.isRight(body.password, user?.encryptedPassword)
  if (!user || !isRight) {
    await audit(parts, database.system, c, 'login_failed', user?.id ?? null)
    throw wrongCredentials()
  }
  await attempt.wasRight()
  if (isBanned(user, clock())) throw banned(400)
  requireConfirmed(user)
  const weakness = passwords.weakness(body.password, user.email ?? '')
  const { response } = await database.asSystem(async (queries) => {
    // While the password was checked, it may have been changed, which ends all sessions but not this sign-in.
    const current = await userStore(queries).lock(user.id)
    if (!current || current.encryptedPassword !== user.encryptedPassword) throw wrongCredentials()
    const started = await startSession(parts, queries, c, current, ['password'])
    await audit(parts, queries, c, 'login', user.id, { method: 'password' })
    return started
  })
  return weakness ? { ...response, weak_password: weakness } : response
}

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/** An invalid address is looked up too, because the response must not differ. */
function addressOf(given: string): string {
  try {
    return readEmail(given)
  } catch {
    return given.trim().toLowerCase().slice(0, 255)
  }
}

function requireConfirmed(user: AuthUser): void {
  if (user.email && !user.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  if (!user.email && user.phone && !user.phoneConfirmedAt)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
}

/** A PKCE code works once and expires after five minutes. */
async function exchangeCode(parts: AuthParts, c: AuthHttp) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, Exchange)
  if (code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  return commitRefusals(parts, async (queries) => {
    const [flow] = await queries
      .select()
      .from(flowStates)
      .where(eq(flowStates.authCode, sha256(code)))
      .for('update')
    if (!flow?.userId || !flow.authCodeIssuedAt)
      return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    const expires = flow.authCodeIssuedAt.getTime() + FLOW_MS
    if (parts.clock().getTime() >= expires)
      return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    if (!verifies(flow, verifier))
      return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.flowStateId, flow.id))
    await queries.delete(flowStates).where(eq(flowStates.id, flow.id))
    const user = await userStore(queries).find(flow.userId)
    if (!user) return new AuthError(404, 'user_not_found', 'User not found')
    if (isBanned(user, parts.clock())) return banned()
    await audit(parts, queries, c, 'login', user.id, { method: 'pkce' })
    return (await startSession(parts, queries, c, user, [flow.authenticationMethod as Method])).response
  })
}

function verifies(flow: typeof flowStates.$inferSelect, verifier: string): boolean {
  const given =
    flow.codeChallengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return isSameSecret(given, flow.codeChallenge)
}

function noProvider({ provider, issuer, id_token: token }: z.infer<typeof IdToken>): Error {
  if (token === '') return new OAuthError('id_token required')
  if (!provider && !issuer) return new OAuthError('provider or client_id and issuer required')
  return new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer ${JSON.stringify(issuer ?? provider)}) is not enabled`,
  )
}

export function logoutRoutes(parts: AuthParts) {
  return new Hono<HttpEnvironment>().post('/logout', async (c) => {
    const { user, session } = await authenticate(parts, c)
    const scope = c.req.query('scope') || 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others')
      throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`)
    await parts.database.asSystem(async (queries) => {
      const which = { global: {}, local: { only: session.id }, others: { except: session.id } }
      await endSessions(queries, user.id, which[scope])
      await audit(parts, queries, c, 'logout', user.id, { scope })
    })
    return c.body(null, 204)
  })
}

import { z } from 'zod'
import { audit } from './audit.ts'
import type { SignedIn } from './authenticate.ts'
import { AuthError } from './errors.ts'
import { findByCode, removeToken } from './one-time-tokens.ts'
import { PasskeyAnswer, verifyAssertion } from './passkey-assertion.ts'
import type { AuthHttp, AuthParts } from './parts.ts'
import { methodsOf } from './session-response.ts'
import { addMethod, type Method } from './sessions.ts'
import type { AuthUser } from './store.ts'

/** How long a proof of identity allows what could take an account over. A refreshed token is no proof. */
const RECENT_SECONDS = 600
const MOST_CODES_A_DAY = 30
const DAY_MS = 86_400_000

/** A link to a new address proves only who reads that address, and an anonymous session nothing at all. */
const PROOFS: readonly Method[] = [
  'password',
  'passkey',
  'otp',
  'recovery',
  'magiclink',
  'invite',
  'email/signup',
  'totp',
  'mfa/recovery_code',
]

/** What proves, together with a request, who is asking. */
export const proofFields = {
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  passkey: PasskeyAnswer.optional(),
}
type Proof = {
  current_password?: string | undefined
  nonce?: string | undefined
  passkey?: z.infer<typeof PasskeyAnswer> | undefined
}

export const hasProof = (given: Proof) =>
  Boolean(given.current_password ?? given.nonce) || given.passkey !== undefined

/** Refused with the code that tells a client to confirm who is there and to ask again. */
export async function requireRecentAuthentication(parts: AuthParts, { session }: SignedIn): Promise<void> {
  if (!(await isAuthenticatedSince(parts, session.id, RECENT_SECONDS)))
    throw new AuthError(400, 'reauthentication_needed', 'Please confirm that it is you to continue.')
}

export async function isAuthenticatedSince(
  { database, clock }: AuthParts,
  sessionId: string,
  seconds: number = RECENT_SECONDS,
  by: readonly Method[] = PROOFS,
): Promise<boolean> {
  const oldest = clock().getTime() / 1000 - seconds
  const methods = await methodsOf(database.system, sessionId)
  return methods.some(({ method, timestamp }) => timestamp > oldest && by.some((known) => known === method))
}

/** Checks the proof that came with a request and renews the session by it; throws when it is wrong. */
export async function acceptProof(
  parts: AuthParts,
  c: AuthHttp,
  signedIn: SignedIn,
  proof: Proof,
): Promise<void> {
  const method = await checkProof(parts, c, signedIn.user, proof)
  await addMethod(parts.database.system, signedIn.session.id, method, parts.clock())
  await audit(parts, parts.database.system, c, 'user_reauthenticated', signedIn.user.id, { method })
}

async function checkProof(parts: AuthParts, c: AuthHttp, user: AuthUser, proof: Proof): Promise<Method> {
  if (proof.nonce) {
    await checkNonce(parts, user, proof.nonce)
    return 'otp'
  }
  if (proof.passkey) {
    await verifyAssertion(parts, proof.passkey, user.id)
    return 'passkey'
  }
  await checkPassword(parts, c, user, proof.current_password ?? '')
  return 'password'
}

async function checkPassword(parts: AuthParts, c: AuthHttp, user: AuthUser, password: string): Promise<void> {
  const { database, passwords, throttle } = parts
  const attempt = await throttle.tryPassword(user.email ?? user.id, c.var.peer, async () => true)
  if (!(await passwords.isRight(password, user.encryptedPassword))) {
    await audit(parts, database.system, c, 'login_failed', user.id, { during: 'reauthentication' })
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.')
  }
  await attempt.wasRight()
}

/** Counting a wrong code must outlast the refusal, so the transaction ends before it. */
async function checkNonce(parts: AuthParts, user: AuthUser, nonce: string): Promise<void> {
  const tries = `reauthentication ${user.id}`
  await parts.throttle.attempt(
    tries,
    MOST_CODES_A_DAY,
    DAY_MS,
    (seconds) =>
      new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
        retryAfterSeconds: seconds,
      }),
  )
  const isRight = await parts.database.asSystem(async (queries) => {
    const token = await findByCode(parts, queries, {
      userId: user.id,
      code: nonce,
      types: ['reauthentication_token'],
    })
    if (token) await removeToken(queries, token.id)
    return Boolean(token)
  })
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  await parts.throttle.forget(tries)
}

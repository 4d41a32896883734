import { z } from 'zod'
import type { AccountRow } from '../platform/database/account-row.ts'
import type { Queries } from '../platform/database/open.ts'
import type { SignIn } from '../platform/http/session.ts'
import type { Clock } from '#domain/time.ts'

/** The port that the embedded and the hosted auth service implement. */
export type Auth = {
  identify: (bearer: string) => Promise<Identity | null>
  /** Throws unless the password is right or, for an account without one, the sign-in is recent. */
  confirmIdentity: (identity: Identity, password: string, peer: string) => Promise<void>
  /** Empty if the service can't list them. */
  devices: (userId: string) => Promise<Device[]>
  /** False if the user has no such session. */
  endSession: (userId: string, sessionId: string) => Promise<boolean>
  /** Does nothing when a hosted service owns the sessions. */
  endSessions: (queries: Queries, userId: string) => Promise<void>
  /** Rows by table, without secrets. */
  export: (userId: string) => Promise<Record<string, object[]>>
  erase: (queries: Queries, userId: string) => Promise<void>
  /** Runs after `erase`, as a job that it enqueues at a hosted service. */
  removeIdentity: (userId: string) => Promise<void>
  /** Null if a hosted service does this. */
  support: AccountSupport | null
}

export type AccountSupport = {
  state: (userId: string) => Promise<{ isConfirmed: boolean; hasSecondFactor: boolean }>
  /** False if there is nothing to confirm. */
  resendConfirmation: (queries: Queries, userId: string) => Promise<boolean>
  /** False if the second factor has been used since, so that its owner still has it. Also signs out every device. */
  removeSecondFactor: (queries: Queries, userId: string, since: Date) => Promise<boolean>
}

export type Identity = {
  id: string
  email: string
  sessionId: string
  /** For a profile that is created on first use. */
  firstName?: string | null
  /** Set when the session query joined it, which saves a second query. */
  account?: AccountRow | null
  /** Set if only the token says how and when the user signed in. */
  signIns?: SignIn[]
  /** Whether the user has proven who they are within RECENT_SECONDS. */
  isRecent?: () => Promise<boolean>
  /** From the auth service, because the token may be out of date. */
  confirmedEmail?: () => Promise<string | null>
}

export const WRONG_PASSWORD = 'The password is incorrect.'

/** How long a proof of identity allows sensitive changes. Refreshing a token doesn't count as proof. */
export const RECENT_SECONDS = 600

/**
 * Excludes `email_change`, which only proves who reads the new address; anonymous sign-in proves nothing at all. The
 * last five exist only at a hosted service.
 */
const PROOFS: readonly string[] = [
  'password',
  'passkey',
  'otp',
  'recovery',
  'magiclink',
  'invite',
  'email/signup',
  'totp',
  'mfa/recovery_code',
  'oauth',
  'sso/saml',
  'mfa/phone',
  'mfa/webauthn',
  'web3',
]

export function hasSignedInSince(
  signIns: SignIn[],
  now: Date,
  seconds: number = RECENT_SECONDS,
  by: readonly string[] = PROOFS,
): boolean {
  const oldest = now.getTime() / 1000 - seconds
  return signIns.some(({ method, timestamp }) => timestamp > oldest && by.includes(method))
}

export type Device = { id: string; createdAt: Date; lastSeenAt: Date; ip: string; userAgent: string }

/** Returns one hash per accepted key, newest key first. */
export type KeyedHash = (purpose: string, value: string) => string[]

/** The claims that every access token must have. */
export const SessionClaims = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  email: z.string().default(''),
  aal: z.string().default('aal1'),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
  exp: z.number(),
})

const MAX_TOKENS = 10_000

/** Caches verified tokens until they expire, because a valid signature stays valid. */
export function cacheVerified<Claims extends { exp: number }>(
  verify: (token: string) => Promise<Claims | null>,
  clock: Clock,
): (token: string) => Promise<Claims | null> {
  const verified = new Map<string, Claims>()
  return async (token) => {
    const known = verified.get(token)
    if (known && known.exp * 1000 > clock().getTime()) return known
    verified.delete(token)
    const claims = await verify(token)
    if (claims) {
      verified.set(token, claims)
      if (verified.size > MAX_TOKENS) verified.delete(verified.keys().next().value ?? '')
    }
    return claims
  }
}

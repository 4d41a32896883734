import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#domain/errors.ts'
import { type Auth, cacheVerified, hasSignedInSince, RECENT_SECONDS, SessionClaims } from '../auth.ts'
import { type Clock, MINUTE_MS } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { firstNameOf } from '../first-name.ts'
import { hostedService, notResponding, type ServiceUser } from './hosted-service.ts'
import { createLiveUsers } from './live-users.ts'

const KEY_SET_CACHE_MS = 10 * MINUTE_MS

/** Ways to sign in without a password. After a sign-up by email, there may be one. */
const WITHOUT_PASSWORD = ['passkey', 'otp', 'magiclink', 'invite', 'recovery', 'oauth', 'sso/saml']

const PASSWORD_OR_SIGN_IN =
  'Enter your password. If you have none, sign in again and delete the account within ten minutes.'

type Needs = {
  url: string
  anonKey: string
  jwksUrl: string
  jwtSecret: string | null
  serviceKey: string | null
  clock: Clock
  queue: Queue
}

export function hostedAuth({ url, anonKey, jwksUrl, jwtSecret, serviceKey, clock, queue }: Needs): Auth {
  const check = { issuer: url, audience: 'authenticated' }
  const keySet = createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: KEY_SET_CACHE_MS,
    timeoutDuration: 5000,
  })
  /** A key set that can't be read says nothing about the token, so nobody is signed out. */
  const keyOf: JWTVerifyGetKey = (...token) =>
    keySet(...token).catch((error: unknown) => {
      throw error instanceof errors.JWKSNoMatchingKey ? error : notResponding(error)
    })
  const secret = jwtSecret ? new TextEncoder().encode(jwtSecret) : null
  const verify = cacheVerified(async (token) => {
    try {
      const options = { ...check, currentDate: clock() }
      const { payload } = secret
        ? await jwtVerify(token, secret, { ...options, algorithms: ['HS256'] })
        : await jwtVerify(token, keyOf, { ...options, algorithms: ['ES256', 'RS256'] })
      return SessionClaims.parse(payload)
    } catch (error) {
      if (error instanceof AppError) throw error
      return null
    }
  }, clock)

  const service = hostedService({ url, anonKey, serviceKey })
  const userOf = createLiveUsers(service, clock)

  return {
    async identify(bearer) {
      const claims = await verify(bearer)
      const user = claims && (await userOf(claims.session_id, bearer))
      if (!user || (claims.aal !== 'aal2' && hasSecondFactor(user))) return null
      return {
        id: claims.sub,
        // The token may be older than a change of address.
        email: user.email,
        sessionId: claims.session_id,
        firstName: firstNameOf(user.user_metadata ?? {}),
        signIns: claims.amr,
        isRecent: async () => hasSignedInSince(claims.amr, clock()),
        confirmedEmail: async () => (user.email_confirmed_at ? user.email : null),
      }
    },

    /** Checks the password by signing in again. The service doesn't say whether an account has one. */
    async confirmIdentity({ email, signIns = [] }, password) {
      if (password === '') {
        if (hasSignedInSince(signIns, clock(), RECENT_SECONDS, WITHOUT_PASSWORD)) return
        throw new AppError('invalid-input', PASSWORD_OR_SIGN_IN)
      }
      await service.checkPassword(email, password)
    },

    // Sessions and credentials belong to the hosted service.
    devices: async () => [],
    endSession: async () => false,
    endSessions: async () => {},
    export: async () => ({}),
    async erase(queries, userId) {
      if (serviceKey !== null) await queue.enqueue(queries, 'auth.remove-identity', { userId })
    },
    removeIdentity: service.removeUser,
    support: null,
  }
}

const hasSecondFactor = ({ factors }: ServiceUser) => (factors ?? []).some(({ status }) => status === 'verified')

import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { type Auth, cacheVerified, hasSignedInSince, RECENT_SECONDS, SessionClaims, WRONG_PASSWORD } from '../auth.ts'
import { type Clock, MINUTE_MS } from '#domain/time.ts'

const KEY_SET_CACHE_MS = 10 * MINUTE_MS

/** Ways to sign in without a password. After a sign-up by email, there may be one. */
const WITHOUT_PASSWORD = ['passkey', 'otp', 'magiclink', 'invite', 'recovery', 'oauth', 'sso/saml']

const ServiceUser = z.looseObject({ email: z.string(), email_confirmed_at: z.string().nullish() })

const PASSWORD_OR_SIGN_IN =
  'Enter your password. If you have none, sign in again and delete the account within ten minutes.'

type Needs = { url: string; anonKey: string; jwksUrl: string; jwtSecret: string | null; clock: Clock }

export function hostedAuth({ url, anonKey, jwksUrl, jwtSecret, clock }: Needs): Auth {
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

  async function confirmedEmail(bearer: string): Promise<string | null> {
    const response = await fetch(`${url}/user`, {
      headers: { authorization: `Bearer ${bearer}`, apikey: anonKey },
      signal: AbortSignal.timeout(5000),
    }).catch(() => null)
    const user = ServiceUser.safeParse(await response?.json().catch(() => null))
    return response?.ok && user.success && user.data.email_confirmed_at ? user.data.email : null
  }

  return {
    async identify(bearer) {
      const claims = await verify(bearer)
      return (
        claims && {
          id: claims.sub,
          email: claims.email,
          sessionId: claims.session_id,
          signIns: claims.amr,
          isRecent: async () => hasSignedInSince(claims.amr, clock()),
          confirmedEmail: () => confirmedEmail(bearer),
        }
      )
    },

    /** Checks the password by signing in again. The service doesn't say whether an account has one. */
    async confirmIdentity({ email, signIns = [] }, password) {
      if (password === '') {
        if (hasSignedInSince(signIns, clock(), RECENT_SECONDS, WITHOUT_PASSWORD)) return
        throw new AppError('invalid-input', PASSWORD_OR_SIGN_IN)
      }
      const response = await fetch(`${url}/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: anonKey },
        body: JSON.stringify({ email, password }),
        signal: AbortSignal.timeout(5000),
      }).catch((error: unknown) => {
        throw notResponding(error)
      })
      if (response.status === 429) throw new AppError('too-many-requests', TOO_MANY_TRIES, { retryAfterSeconds: 60 })
      if (response.status >= 500) throw notResponding(new Error(`the service answered ${response.status}`))
      if (!response.ok) throw new AppError('invalid-input', WRONG_PASSWORD)
    },

    // Sessions and credentials belong to the hosted service.
    devices: async () => [],
    endSession: async () => false,
    endSessions: async () => {},
    export: async () => ({}),
    erase: async () => {},
  }
}

const TOO_MANY_TRIES = 'Too many attempts. Please try again in a minute.'

const notResponding = (cause: unknown) =>
  new AppError('unavailable', 'The sign-in service is not responding. Please try again in a moment.', { cause })

import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Auth, Clock } from '../../ports.ts'
import { rememberVerified } from './verified-tokens.ts'

/** Spec section 9: "key-set cache 10 minutes". */
const KEY_SET_CACHE_MS = 10 * 60_000

const Claims = z.looseObject({ sub: z.uuid(), session_id: z.uuid(), email: z.string().default(''), exp: z.number() })

type Needs = { url: string; jwksUrl: string; jwtSecret: string | null; clock: Clock }

/** Another server of the same protocol issues the tokens; its keys, or a secret shared with it, verify them. */
export function hostedAuth({ url, jwksUrl, jwtSecret, clock }: Needs): Auth {
  const check = { issuer: url, audience: 'authenticated' }
  const keySet = createRemoteJWKSet(new URL(jwksUrl), { cacheMaxAge: KEY_SET_CACHE_MS, timeoutDuration: 5000 })
  const secret = jwtSecret ? new TextEncoder().encode(jwtSecret) : null
  const verify = rememberVerified(async (token) => {
    try {
      const options = { ...check, currentDate: clock() }
      const { payload } = secret
        ? await jwtVerify(token, secret, { ...options, algorithms: ['HS256'] })
        : await jwtVerify(token, keySet, { ...options, algorithms: ['ES256', 'RS256'] })
      return Claims.parse(payload)
    } catch {
      return null
    }
  }, clock)

  return {
    async identify(bearer) {
      const claims = await verify(bearer)
      return claims && { id: claims.sub, email: claims.email, sessionId: claims.session_id }
    },
  }
}

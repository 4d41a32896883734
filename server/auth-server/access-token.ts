import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { z } from 'zod'
import type { SigningKeys } from './keys.ts'

export const ACCESS_TOKEN_SECONDS = 3600
export const AUDIENCE = 'authenticated'

export type AccessClaims = { sub: string; session_id: string; email: string; [claim: string]: unknown }

const Claims = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  email: z.string().default(''),
  exp: z.number(),
})

export function signAccessToken(
  keys: SigningKeys,
  issuer: string,
  claims: AccessClaims,
  now: Date,
  seconds: number = ACCESS_TOKEN_SECONDS,
): Promise<string> {
  return sign(keys, issuer, claims, now, seconds)
}

/** For the operator's tools: opens the admin routes, and nothing of the product's own API. */
export const mintServiceToken = (
  keys: SigningKeys,
  issuer: string,
  now: Date,
  seconds: number,
): Promise<string> => sign(keys, issuer, { role: 'service_role' }, now, seconds)

/** The claims of a token of ours that has not expired, else null. */
export async function verifyAccessToken(keys: SigningKeys, issuer: string, token: string, now: Date) {
  try {
    const payload = await verifySignature(keys, token, now)
    if (payload.iss !== issuer || payload.aud !== AUDIENCE) return null
    return Claims.parse(payload)
  } catch {
    return null
  }
}

/** Signature by key id, the one algorithm that key is for, and expiry: what every protected route asks first. */
export async function verifySignature(keys: SigningKeys, token: string, now: Date): Promise<JWTPayload> {
  const { payload } = await jwtVerify(
    token,
    ({ kid, alg }) => {
      const known = keys.verifying.get(kid ?? '')
      if (!known || known.alg !== alg) throw new errors.JWKSNoMatchingKey('unrecognized JWT kid or algorithm')
      return known.key
    },
    { algorithms: ['ES256', 'RS256'], currentDate: now },
  )
  return payload
}

function sign(
  keys: SigningKeys,
  issuer: string,
  claims: JWTPayload,
  now: Date,
  seconds: number,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: keys.current.alg, kid: keys.current.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(keys.current.key)
}

import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SigningKeys } from './keys.ts'

export const ACCESS_TOKEN_SECONDS = 3600

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
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: keys.current.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(keys.current.key)
}

/** The claims of a token of ours that has not expired, else null. */
export async function verifyAccessToken(keys: SigningKeys, issuer: string, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.verifying.get(kid ?? '')
        if (!key) throw new Error('unknown key id')
        return key
      },
      { algorithms: ['ES256'], issuer, audience: 'authenticated', currentDate: now },
    )
    return Claims.parse(payload)
  } catch {
    return null
  }
}

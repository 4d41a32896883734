import type { Clock } from '#domain/time.ts'

const MAX_TOKENS = 10_000

/** A valid signature stays valid until the token expires. */
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

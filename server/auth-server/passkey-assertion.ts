import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { webauthnCredentials } from '../database/auth-factor-schema.ts'
import { AuthError } from './errors.ts'
import type { AuthParts } from './parts.ts'
import { takeChallenge } from './passkey-challenges.ts'
import { userStore, type AuthUser } from './store.ts'

export const PasskeyAnswer = z.object({
  challenge_id: z.string().default(''),
  credential: z.looseObject({ id: z.string() }).optional(),
})

/** Large and seldom needed: read when the first passkey is. */
export const webauthn = () => import('@simplewebauthn/server')

export const siteOf = ({ settings }: AuthParts) => ({
  rpID: new URL(settings.siteUrl).hostname,
  origin: new URL(settings.siteUrl).origin,
})

/** Whose passkey signed the challenge. With `userId` nobody else's counts. */
export async function verifyAssertion(
  parts: AuthParts,
  answer: z.infer<typeof PasskeyAnswer>,
  userId?: string,
): Promise<AuthUser> {
  const { rpID, origin } = siteOf(parts)
  const expectedChallenge = await takeChallenge(parts, 'authentication', null, answer.challenge_id)
  const response = answer.credential as unknown as AuthenticationResponseJSON
  const [passkey] = await parts.database.system
    .select()
    .from(webauthnCredentials)
    .where(eq(webauthnCredentials.credentialId, answer.credential?.id ?? ''))
  if (!passkey || (userId && passkey.userId !== userId)) return refuse()
  const credential = {
    id: passkey.credentialId,
    publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
    counter: passkey.signCount,
  }
  const { verified, authenticationInfo } = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential,
    })
    .catch(refuse)
  const user = await userStore(parts.database.system).find(passkey.userId)
  if (!verified || !user) return refuse()
  const now = parts.clock()
  await parts.database.system
    .update(webauthnCredentials)
    .set({
      signCount: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
      lastUsedAt: now,
      updatedAt: now,
    })
    .where(eq(webauthnCredentials.id, passkey.id))
  return user
}

/** The library's reasons are for us, not for whoever tries. */
export function refuse(): never {
  throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
}

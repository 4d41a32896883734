import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { webauthnChallenges, webauthnCredentials } from '../../../platform/database/schema/auth-factors.ts'
import { AuthError } from '../http/errors.ts'
import type { AuthParts } from '../parts.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { userStore, type AuthUser } from '../users.ts'

const CHALLENGE_SECONDS = 300

export async function remember<Options extends { challenge: string }>(
  { database, clock }: AuthParts,
  type: 'registration' | 'authentication',
  userId: string | null,
  options: Options,
) {
  const id = randomUUID()
  const expiresAt = new Date(clock().getTime() + CHALLENGE_SECONDS * 1000)
  await database.system
    .insert(webauthnChallenges)
    .values({ id, userId, challengeType: type, challenge: options.challenge, expiresAt, createdAt: clock() })
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** A challenge can be used only once, whatever the outcome. */
export async function takeChallenge(
  { database, clock }: AuthParts,
  type: 'registration' | 'authentication',
  userId: string | null,
  id: string,
): Promise<string> {
  const isId = z.uuid().safeParse(id).success
  const [row] = isId
    ? await database.system
        .delete(webauthnChallenges)
        .where(
          and(
            eq(webauthnChallenges.id, id),
            eq(webauthnChallenges.challengeType, type),
            userId ? eq(webauthnChallenges.userId, userId) : undefined,
          ),
        )
        .returning()
    : []
  if (!row) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found')
  if (row.expiresAt.getTime() <= clock().getTime())
    throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
  return row.challenge
}

/** The library checks the rest of a credential. */
const answerWith = <Credential>() =>
  z.object({
    challenge_id: z.string().default(''),
    credential: z.custom<Credential>((value) => z.looseObject({ id: z.string() }).safeParse(value).success).optional(),
  })

export const PasskeyAnswer = answerWith<AuthenticationResponseJSON>()
export const PasskeyRegistration = answerWith<RegistrationResponseJSON>()

/** Large and rarely needed, so imported on first use. */
export const webauthn = () => import('@simplewebauthn/server')

export const siteOf = ({ settings }: AuthParts) => ({
  rpID: new URL(settings.siteUrl).hostname,
  origin: new URL(settings.siteUrl).origin,
})

export async function verifyAssertion(
  parts: AuthParts,
  answer: z.infer<typeof PasskeyAnswer>,
  userId?: string,
): Promise<AuthUser> {
  const { rpID, origin } = siteOf(parts)
  const expectedChallenge = await takeChallenge(parts, 'authentication', null, answer.challenge_id)
  const response = answer.credential
  if (!response) return refuse()
  const [passkey] = await parts.database.system
    .select()
    .from(webauthnCredentials)
    .where(eq(webauthnCredentials.credentialId, response.id))
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

/** Hides the library's reasons from the caller. */
export function refuse(): never {
  throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
}

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { webauthnChallenges } from '../database/auth-factor-schema.ts'
import { AuthError } from './errors.ts'
import type { AuthParts } from './parts.ts'

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

/** Single use: whatever comes of it, the challenge is gone. */
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

import { randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { mfaChallenges, mfaFactors } from '../database/auth-factor-schema.ts'
import type { Queries } from '../database/open.ts'
import { audit } from './audit.ts'
import { requireSecondFactor, type SignedIn } from './authenticate.ts'
import { AuthError, invalid } from './errors.ts'
import type { AuthHttp, AuthParts } from './parts.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'
import { userStore } from './store.ts'

const MOST_FACTORS = 10
const ABANDONED_MS = 300_000

export const Enrollment = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(100).default(''),
  issuer: z.string().max(100).default(''),
})

/** A new authenticator app, which counts once it has shown its first right code. */
export async function enroll(
  parts: AuthParts,
  c: AuthHttp,
  signedIn: SignedIn,
  wanted: z.infer<typeof Enrollment>,
) {
  const { database, clock, secrets, settings } = parts
  const { user, session } = signedIn
  if (wanted.factor_type === 'phone')
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (wanted.factor_type === 'webauthn')
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (wanted.factor_type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  await requireRecentAuthentication(parts, signedIn)
  const now = clock()
  const secret = new Secret({ size: 20 })
  const id = randomUUID()
  await database.asSystem(async (queries) => {
    await userStore(queries).lock(user.id)
    await purgeAbandoned(queries, user.id, now)
    const factors = await userStore(queries).factors(user.id)
    requireSecondFactor(session, factors, 403, 'AAL2 required to enroll a new factor')
    if (factors.filter((factor) => factor.factorType === 'totp').length >= MOST_FACTORS) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    }
    if (factors.some((factor) => (factor.friendlyName ?? '') === wanted.friendly_name)) {
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name ${JSON.stringify(wanted.friendly_name)} for this user already exists`,
      )
    }
    await queries.insert(mfaFactors).values({
      id,
      userId: user.id,
      friendlyName: wanted.friendly_name,
      factorType: 'totp',
      status: 'unverified',
      secret: secrets.seal(secret.base32, id),
      createdAt: now,
      updatedAt: now,
    })
    await audit(parts, queries, c, 'factor_in_progress', user.id, { factor: id })
  })
  const issuer = wanted.issuer || new URL(settings.siteUrl).host
  const uri = new TOTP({ issuer, label: user.email ?? user.id, secret }).toString()
  const qrCode = renderSVG(uri, { border: 2, pixelSize: 4 })
  return {
    id,
    type: 'totp',
    friendly_name: wanted.friendly_name,
    totp: { qr_code: qrCode, secret: secret.base32, uri },
  }
}

/** Enrolments that were begun and left, so that their names are free again. */
async function purgeAbandoned(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries
    .delete(mfaFactors)
    .where(
      and(
        eq(mfaFactors.userId, userId),
        eq(mfaFactors.status, 'unverified'),
        lt(mfaFactors.createdAt, new Date(now.getTime() - ABANDONED_MS)),
        sql`not exists (select 1 from ${mfaChallenges} where ${mfaChallenges.factorId} = ${mfaFactors.id})`,
      ),
    )
}

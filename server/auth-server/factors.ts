import { randomUUID } from 'node:crypto'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { mfaChallenges, mfaFactors } from '../database/auth-factor-schema.ts'
import type { Queries } from '../database/open.ts'
import type { HttpEnvironment } from '../http/environment.ts'
import { audit } from './audit.ts'
import { authenticate, requireSecondFactor, type SignedIn } from './authenticate.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { findFactor, removeFactor, stepUp } from './factor-store.ts'
import type { AuthHttp, AuthParts } from './parts.ts'
import { userStore, type FactorRow } from './store.ts'

const MOST_FACTORS = 10
const CHALLENGE_SECONDS = 300
const STEP_SECONDS = 30
const MOST_TRIES = 10
const TRIES_WINDOW_MS = 15 * 60_000

const Enrolment = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(100).default(''),
  issuer: z.string().max(100).default(''),
})
const Answer = z.object({ challenge_id: z.string().default(''), code: z.string().default('') })

/** Time-based one-time codes. Phone and security-key factors are answered as switched off; passkeys have their own door. */
export function factorRoutes(parts: AuthParts) {
  const { database, throttle } = parts
  const limited = throttle.perPeer('factor')
  return new Hono<HttpEnvironment>()
    .post('/factors', async (c) => {
      const signedIn = await person(parts, c)
      return c.json(await enrol(parts, c, signedIn, await readBody(c, Enrolment)))
    })
    .post('/factors/:id/challenge', limited, async (c) => {
      const { user } = await person(parts, c)
      const factor = await findFactor(database.system, user.id, c.req.param('id'))
      return c.json(await challenge(parts, c, factor))
    })
    .post('/factors/:id/verify', limited, async (c) => {
      const signedIn = await person(parts, c)
      const factor = await findFactor(database.system, signedIn.user.id, c.req.param('id'))
      return c.json(await verify(parts, c, signedIn, factor, await readBody(c, Answer)))
    })
    .delete('/factors/:id', async (c) => {
      const { user, session } = await person(parts, c)
      const factor = await findFactor(database.system, user.id, c.req.param('id'))
      if (factor.status === 'verified' && session.aal !== 'aal2') {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      await database.asSystem(async (queries) => {
        await removeFactor(parts, queries, factor)
        await audit(parts, queries, c, 'factor_deleted', user.id, { factor: factor.id })
      })
      return c.json({ id: factor.id })
    })
}

/** Somebody with an account of their own: anonymous sessions have nothing to protect. */
export async function person(parts: AuthParts, c: AuthHttp): Promise<SignedIn> {
  const signedIn = await authenticate(parts, c)
  if (signedIn.user.isAnonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
  return signedIn
}

async function enrol(
  parts: AuthParts,
  c: AuthHttp,
  { user, session }: SignedIn,
  wanted: z.infer<typeof Enrolment>,
) {
  const { database, clock, secrets, settings } = parts
  if (wanted.factor_type === 'phone')
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (wanted.factor_type === 'webauthn')
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (wanted.factor_type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
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

async function challenge(parts: AuthParts, c: AuthHttp, factor: FactorRow) {
  const now = parts.clock()
  const id = randomUUID()
  await parts.database.asSystem(async (queries) => {
    await queries
      .insert(mfaChallenges)
      .values({ id, factorId: factor.id, ipAddress: c.var.peer, createdAt: now })
    await queries
      .update(mfaFactors)
      .set({ lastChallengedAt: now, updatedAt: now })
      .where(eq(mfaFactors.id, factor.id))
    await audit(parts, queries, c, 'challenge_created', factor.userId, { factor: factor.id })
  })
  return { id, type: factor.factorType, expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS }
}

async function verify(
  parts: AuthParts,
  c: AuthHttp,
  { user, session }: SignedIn,
  factor: FactorRow,
  answer: z.infer<typeof Answer>,
) {
  if (factor.factorType !== 'totp') throw invalid('Invalid factor type')
  if (answer.code === '') throw invalid('Code needs to be non-empty')
  const tries = `totp ${factor.id}`
  await parts.throttle.attempt(tries, MOST_TRIES, TRIES_WINDOW_MS, tooManyTries)
  const outcome = await parts.database.asSystem(async (queries) => {
    const [locked] = await queries.select().from(mfaFactors).where(eq(mfaFactors.id, factor.id)).for('update')
    if (!locked)
      return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
    const refused = await checkChallenge(parts, queries, c, locked, answer.challenge_id)
    if (refused) return refused
    const step = stepOf(parts, locked, answer.code)
    if (step === null || step <= (locked.lastUsedStep ?? 0)) {
      await audit(parts, queries, c, 'factor_failed', user.id, { factor: factor.id })
      return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    const now = parts.clock()
    await queries
      .update(mfaChallenges)
      .set({ verifiedAt: now })
      .where(eq(mfaChallenges.id, answer.challenge_id))
    await queries
      .update(mfaFactors)
      .set({ status: 'verified', lastUsedStep: step, updatedAt: now })
      .where(eq(mfaFactors.id, factor.id))
    await queries
      .delete(mfaFactors)
      .where(
        and(
          eq(mfaFactors.userId, user.id),
          eq(mfaFactors.factorType, 'totp'),
          eq(mfaFactors.status, 'unverified'),
          ne(mfaFactors.id, factor.id),
        ),
      )
    await audit(parts, queries, c, 'factor_verified', user.id, { factor: factor.id })
    return stepUp(parts, queries, user, session, { method: 'totp', factorId: factor.id })
  })
  if (outcome instanceof AuthError) throw outcome
  await parts.throttle.forget(tries)
  return outcome
}

async function checkChallenge(
  { clock }: AuthParts,
  queries: Queries,
  c: AuthHttp,
  factor: FactorRow,
  id: string,
): Promise<AuthError | null> {
  const [asked] = z.uuid().safeParse(id).success
    ? await queries
        .select()
        .from(mfaChallenges)
        .where(and(eq(mfaChallenges.id, id), eq(mfaChallenges.factorId, factor.id)))
        .for('update')
    : []
  if (!asked)
    return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (asked.verifiedAt || asked.ipAddress !== c.var.peer) {
    return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (clock().getTime() >= asked.createdAt.getTime() + CHALLENGE_SECONDS * 1000) {
    return new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return null
}

/** The 30-second step whose code this is, one to either side of now; a step is taken once. */
function stepOf({ secrets, clock }: AuthParts, factor: FactorRow, code: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secrets.unseal(factor.secret ?? '', factor.id)) })
  const now = clock().getTime()
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp: now, window: 1 }) : null
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Enrolments that were begun and left, so that their names are free again. */
async function purgeAbandoned(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries
    .delete(mfaFactors)
    .where(
      and(
        eq(mfaFactors.userId, userId),
        eq(mfaFactors.status, 'unverified'),
        lt(mfaFactors.createdAt, new Date(now.getTime() - CHALLENGE_SECONDS * 1000)),
        sql`not exists (select 1 from ${mfaChallenges} where ${mfaChallenges.factorId} = ${mfaFactors.id})`,
      ),
    )
}

const tooManyTries = (seconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: seconds })

import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { Hono } from 'hono'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import { mfaChallenges, mfaFactors } from '../../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit, notifySecurityChange } from '../security-events.ts'
import { authenticatePerson, type SignedIn, requireRecentAuthentication } from '../sessions/authenticate.ts'
import { readBody } from '../http/request-body.ts'
import { AuthError, invalid, tooManyRequests } from '../http/errors.ts'
import { enroll, Enrollment, findFactor, removeFactor, stepUp } from './factors.ts'
import { commitRefusals, device, type AuthHttp, type AuthParts } from '../parts.ts'
import type { FactorRow } from '../users.ts'
import { MINUTE_MS } from '#domain/time.ts'

const CHALLENGE_SECONDS = 300
const MAX_ATTEMPTS = 10
const TRIES_WINDOW_MS = 15 * MINUTE_MS

const Answer = z.object({ challenge_id: z.string().default(''), code: z.string().default('') })

export function factorRoutes(parts: AuthParts) {
  const { database, throttle } = parts
  const limited = throttle.perPeer('factor')
  return new Hono<HttpEnvironment>()
    .post('/factors', async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      return c.json(await enroll(parts, c, signedIn, await readBody(c, Enrollment)))
    })
    .post('/factors/:id/challenge', limited, async (c) => {
      const { user } = await authenticatePerson(parts, c)
      const factor = await findFactor(database.system, user.id, c.req.param('id'))
      return c.json(await startChallenge(parts, c, factor))
    })
    .post('/factors/:id/verify', limited, async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      const factor = await findFactor(database.system, signedIn.user.id, c.req.param('id'))
      return c.json(await verify(parts, c, signedIn, factor, await readBody(c, Answer)))
    })
    .delete('/factors/:id', async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      const { user, session } = signedIn
      const factor = await findFactor(database.system, user.id, c.req.param('id'))
      const isInUse = factor.status === 'verified'
      if (isInUse && session.aal !== 'aal2') {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      if (isInUse) await requireRecentAuthentication(parts, signedIn)
      await database.asSystem(async (queries) => {
        await removeFactor(parts, queries, factor)
        if (isInUse) await notifySecurityChange(parts, queries, user, removalOf(factor), device(c))
        await audit(parts, queries, c, 'factor_deleted', user.id, { factor: factor.id })
      })
      return c.json({ id: factor.id })
    })
}

export const removalOf = ({ factorType }: FactorRow) =>
  factorType === 'totp' ? 'authenticator-removed' : 'recovery-codes-removed'

async function startChallenge(parts: AuthParts, c: AuthHttp, factor: FactorRow) {
  const now = parts.clock()
  const id = randomUUID()
  await parts.database.asSystem(async (queries) => {
    await queries.insert(mfaChallenges).values({ id, factorId: factor.id, ipAddress: c.var.peer, createdAt: now })
    await queries.update(mfaFactors).set({ lastChallengedAt: now, updatedAt: now }).where(eq(mfaFactors.id, factor.id))
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
  await parts.throttle.attempt(tries, MAX_ATTEMPTS, TRIES_WINDOW_MS, tooManyRequests)
  const raised = await commitRefusals(parts, async (queries) => {
    const [locked] = await queries.select().from(mfaFactors).where(eq(mfaFactors.id, factor.id)).for('update')
    if (!locked) return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
    const refused = await checkChallenge(parts, queries, c, locked, answer.challenge_id)
    if (refused) return refused
    const step = stepOf(parts, locked, answer.code)
    if (step === null || step <= (locked.lastUsedStep ?? 0)) {
      await audit(parts, queries, c, 'factor_failed', user.id, { factor: factor.id })
      return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    const now = parts.clock()
    await queries.update(mfaChallenges).set({ verifiedAt: now }).where(eq(mfaChallenges.id, answer.challenge_id))
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
    if (locked.status === 'unverified')
      await notifySecurityChange(parts, queries, user, 'authenticator-added', device(c))
    await audit(parts, queries, c, 'factor_verified', user.id, { factor: factor.id })
    return stepUp(parts, queries, user, session, { method: 'totp', factorId: factor.id })
  })
  await parts.throttle.forget(tries)
  return raised
}

async function checkChallenge(
  { clock }: AuthParts,
  queries: Queries,
  c: AuthHttp,
  factor: FactorRow,
  id: string,
): Promise<AuthError | null> {
  const [challenge] = z.uuid().safeParse(id).success
    ? await queries
        .select()
        .from(mfaChallenges)
        .where(and(eq(mfaChallenges.id, id), eq(mfaChallenges.factorId, factor.id)))
        .for('update')
    : []
  if (!challenge)
    return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (challenge.verifiedAt || challenge.ipAddress !== c.var.peer) {
    return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (clock().getTime() >= challenge.createdAt.getTime() + CHALLENGE_SECONDS * 1000) {
    return new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return null
}

/** Accepts the current 30-second step and one on either side. */
function stepOf({ secrets, clock }: AuthParts, factor: FactorRow, code: string): number | null {
  // The library throws if six characters are not six bytes.
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: secrets.unseal(factor.secret ?? '', factor.id) })
  const timestamp = clock().getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

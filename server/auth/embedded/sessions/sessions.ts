import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { amrClaims, auditLogEntries, authSessions } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { firstRefreshToken } from '../tokens/refresh-tokens.ts'
import { device, deviceId, enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'
import { sessionResponse } from './session-tokens.ts'
import { userStore, type AuthUser } from '../users.ts'
import { DAY_MS } from '#domain/time.ts'

export type Method =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'totp'
  | 'mfa/recovery_code'
  | 'anonymous'
  | 'passkey'
  | 'email/signup'
  | 'magiclink'
  | 'invite'
  | 'email_change'

const SECOND_FACTORS = new Set<Method>(['totp', 'mfa/recovery_code'])
const KNOWN_DEVICE_DAYS = 90

/** Checks nothing itself; the caller must have done that. */
export async function startSession(parts: AuthParts, queries: Queries, c: AuthHttp, user: AuthUser, methods: Method[]) {
  const now = parts.clock()
  const { ip, userAgent } = device(c)
  if (!methods.includes('recovery')) await announceNewDevice(parts, queries, c, user)
  const aal = methods.some((method) => SECOND_FACTORS.has(method)) ? 'aal2' : 'aal1'
  const [session] = await queries
    .insert(authSessions)
    .values({ id: randomUUID(), userId: user.id, aal, ip, userAgent, createdAt: now, updatedAt: now })
    .returning()
  if (!session) throw new Error('insert returned no row')
  for (const method of methods) await addMethod(queries, session.id, method, now)
  const signedIn = await userStore(queries).update(user.id, { lastSignInAt: now, updatedAt: now })
  const refreshToken = await firstRefreshToken(queries, session, now)
  return {
    session,
    user: signedIn,
    response: await sessionResponse(parts, queries, signedIn, session, refreshToken),
  }
}

export async function addMethod(queries: Queries, sessionId: string, method: Method, now: Date): Promise<void> {
  await queries
    .insert(amrClaims)
    .values({ sessionId, authenticationMethod: method, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [amrClaims.sessionId, amrClaims.authenticationMethod],
      set: { updatedAt: now },
    })
}

export async function endSessions(
  queries: Queries,
  userId: string,
  { except, only }: { except?: string; only?: string } = {},
): Promise<number> {
  const { rowCount } = await queries
    .delete(authSessions)
    .where(
      and(
        eq(authSessions.userId, userId),
        except ? ne(authSessions.id, except) : undefined,
        only ? eq(authSessions.id, only) : undefined,
      ),
    )
  return rowCount ?? 0
}

export async function removeMethods(queries: Queries, sessionId: string, methods: Method[]): Promise<void> {
  await queries
    .delete(amrClaims)
    .where(and(eq(amrClaims.sessionId, sessionId), inArray(amrClaims.authenticationMethod, methods)))
}

/** Ignores the user agent, which would prove nothing. */
export const isKnownAddress = (parts: AuthParts, queries: Queries, c: AuthHttp, userId: string) =>
  hasSignedIn(parts, queries, userId, eq(auditLogEntries.ipAddress, device(c).ip))

async function hasSignedIn(
  { clock }: AuthParts,
  queries: Queries,
  userId: string,
  from: SQL | undefined,
): Promise<boolean> {
  const since = new Date(clock().getTime() - KNOWN_DEVICE_DAYS * DAY_MS)
  const [seen] = await queries
    .select({ id: auditLogEntries.id })
    .from(auditLogEntries)
    .where(
      and(
        eq(auditLogEntries.userId, userId),
        gt(auditLogEntries.createdAt, since),
        sql`${auditLogEntries.payload}->>'action' in ('login', 'user_signedup')`,
        from,
      ),
    )
    .limit(1)
  return Boolean(seen)
}

async function announceNewDevice(parts: AuthParts, queries: Queries, c: AuthHttp, user: AuthUser): Promise<void> {
  if (!user.email || !user.lastSignInAt) return
  const known = knownDevice(c)
  if (known && (await hasSignedIn(parts, queries, user.id, known))) return
  await enqueueEmail(parts, queries, {
    kind: 'new-sign-in',
    to: user.email,
    nonce: randomUUID(),
    device: device(c),
  })
}

/**
 * A browser is recognized by its stored id. A request from an email link has no id, so its IP address and user agent
 * must both match; anywhere else, a missing id means a new device.
 */
function knownDevice(c: AuthHttp): SQL | undefined {
  const id = deviceId(c)
  if (id) return sql`${auditLogEntries.payload}->'traits'->>'device' = ${id}`
  if (!c.req.path.endsWith('/verify')) return undefined
  const { ip, userAgent } = device(c)
  return and(eq(auditLogEntries.ipAddress, ip), sql`${auditLogEntries.payload}->'traits'->>'user_agent' = ${userAgent}`)
}

import { z } from 'zod'
import { authUsers } from '../../../platform/database/schema/auth.ts'
import { audit } from '../security-events.ts'
import { readEmail, readPhone, mergeMetadata, metadata } from '../http/request-body.ts'
import { removeUndos } from '../email-change/undo.ts'
import { AuthError, emailExists, invalid } from '../http/errors.ts'
import { clearTokens } from '../tokens/one-time-tokens.ts'
import type { AuthHttp, AuthParts } from '../parts.ts'
import { readForeignHash } from '../passwords/passwords.ts'
import { register, signUpMetadata } from '../sign-up/register.ts'
import { endSessions } from '../sessions/sessions.ts'
import { userStore, type AuthUser, loadUserObject } from '../users.ts'
import { HOUR_MS } from '#domain/time.ts'

export const UserChangeBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  role: z.string().max(100).optional(),
  ban_duration: z.string().optional(),
})
export const NewUserBody = UserChangeBody.extend({ id: z.uuid().optional() })
type Change = z.infer<typeof UserChangeBody>

export async function createUser(parts: AuthParts, c: AuthHttp, body: z.infer<typeof NewUserBody>) {
  const email = body.email ? readEmail(body.email) : null
  const phone = body.phone ? readPhone(body.phone) : null
  if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
  if (body.password && body.password_hash) throw invalid('Only a password or a password hash should be provided')
  const passwordHash = await hashOf(parts, body, email ?? '')
  const data = { ...body.user_metadata, ...(body.email_confirm ? { email_verified: true } : {}) }
  return parts.database.asSystem(async (queries) => {
    const store = userStore(queries)
    if (email && (await store.findByEmail(email))) throw taken('email')
    if (phone && (await store.findByPhone(phone))) throw taken('phone')
    const user = await register(parts, queries, {
      ...(body.id ? { id: body.id } : {}),
      email,
      phone,
      passwordHash,
      data,
      appMetadata: body.app_metadata ?? {},
      ...(body.role ? { role: body.role } : {}),
      confirmed: email ? body.email_confirm : body.phone_confirm,
      bannedUntil: bannedUntil(parts, body.ban_duration) ?? null,
    })
    if (!user) throw taken(email ? 'email' : 'phone')
    await audit(parts, queries, c, 'user_signedup', user.id, { by: 'admin' })
    return loadUserObject(queries, user)
  })
}

export async function changeUser(parts: AuthParts, c: AuthHttp, user: AuthUser, body: Change) {
  const email = body.email ? readEmail(body.email) : user.email
  const phone = body.phone ? readPhone(body.phone) : user.phone
  const passwordHash = await hashOf(parts, body, email ?? '')
  const now = parts.clock()
  const until = bannedUntil(parts, body.ban_duration)
  return parts.database.asSystem(async (queries) => {
    const store = userStore(queries)
    if (email && email !== user.email && (await store.findByEmail(email))) throw taken('email')
    if (phone && phone !== user.phone && (await store.findByPhone(phone))) throw taken('phone')
    const changed = await store.update(user.id, {
      email,
      phone,
      ...(passwordHash || email !== user.email ? { emailChange: null, emailChangeSessionId: null } : {}),
      updatedAt: now,
      ...(passwordHash ? { encryptedPassword: passwordHash } : {}),
      ...(body.email_confirm ? { emailConfirmedAt: user.emailConfirmedAt ?? now } : {}),
      ...(body.phone_confirm ? { phoneConfirmedAt: user.phoneConfirmedAt ?? now } : {}),
      ...(body.user_metadata
        ? {
            rawUserMetaData: mergeMetadata(user.rawUserMetaData, body.user_metadata, signUpMetadata(user, {})),
          }
        : {}),
      ...(body.app_metadata ? { rawAppMetaData: mergeMetadata(user.rawAppMetaData, body.app_metadata) } : {}),
      ...(body.role ? { role: body.role } : {}),
      ...(until === undefined ? {} : { bannedUntil: until }),
      ...(email && user.isAnonymous ? { isAnonymous: false } : {}),
    })
    if (email !== user.email) {
      await store.upsertIdentity(changed, 'email', now)
      await parts.profiles.changeEmail(queries, user.id, changed.email ?? '')
      await removeUndos(queries, user.id)
    }
    if (passwordHash) await endSessions(queries, user.id)
    if (passwordHash || email !== user.email) await clearTokens(queries, user.id)
    await audit(parts, queries, c, 'user_modified', user.id, { by: 'admin' })
    return loadUserObject(queries, changed)
  })
}

/** A soft delete erases everything, too, but keeps the id in an empty row. */
export async function removeUser(parts: AuthParts, c: AuthHttp, user: AuthUser, softly: boolean): Promise<void> {
  await parts.database.asSystem(async (queries) => {
    await parts.profiles.erase(queries, user.id)
    if (softly) {
      const { id, aud, role, createdAt } = user
      const now = parts.clock()
      await queries.insert(authUsers).values({ id, aud, role, createdAt, updatedAt: now, deletedAt: now })
    }
    await audit(parts, queries, c, 'user_deleted', softly ? user.id : null, { by: 'admin' })
  })
}

async function hashOf(
  { passwords }: AuthParts,
  { password, password_hash: foreign }: Change,
  email: string,
): Promise<string | null> {
  if (foreign) return readForeignHash(foreign)
  if (!password) return null
  passwords.check(password, email)
  return passwords.hash(password)
}

const UNITS: Record<string, number> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: HOUR_MS }

/** Parses the protocol's durations (`24h`, `1h30m`); `none` lifts the ban. */
function bannedUntil({ clock }: AuthParts, duration: string | undefined): Date | null | undefined {
  if (duration === undefined) return undefined
  if (duration === 'none') return null
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h))+$/.test(duration))
    throw invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`)
  const ms = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
    0,
  )
  return new Date(Math.min(clock().getTime() + ms, Date.parse('9999-01-01')))
}

const taken = (what: 'email' | 'phone') =>
  what === 'email'
    ? emailExists()
    : new AuthError(422, 'phone_exists', 'Phone number already registered by another user')

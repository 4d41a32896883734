import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { authIdentities, type authSessions, authUsers } from '../../platform/database/schema/auth.ts'
import { mfaFactors } from '../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../platform/database/open.ts'

export type AuthUser = typeof authUsers.$inferSelect
export type SessionRow = typeof authSessions.$inferSelect
export type IdentityRow = typeof authIdentities.$inferSelect
export type FactorRow = typeof mfaFactors.$inferSelect

const present = isNull(authUsers.deletedAt)

/** Ignores soft-deleted rows. */
export const userStore = (queries: Queries) => ({
  find: (userId: string) => findBy(queries, eq(authUsers.id, userId)),

  async lock(userId: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.id, userId), present))
      .for('update')
    return user ?? null
  },

  findByEmail: (email: string) => findBy(queries, eq(authUsers.email, email)),

  /** Returns the newest request if several accounts have one for this address. */
  async findByPendingEmail(email: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.emailChange, email), present))
      .orderBy(desc(authUsers.emailChangeSentAt))
      .limit(1)
    return user ?? null
  },

  findByPhone: (phone: string) => findBy(queries, eq(authUsers.phone, phone)),

  /** Null if another request has just taken the address. */
  async insert(row: typeof authUsers.$inferInsert): Promise<AuthUser | null> {
    const [user] = await queries.insert(authUsers).values(row).onConflictDoNothing().returning()
    return user ?? null
  },

  async update(userId: string, change: Partial<typeof authUsers.$inferInsert>): Promise<AuthUser> {
    const [user] = await queries.update(authUsers).set(change).where(eq(authUsers.id, userId)).returning()
    if (!user) throw new Error('an account vanished while it was being changed')
    return user
  },

  remove: async (userId: string) => {
    await queries.delete(authUsers).where(eq(authUsers.id, userId))
  },

  identities: (userId: string): Promise<IdentityRow[]> =>
    queries.select().from(authIdentities).where(eq(authIdentities.userId, userId)).orderBy(authIdentities.createdAt),

  factors: (userId: string): Promise<FactorRow[]> =>
    queries.select().from(mfaFactors).where(eq(mfaFactors.userId, userId)).orderBy(mfaFactors.createdAt),

  async insertIdentity(user: AuthUser, provider: 'email' | 'phone', now: Date): Promise<void> {
    await queries.insert(authIdentities).values({
      id: randomUUID(),
      providerId: user.id,
      userId: user.id,
      provider,
      identityData: identityData(user),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    })
  },

  async upsertIdentity(user: AuthUser, provider: 'email' | 'phone', now: Date): Promise<void> {
    const isKnown = (await this.identities(user.id)).some((identity) => identity.provider === provider)
    await (isKnown ? this.updateIdentity(user, provider, now) : this.insertIdentity(user, provider, now))
  },

  async updateIdentity(user: AuthUser, provider: 'email' | 'phone', now: Date): Promise<void> {
    await queries
      .update(authIdentities)
      .set({ identityData: identityData(user), updatedAt: now })
      .where(and(eq(authIdentities.userId, user.id), eq(authIdentities.provider, provider)))
  },
})

async function findBy(queries: Queries, where: SQL): Promise<AuthUser | null> {
  const [user] = await queries.select().from(authUsers).where(and(where, present))
  return user ?? null
}

export const identityData = (user: AuthUser) => ({
  sub: user.id,
  ...(user.email ? { email: user.email } : {}),
  ...(user.phone ? { phone: user.phone } : {}),
  email_verified: user.emailConfirmedAt !== null,
  phone_verified: user.phoneConfirmedAt !== null,
})

export const isBanned = (user: AuthUser, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil.getTime() > now.getTime()

/** The protocol's User object. */
export function userObject(user: AuthUser, identities: IdentityRow[] | null, factors: FactorRow[] = []) {
  const confirmed = [user.emailConfirmedAt, user.phoneConfirmedAt].filter((time) => time !== null)
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...given({
      email_confirmed_at: user.emailConfirmedAt,
      phone_confirmed_at: user.phoneConfirmedAt,
      confirmed_at: confirmed.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
      invited_at: user.invitedAt,
      confirmation_sent_at: user.confirmationSentAt,
      recovery_sent_at: user.recoverySentAt,
      email_change_sent_at: user.emailChangeSentAt,
      reauthentication_sent_at: user.reauthenticationSentAt,
      new_email: user.emailChange,
      last_sign_in_at: user.lastSignInAt,
      banned_until: user.bannedUntil,
      deleted_at: user.deletedAt,
    }),
    app_metadata: user.rawAppMetaData,
    user_metadata: user.rawUserMetaData,
    ...(factors.length > 0 ? { factors: factors.map(factorObject) } : {}),
    identities: identities?.map(identityObject) ?? null,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  }
}

export type UserObject = ReturnType<typeof userObject>

export async function loadUserObject(queries: Queries, user: AuthUser): Promise<UserObject> {
  const store = userStore(queries)
  return userObject(user, await store.identities(user.id), await store.factors(user.id))
}

/** Leaves out the secret, which is shown only once, at enrollment. */
export const factorObject = (factor: FactorRow) => ({
  id: factor.id,
  created_at: factor.createdAt.toISOString(),
  updated_at: factor.updatedAt.toISOString(),
  status: factor.status,
  ...(factor.friendlyName ? { friendly_name: factor.friendlyName } : {}),
  factor_type: factor.factorType,
  phone: factor.phone ?? '',
  last_challenged_at: factor.lastChallengedAt?.toISOString() ?? null,
})

const identityObject = (identity: IdentityRow) => ({
  identity_id: identity.id,
  id: identity.providerId,
  user_id: identity.userId,
  identity_data: identity.identityData,
  provider: identity.provider,
  last_sign_in_at: identity.lastSignInAt?.toISOString() ?? null,
  created_at: identity.createdAt.toISOString(),
  updated_at: identity.updatedAt.toISOString(),
  ...(typeof identity.identityData.email === 'string' ? { email: identity.identityData.email } : {}),
})

const given = (fields: Record<string, Date | string | null>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value ? [[name, value instanceof Date ? value.toISOString() : value]] : [],
    ),
  )

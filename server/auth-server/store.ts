import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { authIdentities, type authSessions, authUsers } from '../database/auth-schema.ts'
import { mfaFactors } from '../database/auth-factor-schema.ts'
import type { Queries } from '../database/open.ts'

export type AuthUser = typeof authUsers.$inferSelect
export type SessionRow = typeof authSessions.$inferSelect
export type IdentityRow = typeof authIdentities.$inferSelect
export type FactorRow = typeof mfaFactors.$inferSelect

const present = isNull(authUsers.deletedAt)

/** Accounts and the identities they sign in with. A row that is deleted softly is not there. */
export const userStore = (queries: Queries) => ({
  async find(userId: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.id, userId), present))
    return user ?? null
  },

  /** Until the transaction ends, nobody else changes this account. */
  async lock(userId: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.id, userId), present))
      .for('update')
    return user ?? null
  },

  async findByEmail(email: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.email, email), present))
    return user ?? null
  },

  /** Whoever asked to change to this address; the newest, should several have. */
  async findByPendingEmail(email: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.emailChange, email), present))
      .orderBy(desc(authUsers.emailChangeSentAt))
      .limit(1)
    return user ?? null
  },

  async findByPhone(phone: string): Promise<AuthUser | null> {
    const [user] = await queries
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.phone, phone), present))
    return user ?? null
  },

  /** None when another request took the address a moment ago. */
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
    queries
      .select()
      .from(authIdentities)
      .where(eq(authIdentities.userId, userId))
      .orderBy(authIdentities.createdAt),

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

  async updateIdentity(user: AuthUser, provider: 'email' | 'phone', now: Date): Promise<void> {
    await queries
      .update(authIdentities)
      .set({ identityData: identityData(user), updatedAt: now })
      .where(and(eq(authIdentities.userId, user.id), eq(authIdentities.provider, provider)))
  },
})

const identityData = (user: AuthUser) => ({
  sub: user.id,
  ...(user.email ? { email: user.email } : {}),
  ...(user.phone ? { phone: user.phone } : {}),
  email_verified: user.emailConfirmedAt !== null,
  phone_verified: user.phoneConfirmedAt !== null,
})

export const isBanned = (user: AuthUser, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil.getTime() > now.getTime()

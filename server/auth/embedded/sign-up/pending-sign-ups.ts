import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { authUsers, oneTimeTokens, pendingSignUps } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { AuthParts } from '../parts.ts'
import { userStore, type AuthUser } from '../users.ts'

/** Values entered at one sign-up. They're applied to the account only when the link of that sign-up is opened. */
export type SignUpValues = { passwordHash: string | null; metadata: Record<string, unknown> }

type Pending = SignUpValues & { userId: string; tokenHash: string; flowStateId: string | null; at: Date }

export async function insertPendingSignUp(queries: Queries, { at, ...pending }: Pending): Promise<void> {
  await queries.insert(pendingSignUps).values({ id: randomUUID(), ...pending, createdAt: at })
}

/**
 * A repeated sign-up clears the values from the first one, so that a link without values of its own (resent, reset)
 * never activates someone else's password.
 */
export async function contest(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  metadata: SignUpValues['metadata'],
): Promise<AuthUser> {
  await parts.profiles.rename(queries, user.id, null)
  return userStore(queries).update(user.id, {
    encryptedPassword: null,
    rawUserMetaData: metadata,
    updatedAt: parts.clock(),
  })
}

/** A link without values of its own confirms those that the account already has. */
export async function takePendingSignUp(queries: Queries, user: AuthUser, tokenHash: string): Promise<SignUpValues> {
  const [pending] = await queries
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.userId, user.id), eq(pendingSignUps.tokenHash, tokenHash)))
  return pending ?? { passwordHash: user.encryptedPassword, metadata: user.rawUserMetaData }
}

export const hasPendingSignUps = async (queries: Queries, userId: string): Promise<boolean> =>
  (
    await queries
      .select({ id: pendingSignUps.id })
      .from(pendingSignUps)
      .where(eq(pendingSignUps.userId, userId))
      .limit(1)
  ).length > 0

export async function removePendingSignUps(queries: Queries, userId: string): Promise<void> {
  await queries.delete(pendingSignUps).where(eq(pendingSignUps.userId, userId))
}

/**
 * An earlier link keeps working while the account is unconfirmed. Otherwise, anyone could invalidate the owner's link
 * by signing up with the same address.
 */
export async function reviveToken(queries: Queries, tokenHash: string, youngerThan: Date): Promise<void> {
  const [earlier] = await queries
    .select({ pending: pendingSignUps, confirmedAt: authUsers.emailConfirmedAt, email: authUsers.email })
    .from(pendingSignUps)
    .innerJoin(authUsers, eq(authUsers.id, pendingSignUps.userId))
    .where(and(eq(pendingSignUps.tokenHash, tokenHash), gt(pendingSignUps.createdAt, youngerThan)))
  if (!earlier || earlier.confirmedAt) return
  const { userId, flowStateId, createdAt } = earlier.pending
  const revived = {
    tokenHash,
    // Only the code in the newest email works.
    codeHash: '',
    relatesTo: earlier.email ?? '',
    flowStateId,
    attempts: 0,
    openedSessionId: null,
    createdAt,
    updatedAt: createdAt,
  }
  await queries
    .insert(oneTimeTokens)
    .values({ id: randomUUID(), userId, tokenType: 'confirmation_token', ...revived })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.tokenType], set: revived })
}

import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { authUsers, oneTimeTokens, pendingSignUps } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { AuthParts } from '../parts.ts'
import { userStore, type AuthUser } from '../users.ts'

/** What was typed with one sign-up. It becomes the account's own when the link of that sign-up is opened, and not before. */
export type SignUpValues = { passwordHash: string | null; metadata: Record<string, unknown> }

type Pending = SignUpValues & { userId: string; tokenHash: string; flowStateId: string | null; at: Date }

export async function insertPendingSignUp(queries: Queries, { at, ...pending }: Pending): Promise<void> {
  await queries.insert(pendingSignUps).values({ id: randomUUID(), ...pending, createdAt: at })
}

/**
 * An unconfirmed account that somebody signs up with again belongs to neither: it keeps nothing that the first one
 * typed, so that a link without values of its own (sent again, a reset) hands over nobody's password.
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

/** The values that the confirmed link stands for; without any of its own, those of the account. */
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
 * The link of an earlier sign-up still works while the account is unconfirmed, although a later one has replaced its
 * token: whoever signs up with somebody else's address must not take the owner's link away.
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
    // Codes are those of the newest email alone.
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

import type { Queries } from '../../../platform/database/open.ts'
import type { AuthParts } from '../parts.ts'
import { userStore, type AuthUser } from '../users.ts'

export async function moveAddress(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  email: string,
): Promise<AuthUser> {
  const store = userStore(queries)
  const now = parts.clock()
  const data = user.rawUserMetaData
  const changed = await store.update(user.id, {
    email,
    emailChange: null,
    emailChangeConfirmStatus: 0,
    emailChangeSessionId: null,
    emailConfirmedAt: now,
    isAnonymous: false,
    updatedAt: now,
    ...(user.isAnonymous
      ? { rawAppMetaData: { ...user.rawAppMetaData, provider: 'email', providers: ['email'] } }
      : {}),
    ...('email' in data ? { rawUserMetaData: { ...data, email, email_verified: true } } : {}),
  })
  await store.upsertIdentity(changed, 'email', now)
  await parts.profiles.changeEmail(queries, user.id, email)
  return changed
}

/** Nobody was ever signed in to an unconfirmed account, so a confirmed owner replaces it. */
export async function evictUnconfirmed(parts: AuthParts, queries: Queries, email: string): Promise<void> {
  const holder = await userStore(queries).findByEmail(email)
  if (holder && !holder.emailConfirmedAt) await parts.profiles.erase(queries, holder.id)
}

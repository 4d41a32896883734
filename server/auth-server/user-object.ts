import type { Queries } from '../database/open.ts'
import { userStore, type AuthUser, type FactorRow, type IdentityRow } from './store.ts'

/** The protocol's User: times as text, what is unset left out, addresses always text. */
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

/** Never the secret: it is shown once, at enrolment. */
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

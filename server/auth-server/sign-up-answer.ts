import type { AuthParts } from './parts.ts'
import { signUpMetadata } from './register.ts'
import type { AuthUser, IdentityRow } from './store.ts'
import { userObject } from './user-object.ts'

type SignUp = { email: string | null; data: Record<string, unknown> }

/**
 * What a sign-up answers that waits for confirmation. It is made from the request: for a new address, one that was
 * never confirmed and one that has an account, every field is the same, today and when somebody asks again.
 */
export function signUpAnswer(
  { clock, secrets }: AuthParts,
  { email, data }: SignUp,
  row: AuthUser,
  [identity]: IdentityRow[],
) {
  const now = clock()
  const id = uuidFrom(secrets.hash('sign-up id', email ?? ''))
  const times = { createdAt: now, updatedAt: now }
  const shown: AuthUser = {
    ...row,
    ...times,
    id,
    email,
    rawAppMetaData: { provider: 'email', providers: ['email'] },
    emailChange: null,
    emailChangeSentAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    reauthenticationSentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    emailConfirmedAt: null,
  }
  const identityData = { sub: id, email, email_verified: false, phone_verified: false }
  const identities = identity && [
    {
      ...identity,
      ...times,
      id: uuidFrom(secrets.hash('sign-up identity', email ?? '')),
      userId: id,
      providerId: id,
      identityData,
      lastSignInAt: now,
    },
  ]
  return userObject({ ...shown, rawUserMetaData: signUpMetadata(shown, data) }, identities ?? [])
}

/** Looks like any other random id, and is the same one whenever the same address is asked about. */
function uuidFrom(hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/open.ts'
import { audit } from './audit.ts'
import { issueToken, type Flow } from './one-time-tokens.ts'
import { hasSignUps, type SignUpValues } from './pending-sign-ups.ts'
import { enqueueLetter, type AuthHttp, type AuthParts } from './parts.ts'
import { userStore, type AuthUser } from './store.ts'

export type NewUser = {
  id?: string
  email?: string | null
  phone?: string | null
  passwordHash: string | null
  data: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  role?: string
  isAnonymous?: boolean
  confirmed: boolean
  invitedAt?: Date
  bannedUntil?: Date | null
}

/** Account, identity and profile in one transaction. None when another request took the address a moment ago. */
export async function register(
  { clock, profiles }: AuthParts,
  queries: Queries,
  given: NewUser,
): Promise<AuthUser | null> {
  const now = clock()
  const store = userStore(queries)
  const provider = given.email ? 'email' : given.phone ? 'phone' : null
  const user = await store.insert({
    id: given.id ?? randomUUID(),
    role: given.role ?? 'authenticated',
    email: given.email ?? null,
    phone: given.phone ?? null,
    encryptedPassword: given.passwordHash,
    rawUserMetaData: given.data,
    rawAppMetaData: { ...(provider ? { provider, providers: [provider] } : {}), ...given.appMetadata },
    emailConfirmedAt: given.email && given.confirmed ? now : null,
    phoneConfirmedAt: given.phone && given.confirmed ? now : null,
    isAnonymous: given.isAnonymous ?? false,
    invitedAt: given.invitedAt ?? null,
    bannedUntil: given.bannedUntil ?? null,
    createdAt: now,
    updatedAt: now,
  })
  if (!user) return null
  if (provider) await store.insertIdentity(user, provider, now)
  await profiles.start(queries, {
    id: user.id,
    email: user.email ?? '',
    firstName: firstNameOf(given.data),
    isProven: user.emailConfirmedAt !== null,
  })
  return user
}

/** What a sign-up adds to the metadata, as the protocol has it. */
export const signUpMetadata = (user: AuthUser, data: Record<string, unknown>) => ({
  ...data,
  sub: user.id,
  ...(user.email ? { email: user.email } : {}),
  ...(user.phone ? { phone: user.phone } : {}),
  email_verified: user.emailConfirmedAt !== null,
  phone_verified: user.phoneConfirmedAt !== null,
})

type Confirmation = {
  redirectTo: string
  flow: Flow | null
  kind?: 'confirmation' | 'invite'
  /** What becomes the account's own when this link is opened. */
  signUp: SignUpValues
}

/** The letter with the link that confirms an address, and the token behind it. */
export async function sendConfirmation(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  { redirectTo, flow, kind = 'confirmation', signUp }: Confirmation,
): Promise<AuthUser> {
  const [at, nonce] = [parts.clock(), randomUUID()]
  const to = user.email ?? ''
  const repeated = kind === 'confirmation' && (await hasSignUps(queries, user.id))
  await issueToken(parts, queries, {
    userId: user.id,
    type: 'confirmation_token',
    nonce,
    relatesTo: to,
    at,
    flow,
    method: 'email/signup',
    signUp,
  })
  await enqueueLetter(parts, queries, {
    kind,
    to,
    nonce,
    redirectTo,
    ...(flow ? { flow } : {}),
    ...(repeated ? { repeated } : {}),
  })
  await audit(parts, queries, c, 'user_confirmation_requested', user.id)
  return userStore(queries).update(user.id, { confirmationSentAt: at, updatedAt: at })
}

export function firstNameOf(data: Record<string, unknown>): string | null {
  const given = data.first_name
  return typeof given === 'string'
    ? given
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 100) || null
    : null
}

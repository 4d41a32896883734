import { sourceOf } from '#domain/auth/source.ts'
import { randomUUID } from 'node:crypto'
import type { Queries } from '../../../platform/database/open.ts'
import { audit, auditRow } from '../security-events.ts'
import { issueToken, type Flow } from '../tokens/one-time-tokens.ts'
import { hasPendingSignUps, type SignUpValues } from './pending-sign-ups.ts'
import { enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'
import { identityData, userStore, type AuthUser, type IdentityRow, userObject } from '../users.ts'
import type { AuthEmail } from '../../emails/auth-email-texts.ts'
import { firstNameOf } from '../../first-name.ts'
import { reservedFor } from '../email-change/undo.ts'

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

/** Null if another request has just taken the address. */
export async function register(
  { clock, profiles }: AuthParts,
  queries: Queries,
  newUser: NewUser,
): Promise<AuthUser | null> {
  const now = clock()
  const store = userStore(queries)
  const provider = newUser.email ? 'email' : newUser.phone ? 'phone' : null
  const user = await store.insert({
    id: newUser.id ?? randomUUID(),
    role: newUser.role ?? 'authenticated',
    email: newUser.email ?? null,
    phone: newUser.phone ?? null,
    encryptedPassword: newUser.passwordHash,
    rawUserMetaData: newUser.data,
    rawAppMetaData: { ...(provider ? { provider, providers: [provider] } : {}), ...newUser.appMetadata },
    emailConfirmedAt: newUser.email && newUser.confirmed ? now : null,
    phoneConfirmedAt: newUser.phone && newUser.confirmed ? now : null,
    isAnonymous: newUser.isAnonymous ?? false,
    invitedAt: newUser.invitedAt ?? null,
    bannedUntil: newUser.bannedUntil ?? null,
    createdAt: now,
    updatedAt: now,
  })
  if (!user) return null
  if (provider) await store.insertIdentity(user, provider, now)
  await profiles.start(queries, {
    id: user.id,
    email: user.email ?? '',
    firstName: firstNameOf(newUser.data),
    source: sourceOf(newUser.data),
    isProven: user.emailConfirmedAt !== null,
  })
  return user
}

export const signUpMetadata = (user: AuthUser, data: Record<string, unknown>) => ({ ...data, ...identityData(user) })

type Confirmation = {
  redirectTo: string
  flow: Flow | null
  kind?: 'confirmation' | 'invite'
  signUp: SignUpValues
}

export async function sendConfirmation(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  { redirectTo, flow, kind = 'confirmation', signUp }: Confirmation,
): Promise<AuthUser> {
  const [at, nonce] = [parts.clock(), randomUUID()]
  const to = user.email ?? ''
  const repeated = kind === 'confirmation' && (await hasPendingSignUps(queries, user.id))
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
  await enqueueEmail(parts, queries, {
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

type SignUp = { email: string | null; data: Record<string, unknown> }

/**
 * Reveals only what the request contains, so that new, unconfirmed and existing addresses get identical responses, even
 * when the request is repeated.
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
  const shownData = { sub: id, email, email_verified: false, phone_verified: false }
  const identities = identity && [
    {
      ...identity,
      ...times,
      id: uuidFrom(secrets.hash('sign-up identity', email ?? '')),
      userId: id,
      providerId: id,
      identityData: shownData,
      lastSignInAt: now,
    },
  ]
  return userObject({ ...shown, rawUserMetaData: signUpMetadata(shown, data) }, identities ?? [])
}

/** Looks random, but is stable per address. */
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

/** Runs in the email job, so that the request does the same work for every address. */
export async function signUpByOtp(
  parts: AuthParts,
  queries: Queries,
  { to, signUp, device }: AuthEmail,
): Promise<AuthUser | null> {
  const { settings } = parts
  if (!signUp || !settings.signup || (await reservedFor(parts, queries, to))) return null
  const { data } = signUp
  const user = await register(parts, queries, {
    email: to,
    passwordHash: null,
    data,
    confirmed: !settings.confirmEmail,
  })
  if (!user) return null
  const origin = { ip: device?.ip ?? '', userAgent: device?.userAgent ?? '', deviceId: null, requestId: null }
  await auditRow(parts, queries, origin, 'user_signedup', user.id, { method: 'otp' })
  return userStore(queries).update(user.id, { rawUserMetaData: signUpMetadata(user, data) })
}

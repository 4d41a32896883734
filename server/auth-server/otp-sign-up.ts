import type { Queries } from '../database/open.ts'
import type { AuthLetter } from '../ports.ts'
import { auditRow } from './audit.ts'
import { reservedFor } from './email-change-undo.ts'
import type { AuthParts } from './parts.ts'
import { register, signUpMetadata } from './register.ts'
import { userStore, type AuthUser } from './store.ts'

/** Signs an address up without a password, by the job behind its email: the request did the same for every address. */
export async function signUpByOtp(
  parts: AuthParts,
  queries: Queries,
  { to, signUp, device }: AuthLetter,
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

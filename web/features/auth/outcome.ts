import type { AuthApiError } from '@supabase/auth-js'
import { UNEXPECTED } from '#domain/messages.ts'

/** `needsProof`: the service requires a recent sign-in first (auth-provider.tsx). */
export type Outcome = { problem: string | null; needsProof?: boolean }
type Refused = { problem: string; needsProof?: boolean }
export type Answered<Value> = ({ value: Value } & { problem: null; needsProof?: false }) | ({ value: null } & Refused)

export async function answered<Value>(
  call: Promise<{ data: Value; error: unknown }>,
): Promise<Answered<NonNullable<Value>>> {
  try {
    const { data, error } = await call
    if (!error && data !== null && data !== undefined) return { value: data, problem: null }
    return { value: null, ...refused(error) }
  } catch (error) {
    return { value: null, ...refused(error) }
  }
}

export async function outcome(call: Promise<{ error: unknown }>): Promise<Outcome> {
  const { value: _value, ...rest } = await answered(call.then(({ error }) => ({ data: true, error })))
  return rest
}

const isProofNeeded = (error: unknown) => isRefusal(error) && error.code === 'reauthentication_needed'

const refused = (error: unknown): Refused => ({
  problem: authErrorText(error),
  ...(isProofNeeded(error) ? { needsProof: true } : {}),
})

/** Closing the browser's passkey prompt is a decision, not an error. */
export async function ceremony(call: () => Promise<{ error: unknown }>): Promise<Outcome> {
  try {
    const { error } = await call()
    return error ? refusedCeremony(error) : { problem: null }
  } catch (error) {
    return refusedCeremony(error)
  }
}

const refusedCeremony = (error: unknown): Outcome => ({
  problem: textOf(error),
  ...(isProofNeeded(error) ? { needsProof: true } : {}),
})

function textOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used: the request was canceled or timed out.'
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return PASSKEY_PRESENT
  return authErrorText(error)
}

const PASSKEY_PRESENT = 'This device already has a passkey for your account.'

const authErrorText = (error: unknown): string =>
  (isRefusal(error) && error.status < 500) || isOfLibrary(error, 'AuthWeakPasswordError') ? error.message : UNEXPECTED

const isRefusal = (error: unknown): error is AuthApiError => isOfLibrary(error, 'AuthApiError')

/** Mirrors the library's own checks, because importing those would pull in the library. */
const isOfLibrary = (error: unknown, name: string): error is Error =>
  typeof error === 'object' && error !== null && '__isAuthError' in error && 'name' in error && error.name === name

export const resetLink = {
  expired: 'Invalid or expired reset link. Please try again.',
  missing: 'Invalid reset link. Please request a new password reset.',
  refused: 'Invalid reset link. Please try again.',
  noSession: 'Invalid reset session. Please try again.',
}

export const confirmationLinkProblem = 'This link is invalid or has expired. Log in, or ask for a new one.'

/** Uses only the code, because anyone could have written the rest of a link. */
export const resetLinkProblem = (code: string | null): string =>
  (code && RESET_LINK_PROBLEMS[code]) || resetLink.expired

const RESET_LINK_PROBLEMS: Record<string, string> = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'This account is suspended. Please contact us.',
}

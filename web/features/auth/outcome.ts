import { isAuthApiError } from '@supabase/auth-js'
import { authErrorText, passkeyTexts } from './messages.ts'

/** `needsProof`: the service requires a recent sign-in first (confirm-identity.tsx). */
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

const isProofNeeded = (error: unknown) => isAuthApiError(error) && error.code === 'reauthentication_needed'

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
  if (name === 'NotAllowedError' || name === 'AbortError') return passkeyTexts.canceled
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return passkeyTexts.present
  return authErrorText(error)
}

import { isAuthApiError } from '@supabase/auth-js'
import { authErrorText } from './messages.ts'

/** `needsProof`: the service wants to know first that it is really them (confirm-identity.tsx). */
export type Outcome = { problem: string | null; needsProof?: boolean }
type Refused = { problem: string; needsProof?: boolean }
export type Answered<Value> =
  ({ value: Value } & { problem: null; needsProof?: false }) | ({ value: null } & Refused)

/** What the service gave, or the sentence to show instead; a call of the library never throws past here. */
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

export const isProofNeeded = (error: unknown) =>
  isAuthApiError(error) && error.code === 'reauthentication_needed'

const refused = (error: unknown): Refused => ({
  problem: authErrorText(error),
  ...(isProofNeeded(error) ? { needsProof: true } : {}),
})

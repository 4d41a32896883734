import { authErrorText, passkeyTexts } from './messages.ts'
import { isProofNeeded, type Outcome } from './outcome.ts'

/** A call in which the browser asks for a passkey. Closing its prompt is a decision, not an unexpected error. */
export async function ceremony(call: () => Promise<{ error: unknown }>): Promise<Outcome> {
  try {
    const { error } = await call()
    return error ? refused(error) : { problem: null }
  } catch (error) {
    return refused(error)
  }
}

const refused = (error: unknown): Outcome => ({
  problem: textOf(error),
  ...(isProofNeeded(error) ? { needsProof: true } : {}),
})

function textOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'NotAllowedError' || name === 'AbortError') return passkeyTexts.cancelled
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return passkeyTexts.present
  return authErrorText(error)
}

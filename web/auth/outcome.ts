import { authErrorText } from './messages.ts'

export type Outcome = { problem: string | null }
export type Answered<Value> = { value: Value; problem: null } | { value: null; problem: string }

/** What the service gave, or the sentence to show instead; a call of the library never throws past here. */
export async function answered<Value>(
  call: Promise<{ data: Value; error: unknown }>,
): Promise<Answered<NonNullable<Value>>> {
  try {
    const { data, error } = await call
    if (!error && data !== null && data !== undefined) return { value: data, problem: null }
    return { value: null, problem: authErrorText(error) }
  } catch (error) {
    return { value: null, problem: authErrorText(error) }
  }
}

export async function outcome(call: Promise<{ error: unknown }>): Promise<Outcome> {
  const { problem } = await answered(call.then(({ error }) => ({ data: true, error })))
  return { problem }
}

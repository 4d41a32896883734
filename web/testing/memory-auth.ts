import type { AuthChangeEvent, AuthPort, Session } from '../auth/auth-client.ts'
import { memoryFactors, memoryRefusal, proofNeeded } from './memory-factors.ts'

export const sampleSession = (email = 'ada@example.com', id = 'user-1') =>
  ({
    access_token: `token-of-${id}`,
    refresh_token: 'refresh',
    expires_in: 3600,
    expires_at: 4_000_000_000,
    token_type: 'bearer',
    user: {
      id,
      email,
      created_at: '2026-01-02T03:04:05Z',
      user_metadata: { first_name: 'ada' },
      app_metadata: {},
      aud: '',
    },
  }) as Session

type Listener = (event: AuthChangeEvent, session: Session | null) => void
type Options = {
  session?: Session | null
  /** Whom the right password or a mailed link lets in; otherwise somebody without a second factor. */
  lets?: Session
  initial?: 'at once' | 'never'
  refuse?: { message: string; status: number }
  /** Changes are refused until the password, or the code that was mailed, has been given again. */
  stale?: boolean
}

export const RIGHT_PASSWORD = 'seven clever herons'
export const MAILED_CODE = '424242'

/** An auth service in memory, of the shape that the product uses of the real library. */
export function memoryAuth({
  session = null,
  lets,
  initial = 'at once',
  refuse,
  stale = false,
}: Options = {}) {
  let needsProof = stale
  let current = session
  const listeners = new Set<Listener>()
  const done: { name: string; with?: unknown }[] = []
  const emit = (event: AuthChangeEvent, next: Session | null = current) => {
    current = next
    for (const listener of listeners) listener(event, next)
  }
  // The library's own errors are told apart by this mark.
  const error =
    refuse &&
    Object.assign(new Error(refuse.message), { __isAuthError: true, name: 'AuthApiError', ...refuse })
  const answer = (name: string, input?: unknown, act: () => unknown = () => {}) => {
    done.push({ name, with: input })
    if (!error) act()
    return Promise.resolve({
      data: { session: error ? null : current, user: current?.user ?? null },
      error: error ?? null,
    })
  }
  const port = {
    onAuthStateChange: (listener: Listener) => {
      listeners.add(listener)
      if (initial === 'at once')
        queueMicrotask(() => listeners.has(listener) && listener('INITIAL_SESSION', current))
      return {
        data: {
          subscription: { id: '1', callback: listener, unsubscribe: () => listeners.delete(listener) },
        },
      }
    },
    getUser: async (token: string) => {
      done.push({ name: 'getUser', with: token })
      return { data: { user: error ? null : (lets ?? sampleSession()).user }, error: error ?? null }
    },
    reauthenticate: () => answer('reauthenticate'),
    getSession: () => Promise.resolve({ data: { session: current }, error: null }),
    refreshSession: () => answer('refreshSession'),
    setSession: (tokens: unknown) =>
      answer('setSession', tokens, () => emit('SIGNED_IN', lets ?? sampleSession())),
    signInWithPassword: ({ email }: { email: string }) =>
      answer('signIn', { email }, () => emit('SIGNED_IN', lets ?? sampleSession(email))),
    signInWithPasskey: () => answer('signInWithPasskey', undefined, () => emit('SIGNED_IN', sampleSession())),
    resend: (input: unknown) => answer('resend', input),
    signUp: (input: unknown) => answer('signUp', input),
    signOut: (input: { scope: string }) =>
      answer('signOut', input, () => input.scope !== 'others' && emit('SIGNED_OUT', null)),
    resetPasswordForEmail: (...input: unknown[]) => answer('resetPasswordForEmail', input),
    updateUser: (...input: unknown[]) => {
      const given = input[0] as { current_password?: string; nonce?: string; email?: string }
      if (given.current_password === RIGHT_PASSWORD || given.nonce === MAILED_CODE) needsProof = false
      else if (needsProof && given.email) return Promise.resolve(proofNeeded())
      else if (needsProof) return Promise.resolve(memoryRefusal('Current password is incorrect.', 400))
      return answer('updateUser', input, () => emit('USER_UPDATED'))
    },
  }
  const factors = memoryFactors(
    () => current,
    emit,
    (name) => done.push({ name }),
    () => needsProof,
  )
  Object.assign(port, factors)
  return { client: port as unknown as AuthPort, emit, done }
}

import type { AuthChangeEvent, AuthPort, Session } from '../auth/auth-client.ts'

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
  initial?: 'at once' | 'never'
  refuse?: { message: string; status: number }
}

/** An auth service in memory, of the shape that the product uses of the real library. */
export function memoryAuth({ session = null, initial = 'at once', refuse }: Options = {}) {
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
  const answer = (name: string, input?: unknown, act = () => {}) => {
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
    getSession: () => Promise.resolve({ data: { session: current }, error: null }),
    refreshSession: () => answer('refreshSession'),
    setSession: (tokens: unknown) => answer('setSession', tokens, () => emit('SIGNED_IN', sampleSession())),
    signInWithPassword: ({ email }: { email: string }) =>
      answer('signIn', { email }, () => emit('SIGNED_IN', sampleSession(email))),
    signUp: (input: unknown) => answer('signUp', input),
    signOut: (input: unknown) => answer('signOut', input, () => emit('SIGNED_OUT', null)),
    resetPasswordForEmail: (...input: unknown[]) => answer('resetPasswordForEmail', input),
    updateUser: (...input: unknown[]) => answer('updateUser', input, () => emit('USER_UPDATED')),
  }
  return { client: port as unknown as AuthPort, emit, done }
}

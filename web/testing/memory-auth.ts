import type { AuthChangeEvent, AuthPort, Session } from '../features/auth/auth-client.ts'

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
  lets?: Session
  initial?: 'at once' | 'never'
  refuse?: { message: string; status: number }
  stale?: boolean
}

export const RIGHT_PASSWORD = 'seven clever herons'
export const MAILED_CODE = '424242'

export function memoryAuth({ session = null, lets, initial = 'at once', refuse, stale = false }: Options = {}) {
  let needsProof = stale
  let current = session
  const listeners = new Set<Listener>()
  const done: { name: string; with?: unknown }[] = []
  const emit = (event: AuthChangeEvent, next: Session | null = current) => {
    current = next
    for (const listener of listeners) listener(event, next)
  }
  // The library recognizes its own errors by `__isAuthError`.
  const error =
    refuse && Object.assign(new Error(refuse.message), { __isAuthError: true, name: 'AuthApiError', ...refuse })
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
      if (initial === 'at once') queueMicrotask(() => listeners.has(listener) && listener('INITIAL_SESSION', current))
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
    setSession: (tokens: unknown) => answer('setSession', tokens, () => emit('SIGNED_IN', lets ?? sampleSession())),
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

type Level = 'aal1' | 'aal2'
type Emit = (event: AuthChangeEvent, session?: Session | null) => void

const factor = (status: 'verified' | 'unverified') => ({ id: 'factor-1', factor_type: 'totp', status })

export const withFactor = (session: Session, aal: Level): Session =>
  ({
    ...session,
    access_token: `head.${btoa(JSON.stringify({ aal }))}.signature`,
    user: { ...session.user, factors: [factor('verified')] },
  }) as Session

const withoutFactor = (session: Session): Session => ({
  ...session,
  user: { ...session.user, factors: undefined },
})

export const RIGHT_CODE = '123456'

const memoryRefusal = (message: string, status = 422, code = '') => ({
  data: null,
  error: Object.assign(new Error(message), { __isAuthError: true, name: 'AuthApiError', status, code }),
})

const proofNeeded = () => memoryRefusal('Please confirm that it is you to continue.', 400, 'reauthentication_needed')

function memoryFactors(
  current: () => Session | null,
  emit: Emit,
  record: (name: string) => void,
  needsProof: () => boolean,
) {
  let begun = false
  let codes = ['left-over-code']
  const status = () => (current()?.user.factors ? 'verified' : begun ? 'unverified' : null)
  let passkeys: { id: string; friendly_name: string; created_at: string }[] = []
  const raise = () => {
    const session = current()
    if (session) emit('MFA_CHALLENGE_VERIFIED', withFactor(session, 'aal2'))
    return { data: {}, error: null }
  }
  const generate = (name: string) => () => {
    record(name)
    codes = ['abcdefgh23456789', 'ijkmnpqr23456789']
    return Promise.resolve({ data: { codes, total: 2 }, error: null })
  }
  const recoveryCodes = {
    getStatus: async () =>
      status()
        ? { data: { remaining: codes.length, total: 10 }, error: null }
        : memoryRefusal('Recovery codes have not been generated', 404),
    generate: generate('generate'),
    regenerate: generate('regenerate'),
    verify: async ({ code }: { code: string }) =>
      codes.includes(code) ? raise() : memoryRefusal('Invalid recovery code entered'),
  }
  const mfa = {
    recoveryCodes,
    listFactors: async () => {
      const now = status()
      return { data: { all: now ? [factor(now)] : [] }, error: null }
    },
    enroll: async () => {
      if (needsProof()) return proofNeeded()
      begun = true
      const totp = { qr_code: 'data:image/svg+xml;utf-8,<svg fill="#000"/>', secret: 'JBSWY3DPEHPK3PXP' }
      return { data: { id: 'factor-1', totp }, error: null }
    },
    challengeAndVerify: async ({ code }: { code: string }) =>
      code === RIGHT_CODE ? raise() : memoryRefusal('Invalid TOTP code entered'),
    unenroll: async () => {
      if (needsProof() && status() === 'verified') return proofNeeded()
      record('unenroll')
      begun = false
      const session = current()
      if (session) emit('TOKEN_REFRESHED', withoutFactor(session))
      return { data: {}, error: null }
    },
  }
  const rename = async ({ passkeyId, friendlyName }: { passkeyId: string; friendlyName: string }) => {
    passkeys = passkeys.map((one) => (one.id === passkeyId ? { ...one, friendly_name: friendlyName } : one))
    return { data: {}, error: null }
  }
  return {
    mfa,
    registerPasskey: async () => {
      if (needsProof()) return proofNeeded()
      const added = {
        id: `passkey-${passkeys.length + 1}`,
        friendly_name: 'Passkey',
        created_at: '2026-02-03',
      }
      passkeys = [...passkeys, added]
      return { data: added, error: null }
    },
    passkey: {
      list: async () => ({ data: passkeys, error: null }),
      update: rename,
      delete: async ({ passkeyId }: { passkeyId: string }) => {
        if (needsProof()) return proofNeeded()
        passkeys = passkeys.filter(({ id }) => id !== passkeyId)
        return { data: null, error: null }
      },
    },
  }
}

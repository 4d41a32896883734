import type {
  AuthChangeEvent,
  AuthClient,
  AuthMFAEnrollTOTPResponse,
  MFAEnrollTOTPParams,
  Session,
  Subscription,
} from '@supabase/auth-js'
import type { AuthAddress } from '#domain/public-config.ts'
import { explainLoading } from '../../api/network-error.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { storedSession } from './stored-session.ts'

export type { AuthChangeEvent, Session }

type Library = InstanceType<typeof AuthClient>
type Factors = Library['mfa']

export type AuthPort = Pick<
  Library,
  | 'getSession'
  | 'getUser'
  | 'onAuthStateChange'
  | 'reauthenticate'
  | 'refreshSession'
  | 'registerPasskey'
  | 'resend'
  | 'resetPasswordForEmail'
  | 'setSession'
  | 'signInWithPasskey'
  | 'signInWithPassword'
  | 'signOut'
  | 'signUp'
  | 'updateUser'
> & {
  passkey: Pick<Library['passkey'], 'delete' | 'list' | 'startAuthentication' | 'update'>
  mfa: Pick<Factors, 'challengeAndVerify' | 'listFactors' | 'unenroll'> & {
    enroll: (factor: MFAEnrollTOTPParams) => Promise<AuthMFAEnrollTOTPResponse>
    recoveryCodes: Pick<Factors['recoveryCodes'], 'generate' | 'getStatus' | 'regenerate' | 'verify'>
  }
}

type Listener = Subscription['callback']
type Open = (config: AuthAddress) => Promise<AuthPort>

const openLibrary: Open = async (config) =>
  (await import('./auth-library.ts').catch(explainLoading)).openAuthLibrary(config)

/**
 * The library makes up a sixth of the application, and a page with a valid stored session, or with none, doesn't need
 * it. So it's loaded once the page is idle, or by the first call that needs it. From then on, it's the only authority
 * on the session.
 */
export function createAuthClient(config: AuthAddress, open: Open = openLibrary, later = whenIdle): AuthPort {
  const listeners = new Set<Listener>()
  let announced: Session | null | undefined
  let library: AuthPort | null = null
  let opening: Promise<AuthPort> | null = null
  /** The library emits an event for the session it finds in storage, which would undo a sign-out in progress. */
  const isKnown = (event: AuthChangeEvent, session: Session | null) =>
    (event === 'INITIAL_SESSION' || event === 'SIGNED_IN') &&
    announced !== undefined &&
    announced?.access_token === session?.access_token
  const load = () => {
    opening ??= open(config).then(
      (opened) => {
        // Subscribed before any call is made, so that no event is missed.
        opened.onAuthStateChange((event, session) => {
          if (isKnown(event, session)) return
          for (const listener of listeners) listener(event, session)
        })
        return (library = opened)
      },
      (error: unknown) => {
        opening = null
        throw error
      },
    )
    return opening
  }
  const loadEarly = () => void load().catch(() => {})

  return {
    ...callsTo(load),
    async getSession() {
      const session = library ? undefined : storedSession.asKept()
      return session ? { data: { session }, error: null } : (await load()).getSession()
    },
    onAuthStateChange(listener: Listener) {
      listeners.add(listener)
      const session = storedSession.asKept()
      if (session === undefined) loadEarly()
      else {
        announced = session
        queueMicrotask(() => listeners.has(listener) && listener('INITIAL_SESSION', session))
        later(loadEarly)
      }
      const unsubscribe = () => void listeners.delete(listener)
      return { data: { subscription: { id: 'library', callback: listener, unsubscribe } } }
    },
  }
}

const callsTo = (load: () => Promise<AuthPort>): Omit<AuthPort, 'getSession' | 'onAuthStateChange'> => ({
  getUser: async (...input) => (await load()).getUser(...input),
  reauthenticate: async () => (await load()).reauthenticate(),
  refreshSession: async (...input) => (await load()).refreshSession(...input),
  registerPasskey: async (...input) => (await load()).registerPasskey(...input),
  resend: async (...input) => (await load()).resend(...input),
  resetPasswordForEmail: async (...input) => (await load()).resetPasswordForEmail(...input),
  setSession: async (...input) => (await load()).setSession(...input),
  signInWithPasskey: async (...input) => (await load()).signInWithPasskey(...input),
  signInWithPassword: async (...input) => (await load()).signInWithPassword(...input),
  signOut: async (...input) => (await load()).signOut(...input),
  signUp: async (...input) => (await load()).signUp(...input),
  updateUser: async (...input) => (await load()).updateUser(...input),
  passkey: {
    delete: async (...input) => (await load()).passkey.delete(...input),
    list: async () => (await load()).passkey.list(),
    startAuthentication: async (...input) => (await load()).passkey.startAuthentication(...input),
    update: async (...input) => (await load()).passkey.update(...input),
  },
  mfa: {
    challengeAndVerify: async (...input) => (await load()).mfa.challengeAndVerify(...input),
    enroll: async (...input) => (await load()).mfa.enroll(...input),
    listFactors: async () => (await load()).mfa.listFactors(),
    unenroll: async (...input) => (await load()).mfa.unenroll(...input),
    recoveryCodes: {
      generate: async () => (await load()).mfa.recoveryCodes.generate(),
      getStatus: async () => (await load()).mfa.recoveryCodes.getStatus(),
      regenerate: async () => (await load()).mfa.recoveryCodes.regenerate(),
      verify: async (...input) => (await load()).mfa.recoveryCodes.verify(...input),
    },
  },
})

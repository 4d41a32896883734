import type { AuthChangeEvent, AuthClient, Session } from '@supabase/auth-js'
import type { PublicConfig } from '#domain/public-config.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { storedSession } from './stored-session.ts'

export type { AuthChangeEvent, Session }

export type AuthPort = Pick<
  InstanceType<typeof AuthClient>,
  | 'getSession'
  | 'getUser'
  | 'mfa'
  | 'onAuthStateChange'
  | 'passkey'
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
>

type Listener = Parameters<AuthPort['onAuthStateChange']>[0]
type Open = (config: PublicConfig['auth']) => Promise<AuthPort>

const openLibrary: Open = async (config) => (await import('./auth-library.ts')).openAuthLibrary(config)

/**
 * The library makes up a sixth of the application, and a page with a valid stored session, or with none, doesn't need
 * it. So it's loaded once the page is idle, or by the first call that needs it. From then on, it's the only authority
 * on the session.
 */
export function createAuthClient(config: PublicConfig['auth'], open: Open = openLibrary): AuthPort {
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
          for (const listener of listeners) void listener(event, session)
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

  return Object.assign(callsTo(load) as AuthPort, {
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
        queueMicrotask(() => listeners.has(listener) && void listener('INITIAL_SESSION', session))
        whenIdle(loadEarly)
      }
      const unsubscribe = () => void listeners.delete(listener)
      return { data: { subscription: { id: 'library', callback: listener, unsubscribe } } }
    },
  })
}

/** Stands in for an object that isn't loaded yet: calls, however deep (`mfa.recoveryCodes.verify`), wait for it. */
function callsTo(load: () => Promise<object>, path: string[] = []): object {
  return new Proxy(() => {}, {
    get: (own, name) => Reflect.get(own, name) ?? callsTo(load, [...path, String(name)]),
    async apply(_, __, input) {
      type Part = Record<string, unknown>
      const owner = path.slice(0, -1).reduce((part, name) => part[name] as Part, (await load()) as Part)
      return (owner[path.at(-1) ?? ''] as (...input: unknown[]) => unknown).apply(owner, input)
    },
  })
}
